import Big from 'big.js';
import { ApiError } from '../../client/http/errors.ts';
import { fieldsOf } from '../../domain/fields.ts';
import { isEnded, type Plan, type PlanSpec } from '../../plans/plan.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { type Random, seededRandom } from '../../platform/time/random.ts';
import { isUnresolved, type OperationRecord } from '../../stores/orders/operation-records.ts';
import { fakeContext, memoryJournal } from '../pipeline/fake-context.fixture.ts';
import { startPipeline } from '../pipeline/start-pipeline.ts';
import { settle } from '../reconcile/watch-unresolved.ts';
import { FakeVenue } from './fake-venue.fixture.ts';
import { bindPlanActions } from './plan-actions.ts';
import { PlanRunner } from './run-plans.ts';

const tickMs = 500;
const mutating = new Set(['perp.placeOrder', 'perp.modifyOrder', 'perp.cancelOrder']);

/** A desk that works plans, until it is killed: then nothing that it does has an effect any more. */
interface Process {
  readonly fake: ReturnType<typeof fakeContext>;
  readonly runner: PlanRunner;
  readonly plans: ReturnType<typeof bindPlanActions>;
}

/**
 * One plan on the fake venue, worked by one desk after another on the same files, with whatever can go wrong. The same seed
 * makes the same life.
 */
export class PlanLife {
  readonly clock = new FakeClock();
  readonly venue = new FakeVenue(this.clock);
  readonly planFile = memoryJournal();
  readonly #journal = memoryJournal();
  readonly random: Random;
  /** What happened, for the message of a failure. */
  readonly log: string[] = [];
  /** Since the start, ms of a clock that never jumps. */
  readonly sends: number[] = [];
  readonly kills: number[] = [];
  readonly jumps: number[] = [];
  isCalm = false;
  /** Whether lists may be older than what was last answered. */
  /** When each change left, by its cloid; it may arrive much later, as after a sleep. Monotonic. */
  readonly changesSentAtMs = new Map<string, number>();
  readonly hasStaleReads: boolean;
  #process: Process;
  #alive = { is: true };
  #starts = 0;
  /** So many more lines until the desk is killed while it writes; null: it is not. */
  #fuse: number | null = null;
  #stale = new Map<string, { readonly answer: unknown; readonly atMs: number }>();

  constructor(seed: number) {
    this.random = seededRandom(seed);
    this.hasStaleReads = this.random.next() < 0.6;
    this.venue.changesOid = this.random.next() < 0.5;
    this.#process = this.#start();
  }

  get plan(): Plan {
    return this.#process.fake.context.plans.getState().plans[0]!;
  }

  get isOver(): boolean {
    return isEnded(this.plan);
  }

  /** For the message of a failure: what happened, and what the plan file says. */
  story(): string {
    return [...this.log, ...this.planFile.entries().map((line) => JSON.stringify(line))].join('\n');
  }

  create(spec: PlanSpec): void {
    const caps = { operations: 5_000, usd: null };
    const made = this.#process.plans.create({ walletId: 'w', summary: 'plan', spec, caps, arrivalPx: '100' });
    if ('why' in made) throw new Error(made.why);
  }

  cancel(leavesOrders: boolean): void {
    this.log.push(`cancel ${leavesOrders}`);
    this.#process.plans.cancel(this.plan.id, leavesOrders);
  }

  /** Lets half a second pass, in which anything may happen. */
  async tick(): Promise<void> {
    const { random } = this;
    if (!this.#alive.is) this.#restart();
    if (this.#chance(0.6)) this.venue.moveTo(this.venue.mid.plus(new Big(random.int(41) - 20).div(100)));
    if (this.#chance(0.3)) this.venue.trade(new Big(1 + random.int(120)).div(1_000));
    if (this.#chance(0.1))
      this.venue.depth = random.next() < 0.5 ? new Big(1 + random.int(150)).div(1_000) : new Big(1_000_000);
    if (!this.isCalm) this.#disturb();
    if (this.#chance(0.2)) this.#decide();
    this.#feed();
    await this.clock.advance(tickMs);
  }

  /** From now on nothing goes wrong any more. */
  calm(): void {
    this.isCalm = true;
    this.#fuse = null;
    this.venue.depth = new Big(1_000_000);
    this.#process.fake.context.trading.setState({ mode: 'active' });
  }

  #chance = (share: number): boolean => this.random.next() < share;

  #disturb(): void {
    const { random, clock } = this;
    if (this.#chance(0.01)) this.#kill();
    if (this.#chance(0.02)) this.#fuse = random.int(4);
    if (this.#chance(0.01)) clock.stall(random.int(600_000));
    if (this.#chance(0.015)) {
      const ms = random.int(7_200_000) - 3_600_000;
      this.log.push(`clock ${ms}`);
      this.jumps.push(clock.monotonic());
      clock.jumpWall(ms);
    }
    const { trading } = this.#process.fake.context;
    if (this.#chance(0.008)) {
      this.log.push('halt');
      trading.setState({ mode: 'halted' });
    } else if (this.#chance(0.2)) trading.setState({ mode: 'active' });
  }

  /** What a person does: resumes what is paused, and finds out what no read could. */
  #decide(): void {
    const { fake, plans } = this.#process;
    const { context } = fake;
    for (const record of context.records.getState().records)
      if (isUnresolved(record) && context.records.getState().nextLooks[record.id] === undefined) {
        const verdict = this.#isDone(record) ? 'done' : 'not-done';
        this.log.push(`person: ${record.summary} ${verdict}`);
        settle(context, record, { verdict, by: 'person', why: 'seen at the venue' });
      }
    if (this.plan?.state === 'paused') plans.resume(this.plan.id);
  }

  #isDone({ input }: OperationRecord): boolean {
    const body = fieldsOf(fieldsOf(input)['body']);
    const cloid = body['newCloid'] ?? body['cloid'];
    if (cloid !== undefined) return this.venue.orders.some((order) => order.cloid === cloid);
    return ![...this.venue.orders, ...this.venue.stops].some(({ oid, isOpen }) => oid === body['oid'] && isOpen);
  }

  #kill(): void {
    if (!this.#alive.is) return;
    this.log.push(`kill after ${this.planFile.entries().length} lines`);
    this.kills.push(this.clock.monotonic());
    this.#alive.is = false;
    this.#fuse = null;
    this.#process.fake.context.timers.stop();
    this.#stale.clear();
  }

  #restart(): void {
    if (!this.isCalm && this.#chance(0.5)) return;
    this.#alive = { is: true };
    this.#process = this.#start();
  }

  #start(): Process {
    const alive = this.#alive;
    this.#starts++;
    const fake = fakeContext((id, input) => this.#answer(alive, id, input), {
      clock: this.clock,
      journal: this.#disk(alive, this.#journal),
      seed: 1_000 * this.#starts + this.random.int(1_000),
      isUnread: true,
    });
    const { context } = fake;
    startPipeline(context);
    context.book.load(this.#disk(alive, this.planFile));
    fake.reads.answer(
      'usage',
      { keyId: 'k', scopes: ['trade:perp'], constraints: null, usage: null },
      this.clock.now(),
    );
    const process = { fake, runner: new PlanRunner(context), plans: bindPlanActions(context) };
    this.#process = process;
    this.#feed();
    return process;
  }

  /** The reads of the desk. */
  #feed(): void {
    const { reads } = this.#process.fake;
    const nowMs = this.clock.now();
    // About a coin a second.
    const ctx = { markPx: this.venue.mid.toFixed(), dayNtlVlm: '8640000' };
    reads.answer('markets', [{ ctx, meta: { name: 'BTC', szDecimals: 3, maxLeverage: 20 } }], nowMs);
    for (const name of ['positions', 'perpOrders'] as const)
      if (Math.abs(nowMs - this.#process.fake.context.data.read(name).updatedAtMs) > 10_000)
        reads.answer(name, name === 'perpOrders' ? [] : this.venue.answer('perp.positions', {}), nowMs);
  }

  #disk(alive: { readonly is: boolean }, file: Journal): Journal {
    return {
      ...file,
      append: (entry) => {
        if (!alive.is) throw new Error('killed');
        if (this.#fuse === null || this.#fuse-- > 0) return file.append(entry);
        if (this.#chance(0.5)) file.append(entry);
        this.#kill();
        throw new Error('killed');
      },
    };
  }

  async #answer(alive: { readonly is: boolean }, id: string, input: unknown): Promise<unknown> {
    if (!alive.is) return dead();
    const isFaulty = !this.isCalm;
    const fault = isFaulty ? this.random.next() : 1;
    if (mutating.has(id) && fault < 0.03) throw unsent(id);
    if (id === 'perp.placeOrder') this.sends.push(this.clock.monotonic());
    if (id === 'perp.modifyOrder')
      this.changesSentAtMs.set(String(fieldsOf(fieldsOf(input)['body'])['newCloid']), this.clock.monotonic());
    await this.#sleep(this.random.int(300));
    if (fault < 0.08) throw new Error('the connection broke');
    if (mutating.has(id) && fault < 0.11) return this.#if(alive, { results: [{ status: 'error', error: 'rejected' }] });
    const answer = this.#read(id, input, fault);
    if (mutating.has(id) && fault < 0.17) throw new Error('the answer was lost');
    await this.#sleep(this.random.int(300));
    return this.#if(alive, answer);
  }

  /** Lists may be up to 1.5 s old. */
  #read(id: string, input: unknown, fault: number): unknown {
    const name = `${id} ${JSON.stringify(fieldsOf(input)['query'])}`;
    const old = this.#stale.get(name);
    const nowMs = this.clock.monotonic();
    if (this.hasStaleReads && id.endsWith('s') && fault < 0.3 && old && nowMs - old.atMs < 1_500) return old.answer;
    const answer = this.venue.answer(id, input);
    if (id.endsWith('s')) this.#stale.set(name, { answer, atMs: nowMs });
    return answer;
  }

  #if = (alive: { readonly is: boolean }, answer: unknown): unknown => (alive.is ? answer : dead());

  #sleep = (ms: number): Promise<void> => new Promise((resolve) => this.clock.setTimeout(resolve, ms));
}

const dead = (): Promise<never> => new Promise(() => {});

const unsent = (endpointId: string): ApiError =>
  new ApiError({ endpointId, kind: 'network', code: 'ECONNREFUSED', outcome: 'not-sent', message: 'no connection' });
