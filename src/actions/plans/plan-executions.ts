import Big from 'big.js';
import { kindOf } from '../../plans/kinds/kinds.ts';
import type { Child, Plan } from '../../plans/plan.ts';
import type { Execution } from '../../plans/plan-kind.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { lostNumbers, perpExecution, readWalletSnapshot, type WalletSnapshot } from './perp-executions.ts';
import { writeOr } from './send-child.ts';
import { swapExecution, triggerExecution } from './spot-executions.ts';
import type { TriggersById } from './trigger-reads.ts';

/** Fills may be listed late: what has left the book is over when two reads this far apart agree, ms. */
const fillsSettleMs = 3_000;
const dayMs = 86_400_000;

interface Seen {
  readonly filled: string;
  /** Of a clock that never jumps, ms. */
  readonly atMs: number;
}

type Executions = ReadonlyMap<string, Execution>;

/** What the children of plans have executed. Those that can execute nothing more are written down as over. */
export class PlanExecutions {
  readonly #context: ActionContext;
  /** Last fills of children that have left the book, by plan and child. */
  readonly #seen = new Map<string, Seen>();
  /** Plans of which fills were missing in a read. */
  readonly #doubted = new Set<string>();

  /** `plans`: as the last run left them. */
  constructor(context: ActionContext, plans: readonly Plan[]) {
    this.#context = context;
    // Its next change is sized by the fills before the last one, which an earlier run has read.
    for (const { id, children } of plans)
      if (children.some(({ order }) => order.do === 'modify')) this.#doubted.add(id);
  }

  /** One read for each wallet that has an order to follow. */
  async readWallets(plans: readonly Plan[]): Promise<ReadonlyMap<string, WalletSnapshot>> {
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
      [...asked].map(async ([walletId, options]) => {
        const snapshot = await readWalletSnapshot(this.#context, walletId, options).catch(() => null);
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

  /** By key, of the children that may still execute. `snapshot`: null where it was not read for these children. */
  of(id: string, snapshot: WalletSnapshot | null, triggers: TriggersById): Executions {
    const executions = new Map<string, Execution>();
    const plan = this.#context.book.get(id);
    if (!plan) return executions;
    for (const [child, oid] of snapshot ? lostNumbers(plan, snapshot) : []) {
      const { key, recordId, orderId, message } = child;
      writeOr(this.#context, { event: 'outcome', id, key, kind: 'accepted', recordId, oid, orderId, message });
    }
    for (const child of plan.children) {
      if (child.state !== 'working') continue;
      const execution = this.#executionOf(plan, child, snapshot, triggers);
      if (!execution) continue;
      if (child.order.do !== 'modify' && child.order.do !== 'cancel') executions.set(child.key, execution);
      if (this.#isOver(plan, child, execution, snapshot)) this.#over(id, child, execution);
    }
    return executions;
  }

  #executionOf(plan: Plan, child: Child, snapshot: WalletSnapshot | null, triggers: TriggersById): Execution | null {
    const { order, recordId, orderId, oid } = child;
    const { clock, records } = this.#context;
    switch (order.do) {
      case 'cancel':
        return nothing;
      case 'modify':
        // Only now: a number that was lost has been looked for.
        return snapshot || oid !== null ? nothing : null;
      case 'swap': {
        const record = records.getState().records.findLast(({ id }) => id === recordId);
        return swapExecution(child, record, clock.now());
      }
      case 'trigger':
        return triggerExecution(child, triggers.get(orderId ?? ''));
      case 'perp':
        return snapshot && this.#perpExecution(plan, child, snapshot);
    }
  }

  #perpExecution(plan: Plan, child: Child, snapshot: WalletSnapshot): Execution | null {
    const execution = perpExecution(plan, child, snapshot);
    // Looked at again with the fills of an earlier time.
    const isNew = execution?.isHidden === true && !this.#doubted.has(plan.id);
    if (isNew) this.#doubted.add(plan.id);
    return isNew ? null : execution;
  }

  #isOver({ id, children }: Plan, child: Child, execution: Execution, snapshot: WalletSnapshot | null): boolean {
    const { key, order } = child;
    const { filled, isOpen } = execution;
    const name = `${id} ${key}`;
    if (isOpen) {
      this.#seen.delete(name);
      return false;
    }
    // What the service itself says of a task or an order by its id needs no second read.
    if (order.do !== 'perp' || !snapshot) return true;
    // A changed order may have executed more than it was placed for.
    const isChanged = children.some((one) => one.order.do === 'modify' && one.order.target === key);
    if (!isChanged && filled.gte(order.sz)) return true;
    const seen = this.#seen.get(name);
    const atMs = snapshot.askedAtMs;
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

const holdsPosition = ({ spec, state }: Plan): boolean =>
  state !== 'paused' && kindOf(spec).holdsPosition?.(spec) === true;

const nothing: Execution = { filled: new Big(0), avgPx: null, feeUsd: null, isOpen: false };
