import { fieldsOf } from '../../domain/fields.ts';
import type { PlanSpec } from '../../plans/plan.ts';
import type { Journal, JournalEntry } from '../../platform/journal/journal.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { isUnresolved } from '../../stores/orders/operation-records.ts';
import { fakeContext, memoryJournal, memoryModeFile } from '../pipeline/fake-context.fixture.ts';
import { startPipeline } from '../pipeline/start-pipeline.ts';
import { settle } from '../reconcile/watch-unresolved.ts';
import { FakeSpotService } from './fake-spot-service.fixture.ts';
import { bindPlanActions, type PlanActions } from './plan-actions.ts';
import { PlanRunner } from './run-plans.ts';

const mutating = new Set(['swap.execute', 'trigger.create', 'trigger.cancel']);

/** What happens to one call; the test decides. `late`: how long the answer takes, ms. */
export interface Fate {
  /** Whether it reaches the service. */
  readonly arrives: boolean;
  /** What the desk gets instead of the answer; null for the answer itself. */
  readonly error: Error | null;
  readonly lateMs: number;
  /** The desk's process is gone before the answer. */
  readonly kills: boolean;
  /** A list lacks its older half. */
  readonly cuts: boolean;
}

export const plainFate: Fate = { arrives: true, error: null, lateMs: 0, kills: false, cuts: false };

/** One process of the desk: after it is killed, it neither writes nor hears anything. */
interface Process {
  isDead: boolean;
}

/**
 * A desk with plans on a fake spot service. What is on disk outlives its processes: `restart` begins another one on the same
 * files, and `killsAt` ends one at a write, before or after the line is on disk.
 */
export class SpotDesk {
  readonly clock = new FakeClock();
  readonly service = new FakeSpotService(this.clock);
  fate: (id: string) => Fate = () => plainFate;
  killsAt: () => 'before' | 'after' | null = () => null;
  /** What left for the service and reached it, in order of leaving; `tag`: plan and key. */
  readonly sent: { readonly id: string; readonly tag: string; readonly leftAtMs: number }[] = [];
  /** Whether a request did what it was for, by the id of its record; null: that is not certain yet. */
  readonly #truths = new Map<string, () => boolean | null>();
  readonly #files = { journal: memoryJournal(), plans: memoryJournal(), mode: memoryModeFile() };
  #process: Process = { isDead: false };
  #generation = 0;
  #fake = this.#begin();

  get context() {
    return this.#fake.context;
  }

  get plans(): PlanActions {
    return bindPlanActions(this.context);
  }

  get isDead(): boolean {
    return this.#process.isDead;
  }

  /** The only plan. */
  get plan() {
    return this.context.plans.getState().plans[0]!;
  }

  get notices() {
    return this.#fake.notices();
  }

  create(spec: PlanSpec, caps = { operations: 1_000, usd: null as string | null }): string {
    const made = this.plans.create({ walletId: 'w-main', summary: 'a plan', spec, caps, arrivalPx: null });
    if ('why' in made) throw new Error(made.why);
    return made.id;
  }

  kill(): void {
    this.#process.isDead = true;
  }

  restart(): void {
    this.kill();
    this.context.timers.stop();
    this.#process = { isDead: false };
    this.#fake = this.#begin();
  }

  /** What the desk polls, as the service has it now. */
  readAll(): void {
    const { reads, readAll, context } = this.#fake;
    readAll();
    reads.answer('holdings', this.service.positions(), this.clock.now());
    reads.answer('orders', this.service.orders(), this.clock.now());
    context.session.setState({ executionsSinceUsage: 0 });
  }

  /** Lets time pass, with the desk's reads every few seconds. */
  async pass(ms: number, stepMs = 2_000): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      this.service.tick();
      this.readAll();
      await this.clock.advance(Math.min(left, stepMs));
    }
  }

  /** A person looks at the account and settles what is unknown, truthfully. */
  settleAll(): void {
    for (const record of this.context.records.getState().records.filter(isUnresolved)) {
      const truth = this.#truths.get(record.id);
      // What is in the journal and never left was not done.
      const isDone = truth ? truth() : false;
      if (isDone === null) continue;
      const verdict = isDone ? 'done' : 'not-done';
      settle(this.context, record, { verdict, by: 'person', why: 'seen in the account' });
    }
  }

  #begin() {
    const process = this.#process;
    const fake = fakeContext((id, input) => this.#answer(process, id, input), {
      clock: this.clock,
      journal: this.#mortal(process, this.#files.journal),
      modeFile: this.#files.mode,
      seed: ++this.#generation,
      isUnread: true,
    });
    const { context } = fake;
    context.session.setState({ accountId: 'https://api.example.com:443 user u1' });
    startPipeline(context);
    context.book.load(this.#mortal(process, this.#files.plans));
    // It works until its timers stop.
    void new PlanRunner(context);
    return fake;
  }

  /** Whether what just arrived has done what it was for. */
  #truthOf(id: string): () => boolean | null {
    const task = this.service.tasks.at(-1);
    if (id !== 'swap.execute' || !task) return () => true;
    return () => (task.status === 'submitted' ? null : task.status === 'success');
  }

  #mortal(process: Process, file: Journal): Journal {
    const append = (entry: JournalEntry): void => {
      if (process.isDead) throw new Error('the process is gone');
      const kill = this.killsAt();
      if (kill !== 'before') file.append(entry);
      if (kill === null) return;
      process.isDead = true;
      throw new Error('the process is gone');
    };
    return { ...file, append };
  }

  #answer(process: Process, id: string, input: unknown): Promise<unknown> {
    const never = new Promise(() => {});
    if (process.isDead) return never;
    const { arrives, error, lateMs, kills, cuts } = this.fate(id);
    const record = this.context.records.getState().records.findLast((one) => one.state === 'sent');
    const isSent = mutating.has(id) && record?.operation === id;
    const tag = isSent && record.plan ? `${record.plan.id} ${record.plan.key}` : '';
    if (isSent && arrives) this.sent.push({ id, tag, leftAtMs: this.clock.monotonic() });
    if (isSent) this.#truths.set(record.id, () => (arrives ? null : false));
    return new Promise((resolve, reject) => {
      const end = (): void => {
        try {
          if (isSent && arrives) this.#truths.set(record.id, () => false);
          const answer = arrives ? this.service.answer(id, input, tag) : null;
          if (isSent && arrives) this.#truths.set(record.id, this.#truthOf(id));
          if (kills) process.isDead = true;
          if (process.isDead) return;
          if (error) reject(error);
          else resolve(cuts ? cut(answer) : answer);
        } catch (refusal) {
          if (!process.isDead) reject(refusal instanceof Error ? refusal : new Error(String(refusal)));
        }
      };
      // What has left arrives, whatever becomes of the process that sent it.
      if (lateMs > 0) this.clock.setTimeout(end, lateMs);
      else end();
    });
  }
}

const cut = (answer: unknown): unknown =>
  Object.fromEntries(
    Object.entries(fieldsOf(answer)).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.slice(0, Math.floor(value.length / 2)) : value,
    ]),
  );
