import type { Child, Plan } from '../../plans/plan.ts';
import { getTriggerOrder } from '../../protocol/endpoints/trigger.ts';
import { readable } from '../../protocol/schema.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { evidence } from '../reconcile/evidence.ts';
import { newTriggerOrders } from '../reconcile/reconcile-spot.ts';
import { writeOr } from './send-child.ts';
import type { ReadTrigger } from './spot-executions.ts';

/** An open order is read again after this, ms; at once if the list of the desk shows another status. */
const readEveryMs = 10_000;

/** By order id. */
export type TriggersById = ReadonlyMap<string, ReadTrigger>;

/** Reads the trigger orders of plans by their ids, and finds the ids of those whose creation had an unknown outcome. */
export class TriggerReads {
  readonly #context: ActionContext;
  readonly #known = new Map<string, ReadTrigger>();
  /** When ids were last looked for, by record; monotonic, ms. */
  readonly #soughtAtMs = new Map<string, number>();

  constructor(context: ActionContext) {
    this.#context = context;
  }

  /** By order id. What cannot be read keeps its last state. Never rejects. */
  async read(plans: readonly Plan[]): Promise<TriggersById> {
    const working = plans.flatMap(({ id, children }) =>
      children.filter(isTriggerWorking).map((child) => ({ id, child })),
    );
    await Promise.all(working.map(({ id, child }) => (child.orderId === null ? this.#find(id, child) : null)));
    const ids = working.flatMap(({ child }) => child.orderId ?? []);
    await Promise.all(ids.map((orderId) => this.#refresh(orderId)));
    for (const orderId of this.#known.keys()) if (!ids.includes(orderId)) this.#known.delete(orderId);
    return this.#known;
  }

  async #refresh(orderId: string): Promise<void> {
    const before = this.#known.get(orderId);
    const { client, clock } = this.#context;
    const atMs = clock.monotonic();
    if (before && atMs - before.atMs < readEveryMs && !this.#hasMoved(before)) return;
    try {
      const { data: order } = await client.call(getTriggerOrder, { params: { orderId } });
      const hasFired = order.status.toLowerCase() === 'triggered';
      const firedAtMs = hasFired ? (before?.firedAtMs ?? clock.monotonic()) : null;
      this.#known.set(orderId, { order, firedAtMs, atMs });
    } catch {
      // It is read again at the next look.
    }
  }

  /** Whether it has fired and its swap is under way, or the desk's own list of trigger orders shows another status. */
  #hasMoved({ order: { orderId, status }, firedAtMs }: ReadTrigger): boolean {
    if (firedAtMs !== null) return true;
    const listed = readable(this.#context.data.read('orders').data?.orders ?? []);
    return listed.some((one) => one.orderId === orderId && one.status !== status);
  }

  /** An order that was created after all has no id of ours: it is found by its terms, if there is one such order alone. */
  async #find(id: string, child: Child): Promise<void> {
    const { client, clock, records } = this.#context;
    const record = records.getState().records.find((one) => one.id === child.recordId);
    const terms = evidence.safeParse(record?.evidence).data;
    if (!record || terms?.kind !== 'new-trigger') return;
    const lastMs = this.#soughtAtMs.get(record.id);
    if (lastMs !== undefined && clock.monotonic() - lastMs < readEveryMs) return;
    this.#soughtAtMs.set(record.id, clock.monotonic());
    const found = await newTriggerOrders(client, terms, record.sentAtMs).catch(() => []);
    const [orderId] = found;
    if (orderId === undefined || found.length > 1) return;
    writeOr(this.#context, { event: 'settled', id, key: child.key, verdict: 'done', orderId });
  }
}

const isTriggerWorking = ({ state, order }: Child): boolean => state === 'working' && order.do === 'trigger';
