import { withPlanLine } from '../../plans/fold-plan.ts';
import { isEnded, type Plan, type PlanLine, planLine } from '../../plans/plan.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { nothingYet, type PlanNow, type PlansStore } from '../../stores/orders/plans.ts';

/** How many ended plans of earlier runs are shown. */
const shownEnded = 50;

type LineOf<E extends PlanLine['event']> = Extract<PlanLine, { event: E }>;
/** A line without its time. */
export type NewLine = { [E in PlanLine['event']]: Omit<LineOf<E>, 'at'> }[PlanLine['event']];

/** Keeps the account's plan file and the plans store in step: a line is on disk before the store changes. */
export class PlanBook {
  readonly #store: PlansStore;
  readonly #clock: Pick<Clock, 'now'>;
  #file: Journal | null = null;

  constructor(store: PlansStore, clock: Pick<Clock, 'now'>) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Takes over the account's plan file. Only the program that holds the account may. Throws if it cannot be read. */
  load(file: Journal): void {
    const { entries, badLines } = file.read();
    const plans = new Map<string, Plan>();
    let unread = badLines;
    for (const entry of entries) {
      const line = planLine.safeParse(entry).data;
      const plan = line && withPlanLine(plans.get(line.id) ?? null, line);
      if (plan) plans.set(plan.id, plan);
      else unread++;
    }
    const all = [...plans.values()];
    const ended = all.filter(isEnded).slice(-shownEnded);
    this.#file = file;
    this.#store.setState({
      plans: all.filter((plan) => !isEnded(plan) || ended.includes(plan)),
      isLoaded: true,
      badLines: unread,
    });
  }

  get(id: string): Plan | undefined {
    return this.#store.getState().plans.find((plan) => plan.id === id);
  }

  /** Throws if the line cannot be written; then nothing has changed. */
  write(line: NewLine): void {
    if (!this.#file) throw new Error('the plans of this account have not been read yet');
    const entry = { ...line, at: this.#clock.now() } as PlanLine;
    this.#file.append(entry);
    const plan = withPlanLine(this.get(line.id) ?? null, entry);
    if (!plan) return;
    const { plans } = this.#store.getState();
    const index = plans.findIndex(({ id }) => id === line.id);
    this.#store.setState({ plans: index === -1 ? [...plans, plan] : plans.with(index, plan) });
  }

  /** What a plan does at this moment. */
  say(id: string, change: Partial<PlanNow>): void {
    this.#store.setState(({ now }) => ({ now: { ...now, [id]: { ...(now[id] ?? nothingYet), ...change } } }));
  }

  close(): void {
    this.#file?.close();
    this.#file = null;
    this.#store.setState({ isLoaded: false });
  }
}
