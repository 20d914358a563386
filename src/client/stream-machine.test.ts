import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Random, seededRandom } from '../platform/random.ts';
import { backoffMs } from './stream-backoff.ts';
import { initialMachine, type MachineEvent, type MachineState, step } from './stream-machine.ts';

const half: Random = { ...seededRandom(1), next: () => 0.5 };

/** Plays events, `[event, ms since the one before]`, and gives the last state with the effects of each event. */
function play(...script: (MachineEvent | [MachineEvent, number])[]) {
  let state: MachineState = initialMachine;
  let nowMs = 0;
  const effects: string[][] = [];
  for (const entry of script) {
    const [event, passedMs] = Array.isArray(entry) ? entry : [entry, 0];
    nowMs += passedMs;
    const next = step(state, event, nowMs, half);
    state = next.state;
    effects.push(next.effects.map((effect) => (effect.type === 'wait' ? `wait ${effect.delayMs}` : effect.type)));
  }
  return { state, effects, last: effects.at(-1) };
}

const start: MachineEvent = { type: 'start' };
const opened: MachineEvent = { type: 'opened' };
const timer: MachineEvent = { type: 'timer' };
const retry: MachineEvent = { type: 'retry' };
const session = (parameters = 'A', adviceMs: number[] = []): MachineEvent => ({
  type: 'bootstrapped',
  parameters,
  adviceMs,
});
const closed = (code: number | null, reason = ''): MachineEvent => ({ type: 'closed', code, reason });
const connected = [start, session(), opened] as const;

describe('the way up', () => {
  test('start, session, open', () => {
    const { state, effects } = play(...connected);
    expect(effects).toEqual([['drop', 'bootstrap'], ['open'], []]);
    expect(state).toMatchObject({ state: 'connected', reason: null, attempt: 1 });
  });

  test('start while it is under way changes nothing; stop ends it', () => {
    expect(play(start, start).last).toEqual([]);
    expect(play(...connected, { type: 'stop' })).toMatchObject({ state: initialMachine, last: ['drop'] });
  });

  test('a countdown ends in a fresh bootstrap, at once when a person asks', () => {
    const waiting = [...connected, closed(1_006)] as const;
    expect(play(...waiting).state).toMatchObject({ state: 'reconnecting', attempt: 1, nextAttemptMs: 500 });
    expect(play(...waiting, [timer, 500])).toMatchObject({
      last: ['bootstrap'],
      state: { attempt: 2, nextAttemptMs: null },
    });
    expect(play(...waiting, retry).last).toEqual(['drop', 'bootstrap']);
  });

  test('a person who asks begins the back-off anew, also while an attempt is under way', () => {
    const tired = [start, ...Array.from({ length: 6 }, () => [session(), closed(1_006), timer]).flat()] as const;
    expect(play(...tired, session(), closed(1_006)).last).toEqual(['drop', 'wait 30000']);
    expect(play(...tired, session(), retry, closed(1_006)).last).toEqual(['drop', 'wait 500']);
  });
});

/** The table of close codes, row by row: what happens on a connection that has stood for a minute. */
describe('close codes', () => {
  const drop = (code: number | null, reason?: string) => play(...connected, [closed(code, reason), 60_000]);

  test.each([4_000, 4_001, 4_009, 4_050, 4_099])('%d: one fresh bootstrap, at once', (code) => {
    expect(drop(code)).toMatchObject({ last: ['drop', 'bootstrap'], state: { state: 'reconnecting' } });
  });

  test.each([4_001, 4_099])('%d with unchanged parameters: failed, with the reason', (code) => {
    const { state, last } = play(...connected, closed(code, 'no such app'), session('A'));
    expect(last).toEqual(['drop']);
    expect(state).toMatchObject({ state: 'failed', reason: `the server closed the connection (${code}): no such app` });
  });

  test('4001 with changed parameters: tried once more, then failed', () => {
    const again = [...connected, closed(4_001), session('B')] as const;
    expect(play(...again).last).toEqual(['open']);
    expect(play(...again, closed(4_001)).state.state).toBe('failed');
    expect(play(...again, opened, [closed(4_001), 1_000]).state.state).toBe('failed');
  });

  test('a server that accepts and refuses in turn is not asked for ever', () => {
    const { state } = play(...connected, closed(4_009), session('A'));
    expect(state).toMatchObject({ state: 'failed' });
    expect(state.reason).toMatch(/check the key/);
  });

  test('the refusal outlives a bootstrap that fails on the network', () => {
    const failed: MachineEvent = { type: 'bootstrap-failed', reason: 'down', isFinal: false };
    expect(play(...connected, closed(4_001), failed, timer, session('A')).state.state).toBe('failed');
  });

  test('a steady connection in between forgets the refusal', () => {
    const again = [...connected, closed(4_001), session('B'), opened] as const;
    expect(play(...again, [closed(4_001), 10_000]).last).toEqual(['drop', 'bootstrap']);
  });

  test.each([4_100, 4_150, 4_199])('%d: back off from 1 s', (code) => {
    expect(drop(code).last).toEqual(['drop', 'wait 500']);
  });

  test('41xx: the advice of the session instead, where there is one', () => {
    const { last } = play(start, session('A', [8_000, 20_000]), closed(4_100));
    expect(last).toEqual(['drop', 'wait 4000']);
  });

  test.each([4_200, 4_201, 4_299])('%d: at once; a second one within 10 s backs off', (code) => {
    expect(drop(code).last).toEqual(['drop', 'bootstrap']);
    const again = [...connected, closed(code), session(), opened] as const;
    expect(play(...again, [closed(code), 9_999]).last).toEqual(['drop', 'wait 1000']);
    expect(play(...again, [closed(code), 10_000]).last).toEqual(['drop', 'bootstrap']);
  });

  test.each([4_300, 4_301, 4_999])('%d: failed, with the reason', (code) => {
    expect(drop(code, 'gone')).toMatchObject({ last: ['drop'], state: { state: 'failed', nextAttemptMs: null } });
    expect(drop(code, 'gone').state.reason).toMatch(/gone/);
  });

  test.each([1_000, 1_001, 1_002, 1_005, 1_006, 1_009, 1_015, 3_000, 3_999, null])('%s: back off from 1 s', (code) => {
    expect(drop(code).last).toEqual(['drop', 'wait 500']);
  });

  test('an error while open is shown, and decides nothing', () => {
    const { state, last } = play(...connected, { type: 'reported', reason: 'the server reports: over quota' });
    expect(last).toEqual([]);
    expect(state).toMatchObject({ state: 'connected', reason: 'the server reports: over quota' });
  });
});

describe('bootstraps', () => {
  const failed = (isFinal: boolean): MachineEvent => ({ type: 'bootstrap-failed', reason: 'why', isFinal });

  test('a refused key fails for good until a person starts again', () => {
    const dead = [start, failed(true)] as const;
    expect(play(...dead).state).toMatchObject({ state: 'failed', reason: 'why' });
    expect(play(...dead, timer).last).toEqual([]);
    expect(play(...dead, retry).last).toEqual(['drop', 'bootstrap']);
    expect(play(...dead, start).state).toMatchObject({ state: 'connecting', attempt: 1 });
  });

  test('any other failure backs off, doubling', () => {
    const script = Array.from({ length: 7 }, () => [failed(false), timer]).flat();
    const waits = play(start, ...script)
      .effects.flat()
      .filter((effect) => effect.startsWith('wait'));
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000].map((ms) => `wait ${ms}`));
  });
});

describe('back-off', () => {
  test('stays under its ceiling, and under 60 s in the first eight attempts', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 8 }),
        fc.array(fc.integer({ min: -5, max: 1e9 })),
        (seed, attempt, advice) => {
          const delayMs = backoffMs(attempt, advice, seededRandom(seed));
          expect(delayMs).toBeGreaterThanOrEqual(0);
          expect(delayMs).toBeLessThan(60_000);
          if (advice.length === 0) expect(delayMs).toBeLessThan(1_000 * 2 ** Math.max(0, attempt - 1));
        },
      ),
    );
  });

  test('an hour of failures costs at most 40 attempts, with any advice and any luck', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.integer({ min: 0, max: 1e6 })), fc.boolean(), (seed, adviceMs, isLucky) => {
        const random = isLucky ? { ...half, next: () => 0 } : seededRandom(seed);
        let { state } = step(initialMachine, start, 0, random);
        let attempts = 0;
        for (let nowMs = 0; nowMs < 3_600_000; attempts++) {
          state = step(state, session('A', adviceMs), nowMs, random).state;
          state = step(state, closed(1_006), nowMs, random).state;
          nowMs = state.nextAttemptMs!;
          state = step(state, timer, nowMs, random).state;
        }
        expect(attempts).toBeLessThanOrEqual(40);
      }),
      { numRuns: 2_000 },
    );
  });
});

test('whatever happens, the machine waits exactly when a countdown runs, and never opens in failed or disconnected', () => {
  const event: fc.Arbitrary<MachineEvent> = fc.oneof(
    fc.constantFrom<MachineEvent>(start, opened, timer, retry, { type: 'stop' }),
    fc.constantFrom('A', 'B').map((parameters) => session(parameters)),
    fc.boolean().map((isFinal): MachineEvent => ({ type: 'bootstrap-failed', reason: 'x', isFinal })),
    fc.constantFrom(null, 1_000, 1_006, 4_001, 4_100, 4_200, 4_300).map((code) => closed(code)),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let state = initialMachine;
      events.forEach((one, index) => {
        const next = step(state, one, index * 1_000, half);
        state = next.state;
        const types = next.effects.map(({ type }) => type);
        if (types.includes('wait')) expect(state.nextAttemptMs).not.toBeNull();
        if (state.state === 'failed' || state.state === 'disconnected')
          expect(types.filter((type) => type !== 'drop')).toEqual([]);
        if (types.includes('bootstrap')) expect(state.nextAttemptMs).toBeNull();
      });
    }),
    { numRuns: 2_000 },
  );
});
