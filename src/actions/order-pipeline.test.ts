import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../test/run/cases.ts';
import type { TradingMode } from '../stores/account/trading.ts';
import { isUnresolved } from '../stores/orders/operation-records.ts';
import { bindActions } from './desk-actions.ts';
import { fakeContext, memoryJournal } from './pipeline/fake-context.fixture.ts';
import { orderKinds, rejection, unknownEndings } from './pipeline/operation-kinds.fixture.ts';
import { startPipeline } from './pipeline/start-pipeline.ts';
import { setTradingMode } from './pipeline/trading-mode.ts';

type Ending = 'accepted' | 'rejected' | 'lost';

interface Pending {
  readonly id: string;
  readonly accepted: unknown;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** A desk, its service, and everything that may happen to them; `wrongs` are violated rules. */
class World {
  #isFull = false;
  readonly #journal = memoryJournal(() => this.#isFull);
  #desk = fakeContext((id) => this.#serve(id), { journal: this.#journal, isUnread: true });
  #pending: Pending[] = [];
  #account = 0;
  /** The mode that the user set last, across restarts. */
  #mode: TradingMode = 'active';
  #confirmed = 0;
  readonly #received: string[] = [];
  readonly #answered = new Map<string, Ending>();
  readonly wrongs: string[] = [];

  #serve(id: string): unknown {
    const kind = orderKinds.find(({ mutation }) => mutation === id);
    if (kind) return this.#receive(id, kind.risk, kind.accepted);
    if (id === 'tasks.get')
      return { taskId: 'task-1', taskType: 'swap', status: this.#account === 5 ? 'success' : 'pending' };
    const seen = orderKinds[this.#account];
    if (this.#account > orderKinds.length) throw unknownEndings[0]?.[1];
    if (seen && (seen.read === id || id in seen.also)) return seen.read === id ? seen.after : seen.also[id];
    return orderKinds.find(({ read }) => read === id)?.before ?? orderKinds.find(({ also }) => id in also)?.also[id];
  }

  /** A mutating request arrives. */
  #receive(operation: string, risk: string, accepted: unknown): Promise<unknown> {
    const { trading, records } = this.#desk.context;
    const { lock } = trading.getState();
    const mode = this.#mode;
    if (mode === 'halted' || (mode === 'reducing' && risk === 'adds')) this.wrongs.push(`sent while ${mode}`);
    if (lock) this.wrongs.push('sent while locked');
    if (!records.getState().isLoaded) this.wrongs.push('sent before the journal was read');
    const line = this.#journal.entries().at(-1);
    const id = String(line?.['id']);
    if (line?.['event'] !== 'sent' || line['operation'] !== operation)
      this.wrongs.push('sent before its line was written');
    if (this.#received.includes(id)) this.wrongs.push('sent twice');
    this.#received.push(id);
    return new Promise((resolve, reject) => this.#pending.push({ id, accepted, resolve, reject }));
  }

  submit(kind: number): void {
    this.#confirmed++;
    void orderKinds[kind]?.send(bindActions(this.#desk.context));
  }

  answer(which: number, ending: Ending): void {
    const [one] = this.#pending.splice(which % Math.max(1, this.#pending.length), 1);
    if (!one) return;
    this.#answered.set(one.id, ending);
    if (ending === 'accepted') one.resolve(one.accepted);
    else one.reject(ending === 'rejected' ? rejection : unknownEndings[which % unknownEndings.length]?.[1]);
  }

  /** What the account shows from now on: an order's effect, nothing new, or an unreadable response. */
  show(account: number): void {
    this.#account = account;
  }

  pass(ms: number): Promise<void> {
    return this.#desk.clock.advance(ms);
  }

  readAll(): void {
    this.#desk.readAll();
  }

  #someUnresolved(which: number) {
    const doubts = this.#desk.context.records.getState().records.filter(isUnresolved);
    return doubts[which % Math.max(1, doubts.length)]?.id ?? 'nobody';
  }

  decide(which: number, verdict: 'done' | 'not-done'): void {
    bindActions(this.#desk.context).decide(this.#someUnresolved(which), verdict);
  }

  reconcileNow(which: number): void {
    void bindActions(this.#desk.context).reconcileNow(this.#someUnresolved(which));
  }

  mode(mode: TradingMode): void {
    this.#mode = mode;
    setTradingMode(this.#desk.context, mode, 'a key');
  }

  lock(isHeld: boolean): void {
    this.#desk.context.trading.setState({ lock: isHeld ? 'Another desk.' : null });
  }

  fill(isFull: boolean): void {
    this.#isFull = isFull;
  }

  /** Kills the program and starts another: no pending response reaches anybody. */
  restart(): void {
    this.#pending = [];
    this.#desk = this.#desk.restart((id) => this.#serve(id));
  }

  load(): void {
    if (!this.#desk.context.records.getState().isLoaded) startPipeline(this.#desk.context);
  }

  check(): void {
    expect(this.wrongs).toEqual([]);
    expect(this.#received.length).toBeLessThanOrEqual(this.#confirmed);
    const lines = this.#journal.entries();
    expect(lines.flatMap(({ event, id }) => (event === 'sent' ? [id] : []))).toEqual(this.#received);
    const { records } = this.#desk.context.records.getState();
    const open = records
      .filter((record) => record.state === 'sent' || isUnresolved(record))
      .map(({ blocks }) => blocks);
    expect(new Set(open).size).toBe(open.length);
    const settled = lines.flatMap(({ event, id }) => (event === 'resolved' ? [id] : []));
    expect(new Set(settled).size).toBe(settled.length);
    for (const { id, state } of records)
      if (state === 'rejected' || state === 'accepted') expect(this.#answered.get(id)).toBe(state);
    for (const { event, id } of lines)
      if (event === 'rejected' || event === 'accepted') expect(this.#answered.get(String(id))).toBe(event);
  }

  /** The next start must know every request, and treat each one without a recorded outcome as unknown. */
  checkNextStart(): void {
    this.fill(false);
    this.restart();
    this.load();
    const lines = this.#journal.entries();
    const { records } = this.#desk.context.records.getState();
    expect(records.map(({ id }) => id)).toEqual(this.#received);
    for (const record of records) {
      const isOver = lines.some(
        ({ id, event }) => id === record.id && /^(accepted|rejected|resolved)$/.test(String(event)),
      );
      expect(isUnresolved(record)).toBe(!isOver);
    }
    this.check();
    this.#desk.context.timers.stop();
    expect(this.#desk.clock.pending).toBe(0);
  }
}

type Step = (world: World) => unknown;
const step = <T>(
  arbitrary: fc.Arbitrary<T>,
  name: string,
  run: (world: World, value: T) => unknown,
): fc.Arbitrary<Step> =>
  arbitrary.map((value) =>
    Object.assign((world: World) => run(world, value), { toString: () => `${name} ${JSON.stringify(value)}` }),
  );

const which = fc.nat(5);
const steps = fc.oneof(
  { weight: 8, arbitrary: step(fc.nat(5), 'submit', (world, kind) => world.submit(kind)) },
  {
    weight: 2,
    arbitrary: step(fc.nat(5), 'submit twice at once', (world, kind) => {
      world.submit(kind);
      world.submit(kind);
    }),
  },
  {
    weight: 6,
    arbitrary: step(
      fc.tuple(which, fc.constantFrom<Ending>('accepted', 'rejected', 'lost', 'lost', 'lost')),
      'answer',
      (world, [index, ending]) => world.answer(index, ending),
    ),
  },
  {
    weight: 4,
    arbitrary: step(fc.constantFrom(0, 700, 2_000, 5_000, 30_000, 61_000), 'pass', (world, ms) => world.pass(ms)),
  },
  { weight: 3, arbitrary: step(fc.nat(7), 'show', (world, account) => world.show(account)) },
  { weight: 3, arbitrary: step(fc.constant(null), 'read all', (world) => world.readAll()) },
  {
    weight: 2,
    arbitrary: step(
      fc.tuple(which, fc.constantFrom<'done' | 'not-done'>('done', 'not-done')),
      'decide',
      (world, [index, verdict]) => world.decide(index, verdict),
    ),
  },
  { weight: 2, arbitrary: step(which, 'look again', (world, index) => world.reconcileNow(index)) },
  { weight: 2, arbitrary: step(fc.constant(null), 'restart', (world) => world.restart()) },
  { weight: 6, arbitrary: step(fc.constant(null), 'load', (world) => world.load()) },
  {
    weight: 2,
    arbitrary: step(
      fc.constantFrom<TradingMode>('active', 'active', 'active', 'reducing', 'halted'),
      'mode',
      (world, mode) => world.mode(mode),
    ),
  },
  { weight: 1, arbitrary: step(fc.constantFrom(true, false, false), 'lock', (world, isHeld) => world.lock(isHeld)) },
  {
    weight: 1,
    arbitrary: step(fc.constantFrom(true, false, false), 'disk full', (world, isFull) => world.fill(isFull)),
  },
);

test('for any events in any order, the rules of sending hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 60, size: 'max' }), async (happening) => {
      const world = new World();
      world.load();
      for (const happen of happening) {
        await happen(world);
        await world.pass(0);
        world.check();
      }
      world.checkNextStart();
    }),
    { numRuns: cases(80, 500) },
  );
});
