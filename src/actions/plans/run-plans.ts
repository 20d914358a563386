import { advance } from '../../plans/advance.ts';
import { kindOf } from '../../plans/kinds/kinds.ts';
import { type Child, childOf, isEnded, type Plan } from '../../plans/plan.ts';
import type { Decision } from '../../plans/plan-kind.ts';
import type { OrderBook } from '../../stores/market/order-book.ts';
import { addNotice } from '../../stores/notices.ts';
import type { PlanNow } from '../../stores/orders/plans.ts';
import { toProblem } from '../../stores/problem.ts';
import type { SwapQuote } from '../orders/quote-swap.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import type { WalletSnapshot } from './perp-executions.ts';
import { PlanExecutions } from './plan-executions.ts';
import { type PriceReads, planView, readBook } from './plan-view.ts';
import { QuoteReads } from './quote-reads.ts';
import { pausePlan, sendChild, syncChildren, writeOr } from './send-child.ts';
import { TriggerReads, type TriggersById } from './trigger-reads.ts';

/** How often active plans are looked at, ms; a wait that ends sooner is looked at then. */
const lookEveryMs = 1_000;
/** What was read longer ago is not acted on, ms. */
const lookMs = 10_000;

/** What a look has read for one plan. It describes these children only: what has changed meanwhile is read next time. */
interface Look {
  /** When it began, by both clocks: one of them stops while the machine sleeps, the other may jump. */
  readonly atMs: number;
  readonly wallMs: number;
  readonly children: readonly Child[];
  readonly snapshot: WalletSnapshot | null;
  readonly triggers: TriggersById;
  /** By coin: plans of one market share the read. */
  readonly books: Map<string, Promise<OrderBook | null>>;
}

/** Works the account's plans, one child of each at a time, until `stop`. Begins when the plan file has been read. */
export class PlanRunner {
  readonly #context: ActionContext;
  readonly #unsubscribe: () => void;
  readonly #sending = new Set<Promise<void>>();
  /** When each plan last sent something, ms of a clock that never jumps. */
  readonly #sentAtMs = new Map<string, number>();
  readonly #startedAtMs: number;
  readonly #executions: PlanExecutions;
  readonly #triggers: TriggerReads;
  readonly #quotes: QuoteReads;
  #isLooking = false;
  #isStopped = false;

  constructor(context: ActionContext) {
    this.#context = context;
    this.#startedAtMs = context.clock.monotonic();
    this.#executions = new PlanExecutions(context, this.#active());
    this.#triggers = new TriggerReads(context);
    this.#quotes = new QuoteReads(context);
    this.#unsubscribe = context.trading.subscribe(({ mode }, before) => {
      if (mode === 'halted' && before.mode !== 'halted') this.#halt();
    });
    this.#again();
  }

  /** Nothing new is sent from now on. Resolves when nothing is on its way: the moment to hand the account over. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe();
    await Promise.all(this.#sending);
  }

  /** The kill switch stops every plan; each is resumed by a decision of its own. */
  #halt(): void {
    for (const { id } of this.#active()) pausePlan(this.#context, id, 'trading was halted', 'halt');
  }

  #active = (): readonly Plan[] => this.#context.plans.getState().plans.filter((plan) => !isEnded(plan));

  #again(): void {
    const { timers, clock, plans } = this.#context;
    const nextMs = Math.min(...Object.values(plans.getState().now).map(({ untilMs }) => untilMs ?? Infinity));
    const delayMs = Math.min(Math.max(nextMs - clock.now(), 20), lookEveryMs);
    timers.after(delayMs, () => void this.look().finally(() => this.#isStopped || this.#again()));
  }

  /** One look at every plan. Never rejects; looks do not overlap. */
  async look(): Promise<void> {
    if (this.#isLooking || this.#isStopped) return;
    this.#isLooking = true;
    try {
      if (this.#context.trading.getState().mode === 'halted') this.#halt();
      for (const { id } of this.#active()) syncChildren(this.#context, id);
      const active = this.#active();
      const { clock } = this.#context;
      const begun = { atMs: clock.monotonic(), wallMs: clock.now(), books: new Map() };
      const snapshots = await this.#executions.readWallets(active);
      const triggers = await this.#triggers.read(this.#active());
      await Promise.all(
        active.map(({ id, children, walletId }) =>
          this.#step(id, { ...begun, children, triggers, snapshot: snapshots.get(walletId) ?? null }),
        ),
      );
    } finally {
      this.#isLooking = false;
    }
  }

  /** Never rejects: what is wrong with one plan does not stop the others. */
  async #step(id: string, look: Look): Promise<void> {
    // The plan file belongs to somebody else by now.
    if (this.#isStopped) return;
    try {
      await this.#decide(id, look);
    } catch (error) {
      pausePlan(this.#context, id, `it cannot be worked: ${toProblem(error).message}`);
    }
  }

  async #decide(id: string, look: Look): Promise<void> {
    const { book } = this.#context;
    const snapshot = book.get(id)?.children === look.children ? look.snapshot : null;
    const executions = this.#executions.of(id, snapshot, look.triggers);
    const read = book.get(id);
    if (!read || isEnded(read)) return;
    const dueMs = this.#dueMs(id);
    const prices = await this.#pricesFor(read, look, dueMs !== null);
    // A person may have paused or changed it meanwhile.
    const plan = book.get(id);
    if (this.#isStopped || !plan || isEnded(plan) || plan.children !== read.children || this.#isOld(look)) return;
    const sinceSentMs = this.#sinceSentMs(plan);
    const decision = advance(plan, planView(this.#context, plan, { ...prices, executions, snapshot, sinceSentMs }));
    book.say(id, { executions, ...saidOf(decision, dueMs) });
    this.#carryOut(plan, decision, prices.quote);
  }

  /** The process or the machine slept between the reads and the decision. */
  #isOld({ atMs, wallMs }: Look): boolean {
    const { clock } = this.#context;
    return clock.monotonic() - atMs > lookMs || Math.abs(clock.now() - wallMs) > lookMs;
  }

  /** For what an earlier run sent: by the wall clock, and at least since this one began. */
  #sinceSentMs({ id, children }: Plan): number {
    const { clock } = this.#context;
    const sentAtMs = this.#sentAtMs.get(id);
    if (sentAtMs !== undefined) return clock.monotonic() - sentAtMs;
    const lastMs = children.reduce((last, one) => Math.max(last, one.sentAtMs), -Infinity);
    return Math.max(clock.now() - lastMs, clock.monotonic() - this.#startedAtMs);
  }

  /** When a plan that waits until then is due, ms since the epoch; null: now. */
  #dueMs(id: string): number | null {
    const untilMs = this.#context.plans.getState().now[id]?.untilMs ?? null;
    return untilMs !== null && untilMs > this.#context.clock.now() ? untilMs : null;
  }

  /** Reads the order book of a plan whose next child is due, or a quote of its next swap. */
  async #pricesFor(plan: Plan, { books }: Look, isEarly: boolean): Promise<PriceReads> {
    const none: PriceReads = { book: null, quote: null };
    const kind = kindOf(plan.spec);
    const market = kind.market(plan.spec);
    if (market.kind === 'spot')
      return plan.state === 'active' ? { ...none, quote: await this.#quotes.read(plan) } : none;
    const isNeeded =
      plan.state === 'active' ? !isEarly : plan.state === 'cancelling' && kind.beforeCancel !== undefined;
    if (!isNeeded || kind.ignoresPrices) return none;
    const book = books.get(market.coin) ?? readBook(this.#context, market.coin).catch(() => null);
    books.set(market.coin, book);
    return { ...none, book: await book };
  }

  #carryOut(plan: Plan, decision: Decision, quote: SwapQuote | null): void {
    const { id } = plan;
    if (decision.do === 'pause') pausePlan(this.#context, id, decision.why);
    if (decision.do === 'end') this.#end(plan, decision.why);
    if (decision.do !== 'send') return;
    const { clock, book } = this.#context;
    const attempt = childOf(plan, decision.key)?.attempt ?? 0;
    const sent = sendChild(this.#context, plan, decision, quote).catch((error: unknown) =>
      pausePlan(this.#context, id, toProblem(error).message),
    );
    // Its line is written at once, or it was not sent.
    const isSent = (childOf(book.get(id) ?? plan, decision.key)?.attempt ?? 0) > attempt;
    if (isSent) this.#sentAtMs.set(id, clock.monotonic());
    this.#sending.add(sent);
    void sent.finally(() => this.#sending.delete(sent));
  }

  #end({ id, state, summary }: Plan, why: string): void {
    const as = state === 'cancelling' ? 'cancelled' : 'done';
    writeOr(this.#context, { event: 'ended', id, as, why });
    const { notices, clock } = this.#context;
    const isDone = as === 'done';
    const text = `${summary}: ${isDone ? `done, ${why}` : why}`;
    addNotice(notices, { atMs: clock.now(), tone: isDone ? 'ok' : 'info', text });
  }
}

/** A look that came early, and so without prices, does not put off what is due at `dueMs`. */
function saidOf(decision: Decision, dueMs: number | null): Partial<PlanNow> {
  if (decision.do !== 'wait') return { what: '', untilMs: null, isDue: false };
  const { what, untilMs, isDue = false } = decision;
  return dueMs !== null && untilMs !== null && untilMs > dueMs ? {} : { what, untilMs, isDue };
}
