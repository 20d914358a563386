import { advance } from '../../plans/advance.ts';
import { kindOf } from '../../plans/kinds/kinds.ts';
import { type Child, isEnded, type Plan } from '../../plans/plan.ts';
import type { Decision, Execution } from '../../plans/plan-kind.ts';
import { addNotice } from '../../stores/notices.ts';
import { toProblem } from '../../stores/problem.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { perpExecution, readWalletSnapshot, type WalletSnapshot } from './perp-executions.ts';
import { planView, readBook } from './plan-view.ts';
import { pausePlan, sendChild, syncChildren, writeOr } from './send-child.ts';

/** How often active plans are looked at, ms; a wait that ends sooner is looked at then. */
const lookEveryMs = 1_000;
/** Fills may be listed late: what has left the book is over when two reads this far apart agree, ms. */
const fillsSettleMs = 3_000;

interface Seen {
  readonly filled: string;
  readonly atMs: number;
}

/**
 * Works the account's plans, one child of each at a time, until `stop`. Begins when the plan file has been read. `idle`
 * resolves when nothing of a plan is on its way: the moment to hand the account over.
 */
export class PlanRunner {
  readonly #context: ActionContext;
  readonly #unsubscribe: () => void;
  /** Last fills of children that have left the book, by plan and child. */
  readonly #seen = new Map<string, Seen>();
  readonly #sending = new Set<Promise<void>>();
  #isLooking = false;
  #isStopped = false;

  constructor(context: ActionContext) {
    this.#context = context;
    this.#unsubscribe = context.trading.subscribe(({ mode }, before) => {
      if (mode === 'halted' && before.mode !== 'halted') this.#halt();
    });
    this.#again();
  }

  /** Nothing new is sent from now on. Resolves when nothing is on its way. */
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
      const active = this.#active();
      for (const { id } of active) syncChildren(this.#context, id);
      const snapshots = await this.#snapshots(active);
      await Promise.all(active.map(({ id, walletId }) => this.#step(id, snapshots.get(walletId))));
    } finally {
      this.#isLooking = false;
    }
  }

  /** One read for each wallet that has an order to follow. */
  async #snapshots(plans: readonly Plan[]): Promise<ReadonlyMap<string, WalletSnapshot>> {
    const since = new Map<string, number>();
    for (const { walletId, children } of plans)
      for (const { sentAtMs } of children.filter(isPerpWorking))
        since.set(walletId, Math.min(since.get(walletId) ?? Infinity, sentAtMs));
    const read = await Promise.all(
      [...since].map(async ([walletId, sinceMs]) => {
        const snapshot = await readWalletSnapshot(this.#context, walletId, sinceMs).catch(() => null);
        return snapshot ? [[walletId, snapshot] as const] : [];
      }),
    );
    return new Map(read.flat());
  }

  async #step(id: string, snapshot: WalletSnapshot | undefined): Promise<void> {
    // The plan file belongs to somebody else by now.
    if (this.#isStopped) return;
    const executions = this.#executions(id, snapshot);
    const plan = this.#context.book.get(id);
    if (!plan || isEnded(plan)) return;
    const book = await this.#bookFor(plan);
    if (this.#isStopped) return;
    const view = planView(this.#context, plan, executions, book);
    const decision = advance(plan, view);
    this.#context.book.say(id, {
      executions,
      ...(decision.do === 'wait' ? said(decision) : { what: '', untilMs: null }),
    });
    this.#carryOut(plan, decision);
  }

  /** Reads the order book of a plan whose next child is due. */
  async #bookFor(plan: Plan) {
    const market = kindOf(plan.spec).market(plan.spec);
    const untilMs = this.#context.plans.getState().now[plan.id]?.untilMs ?? null;
    const isEarly = untilMs !== null && untilMs > this.#context.clock.now();
    if (market.kind !== 'perp' || isEarly || plan.state !== 'active') return null;
    return readBook(this.#context, market.coin).catch(() => null);
  }

  #carryOut(plan: Plan, decision: Decision): void {
    const { id } = plan;
    if (decision.do === 'pause') pausePlan(this.#context, id, decision.why);
    if (decision.do === 'end') this.#end(plan, decision.why);
    if (decision.do !== 'send') return;
    const sent = sendChild(this.#context, plan, decision).catch((error: unknown) =>
      pausePlan(this.#context, id, toProblem(error).message),
    );
    this.#sending.add(sent);
    void sent.finally(() => this.#sending.delete(sent));
  }

  #end({ id, state, summary }: Plan, why: string): void {
    const as = state === 'cancelling' ? 'cancelled' : 'done';
    writeOr(this.#context, { event: 'ended', id, as, why });
    const { notices, clock } = this.#context;
    addNotice(notices, { atMs: clock.now(), tone: as === 'done' ? 'ok' : 'info', text: `${summary}: ${as}, ${why}` });
  }

  /** What the working children have executed. Those that can execute nothing more are written down as over. */
  #executions(id: string, snapshot: WalletSnapshot | undefined): ReadonlyMap<string, Execution> {
    const executions = new Map<string, Execution>();
    const plan = this.#context.book.get(id);
    for (const child of plan?.children ?? []) {
      if (child.state !== 'working' || !plan) continue;
      if (child.order.do === 'modify' || child.order.do === 'cancel') {
        writeOr(this.#context, {
          event: 'over',
          id,
          key: child.key,
          filled: '0',
          avgPx: null,
          feeUsd: null,
        });
        continue;
      }
      const execution = snapshot && perpExecution(plan, child, snapshot);
      if (!execution) continue;
      executions.set(child.key, execution);
      if (snapshot && this.#isOver(`${id} ${child.key}`, child, execution, snapshot.askedAtMs))
        this.#over(id, child, execution);
    }
    return executions;
  }

  #isOver(name: string, { order }: Child, { filled, isOpen }: Execution, atMs: number): boolean {
    if (isOpen) {
      this.#seen.delete(name);
      return false;
    }
    if (order.do === 'perp' && filled.gte(order.sz)) return true;
    const seen = this.#seen.get(name);
    if (seen?.filled === filled.toFixed()) return atMs - seen.atMs >= fillsSettleMs;
    this.#seen.set(name, { filled: filled.toFixed(), atMs });
    return false;
  }

  #over(id: string, { key }: Child, { filled, avgPx, feeUsd }: Execution): void {
    this.#seen.delete(`${id} ${key}`);
    const numbers = { filled: filled.toFixed(), avgPx: avgPx?.toFixed() ?? null, feeUsd: feeUsd?.toFixed() ?? null };
    writeOr(this.#context, { event: 'over', id, key, ...numbers });
  }
}

const isPerpWorking = ({ state, order }: Child): boolean => state === 'working' && order.do === 'perp';

const said = ({ what, untilMs }: Extract<Decision, { do: 'wait' }>) => ({ what, untilMs });
