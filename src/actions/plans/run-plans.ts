import Big from 'big.js';
import { advance } from '../../plans/advance.ts';
import { kindOf } from '../../plans/kinds/kinds.ts';
import { type Child, childOf, isEnded, type Plan } from '../../plans/plan.ts';
import type { Decision, Execution } from '../../plans/plan-kind.ts';
import { addNotice } from '../../stores/notices.ts';
import { toProblem } from '../../stores/problem.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { lostNumbers, perpExecution, readWalletSnapshot, type WalletSnapshot } from './perp-executions.ts';
import { planView, readBook } from './plan-view.ts';
import { pausePlan, sendChild, syncChildren, writeOr } from './send-child.ts';

/** How often active plans are looked at, ms; a wait that ends sooner is looked at then. */
const lookEveryMs = 1_000;
/** Fills may be listed late: what has left the book is over when two reads this far apart agree, ms. */
const fillsSettleMs = 3_000;
const dayMs = 86_400_000;
/** What was read longer ago is not acted on, ms. */
const lookMs = 10_000;

interface Seen {
  readonly filled: string;
  /** Of a clock that never jumps, ms. */
  readonly atMs: number;
}

/** What a look has read for one plan. It describes these children only: what has changed meanwhile is read next time. */
interface Look {
  /** When it began, by both clocks: one of them stops while the machine sleeps, the other may jump. */
  readonly atMs: number;
  readonly wallMs: number;
  readonly children: readonly Child[];
  readonly snapshot: WalletSnapshot | null;
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
  /** Plans of which fills were missing in a read. */
  readonly #doubted = new Set<string>();
  /** When each plan last sent something, ms of a clock that never jumps. */
  readonly #sentAtMs = new Map<string, number>();
  readonly #startedAtMs: number;
  #isLooking = false;
  #isStopped = false;

  constructor(context: ActionContext) {
    this.#context = context;
    this.#startedAtMs = context.clock.monotonic();
    // Its next change is sized by the fills before the last one, which an earlier run has read.
    for (const { id, children } of this.#active())
      if (children.some(({ order }) => order.do === 'modify')) this.#doubted.add(id);
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
      for (const { id } of this.#active()) syncChildren(this.#context, id);
      const active = this.#active();
      const { clock } = this.#context;
      const begun = { atMs: clock.monotonic(), wallMs: clock.now() };
      const snapshots = await this.#snapshots(active);
      await Promise.all(
        active.map(({ id, children, walletId }) =>
          this.#step(id, { ...begun, children, snapshot: snapshots.get(walletId) ?? null }),
        ),
      );
    } finally {
      this.#isLooking = false;
    }
  }

  /** One read for each wallet that has an order to follow. */
  async #snapshots(plans: readonly Plan[]): Promise<ReadonlyMap<string, WalletSnapshot>> {
    const asked = new Map<string, { readonly sinceMs: number; readonly withPositions: boolean }>();
    for (const plan of plans) {
      const before = asked.get(plan.walletId);
      const withPositions = holdsPosition(plan);
      const working = plan.children.filter(isPerpWorking);
      if (working.length === 0 && !withPositions) continue;
      asked.set(plan.walletId, {
        sinceMs: Math.min(before?.sinceMs ?? Infinity, this.#fillsSinceMs(plan, working)),
        withPositions: before?.withPositions === true || withPositions,
      });
    }
    const read = await Promise.all(
      [...asked].map(async ([walletId, { sinceMs, withPositions }]) => {
        const snapshot = await readWalletSnapshot(this.#context, walletId, { sinceMs, withPositions }).catch(
          () => null,
        );
        return snapshot ? [[walletId, snapshot] as const] : [];
      }),
    );
    return new Map(read.flat());
  }

  /**
   * The wall clock may have been wrong when an order was sent. Where fills seem to be missing, they are asked for from a
   * day earlier on.
   */
  #fillsSinceMs({ id }: Plan, working: readonly Child[]): number {
    const sinceMs = Math.min(this.#context.clock.now(), ...working.map(({ sentAtMs }) => sentAtMs));
    const isDoubted = this.#doubted.has(id) || working.some(({ key }) => this.#seen.has(`${id} ${key}`));
    return isDoubted ? sinceMs - dayMs : sinceMs;
  }

  /** Never rejects: what is wrong with one plan does not stop the others. */
  async #step(id: string, look: Look): Promise<void> {
    try {
      await this.#decide(id, look);
    } catch (error) {
      this.#context.book.say(id, { what: toProblem(error).message, untilMs: null });
    }
  }

  async #decide(id: string, look: Look): Promise<void> {
    const isCurrent = (): boolean => this.#context.book.get(id)?.children === look.children;
    const snapshot = isCurrent() ? look.snapshot : null;
    const executions = this.#executions(id, snapshot);
    const read = this.#context.book.get(id);
    if (!read || isEnded(read)) return;
    const book = await this.#bookFor(read);
    const plan = this.#context.book.get(id);
    if (this.#isStopped || !plan || isEnded(plan) || plan.children !== read.children || this.#isOld(look)) return;
    const view = planView(this.#context, plan, { executions, book, snapshot, sinceSentMs: this.#sinceSentMs(plan) });
    const decision = advance(plan, view);
    this.#context.book.say(id, {
      executions,
      ...(decision.do === 'wait' ? said(decision) : { what: '', untilMs: null }),
    });
    this.#carryOut(plan, decision);
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

  /** Reads the order book of a plan whose next child is due. */
  async #bookFor(plan: Plan) {
    const market = kindOf(plan.spec).market(plan.spec);
    const untilMs = this.#context.plans.getState().now[plan.id]?.untilMs ?? null;
    const isEarly = untilMs !== null && untilMs > this.#context.clock.now();
    const isNeeded =
      plan.state === 'active' ? !isEarly : plan.state === 'cancelling' && kindOf(plan.spec).beforeCancel !== undefined;
    if (market.kind !== 'perp' || !isNeeded) return null;
    return readBook(this.#context, market.coin).catch(() => null);
  }

  #carryOut(plan: Plan, decision: Decision): void {
    const { id } = plan;
    if (decision.do === 'pause') pausePlan(this.#context, id, decision.why);
    if (decision.do === 'end') this.#end(plan, decision.why);
    if (decision.do !== 'send') return;
    const { clock } = this.#context;
    const attempt = childOf(plan, decision.key)?.attempt ?? 0;
    const sent = sendChild(this.#context, plan, decision).catch((error: unknown) =>
      pausePlan(this.#context, id, toProblem(error).message),
    );
    // Its line is written at once, or it was not sent.
    const isSent = (childOf(this.#context.book.get(id) ?? plan, decision.key)?.attempt ?? 0) > attempt;
    if (isSent) this.#sentAtMs.set(id, clock.monotonic());
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
  #executions(id: string, snapshot: WalletSnapshot | null): ReadonlyMap<string, Execution> {
    const executions = new Map<string, Execution>();
    const plan = this.#context.book.get(id);
    if (!plan) return executions;
    for (const [child, oid] of snapshot ? lostNumbers(plan, snapshot) : []) {
      const { key, recordId, orderId, message } = child;
      writeOr(this.#context, { event: 'outcome', id, key, kind: 'accepted', recordId, oid, orderId, message });
    }
    for (const child of plan.children) {
      if (child.state !== 'working') continue;
      if (child.order.do === 'modify' || child.order.do === 'cancel') {
        // Only now: a number that was lost has been looked for.
        if (snapshot || child.oid !== null || child.order.do === 'cancel') this.#over(id, child, noExecution);
        continue;
      }
      const execution = snapshot && perpExecution(plan, child, snapshot);
      // Looked at again with the fills of an earlier time.
      const isNew = execution?.isHidden === true && !this.#doubted.has(id);
      if (isNew) this.#doubted.add(id);
      if (!execution || isNew) continue;
      executions.set(child.key, execution);
      if (snapshot && this.#isOver(plan, child, execution, snapshot.askedAtMs)) this.#over(id, child, execution);
    }
    return executions;
  }

  #isOver({ id, children }: Plan, { key, order }: Child, { filled, isOpen }: Execution, atMs: number): boolean {
    const name = `${id} ${key}`;
    if (isOpen) {
      this.#seen.delete(name);
      return false;
    }
    // A changed order may have executed more than it was placed for.
    const isChanged = children.some((one) => one.order.do === 'modify' && one.order.target === key);
    if (order.do === 'perp' && !isChanged && filled.gte(order.sz)) return true;
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

const holdsPosition = ({ spec, state }: Plan): boolean => state !== 'paused' && kindOf(spec).holdsPosition === true;

const noExecution: Execution = { filled: new Big(0), avgPx: null, feeUsd: null, isOpen: false };

const said = ({ what, untilMs }: Extract<Decision, { do: 'wait' }>) => ({ what, untilMs });
