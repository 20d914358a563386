import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../test/run/cases.ts';
import { type Random, seededRandom } from '../../../platform/time/random.ts';
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

describe('connecting', () => {
  test('start, session, open', () => {
    const { state, effects } = play(...connected);
    expect(effects).toEqual([['drop', 'bootstrap'], ['open'], []]);
    expect(state).toMatchObject({ state: 'connected', reason: null, attempt: 1 });
  });

  test('start while connecting changes nothing; stop ends it', () => {
    expect(play(start, start).last).toEqual([]);
    expect(play(...connected, { type: 'stop' })).toMatchObject({ state: initialMachine, last: ['drop'] });
  });

  test('a countdown ends in a new bootstrap, at once if the user retries', () => {
    const waiting = [...connected, closed(1_006)] as const;
    expect(play(...waiting).state).toMatchObject({ state: 'reconnecting', attempt: 1, nextAttemptMs: 500 });
    expect(play(...waiting, [timer, 500])).toMatchObject({
      last: ['bootstrap'],
      state: { attempt: 2, nextAttemptMs: null },
    });
    expect(play(...waiting, retry).last).toEqual(['drop', 'bootstrap']);
  });

  test('a retry by the user resets the back-off, also during an attempt', () => {
    const tired = [start, ...Array.from({ length: 6 }, () => [session(), closed(1_006), timer]).flat()] as const;
    expect(play(...tired, session(), closed(1_006)).last).toEqual(['drop', 'wait 30000']);
    expect(play(...tired, session(), retry, closed(1_006)).last).toEqual(['drop', 'wait 500']);
  });
});

/** Every code a connection can end with, by the row that it belongs to. */
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const rows = {
  refused: range(4_000, 4_099),
  overloaded: range(4_100, 4_199),
  hurried: range(4_200, 4_299),
  final: range(4_300, 4_399),
  lost: [...range(1_000, 1_015), 3_000, 3_999, null],
};

/** What happens on a connection that has stood for a minute. */
describe('close codes', () => {
  const drop = (code: number | null, reason?: string) => play(...connected, [closed(code, reason), 60_000]);
  const failed: MachineEvent = { type: 'bootstrap-failed', reason: 'down', isFinal: false };

  test('4000–4099: one new session at once; with unchanged parameters: failed, with the reason', () => {
    for (const code of rows.refused) {
      expect(drop(code), `${code}`).toMatchObject({ last: ['drop', 'bootstrap'], state: { state: 'reconnecting' } });
      const { state, last } = play(...connected, [closed(code, 'no such app'), 60_000], session('A'));
      expect(last, `${code}`).toEqual(['drop']);
      const hint = code === 4_009 ? ': check the key' : '';
      const reason = `the server closed the connection (${code})${hint}: no such app`;
      expect(state, `${code}`).toMatchObject({ state: 'failed', reason });
    }
  });

  test('4000–4099 with changed parameters: tried once more, then failed', () => {
    for (const code of rows.refused) {
      const again = [...connected, closed(code), session('B')] as const;
      expect(play(...again).last, `${code}`).toEqual(['open']);
      expect(play(...again, closed(code)).state.state, `${code}`).toBe('failed');
      expect(play(...again, opened, [closed(code), 1_000]).state.state, `${code}`).toBe('failed');
    }
  });

  test('4000–4099: the refusal is kept if a bootstrap fails on the network', () => {
    expect(play(...connected, closed(4_001), failed, timer, session('A')).state.state).toBe('failed');
  });

  test('4000–4099: a stable connection in between clears the refusal', () => {
    const again = [...connected, closed(4_001), session('B'), opened] as const;
    expect(play(...again, [closed(4_001), 10_000]).last).toEqual(['drop', 'bootstrap']);
  });

  test('4100–4199: back off from 1 s', () => {
    for (const code of rows.overloaded) expect(drop(code).last, `${code}`).toEqual(['drop', 'wait 500']);
  });

  test('4100–4199: the session’s own delay, if there is one', () => {
    for (const code of rows.overloaded) {
      const { last } = play(start, session('A', [8_000, 20_000]), closed(code));
      expect(last, `${code}`).toEqual(['drop', 'wait 4000']);
    }
  });

  test('4200–4299: at once; a second one within 10 s backs off', () => {
    for (const code of rows.hurried) {
      expect(drop(code).last, `${code}`).toEqual(['drop', 'bootstrap']);
      const again = [...connected, closed(code), session(), opened] as const;
      expect(play(...again, [closed(code), 9_999]).last, `${code}`).toEqual(['drop', 'wait 1000']);
      expect(play(...again, [closed(code), 10_000]).last, `${code}`).toEqual(['drop', 'bootstrap']);
    }
  });

  test('4200–4299 in a long outage: no longer at once, or an hour would cost more than 40 attempts', () => {
    const tired = [start, ...Array.from({ length: 8 }, () => [session(), closed(1_006), timer]).flat()] as const;
    expect(play(...tired, [session(), 60_000], closed(4_200)).last).toEqual(['drop', 'wait 150000']);
  });

  test('4300 and above: failed, with the reason', () => {
    for (const code of [...rows.final, 4_999]) {
      const { state, last } = drop(code, 'gone');
      expect(last, `${code}`).toEqual(['drop']);
      const reason = `the server closed the connection (${code}): gone`;
      expect(state, `${code}`).toMatchObject({ state: 'failed', nextAttemptMs: null, reason });
    }
  });

  test('1000–1015, 3000–3999 and no code: back off from 1 s', () => {
    for (const code of rows.lost) expect(drop(code).last, `${code}`).toEqual(['drop', 'wait 500']);
  });

  test('pusher:error while open: shown, without effect', () => {
    const { state, last } = play(...connected, { type: 'reported', reason: 'the server reports: over quota' });
    expect(last).toEqual([]);
    expect(state).toMatchObject({ state: 'connected', reason: 'the server reports: over quota' });
  });
});

describe('clock jump or resume from sleep', () => {
  const resumed: MachineEvent = { type: 'resumed' };

  test('a pending attempt is made at once', () => {
    expect(play(...connected, closed(1_006), resumed)).toMatchObject({
      last: ['bootstrap'],
      state: { state: 'reconnecting', attempt: 2, nextAttemptMs: null },
    });
  });

  test('the old timer of that attempt has no effect', () => {
    expect(play(...connected, closed(1_006), resumed, timer).last).toEqual([]);
  });

  test('failed stays failed, stopped stays stopped', () => {
    expect(play(...connected, closed(4_300), resumed)).toMatchObject({ last: [], state: { state: 'failed' } });
    expect(play(resumed)).toMatchObject({ last: [], state: initialMachine });
  });

  test('a running attempt and an open connection are not affected', () => {
    for (const script of [[start], [start, session()], connected] as const) {
      const before = play(...script).state;
      expect(play(...script, resumed)).toMatchObject({ last: [], state: before });
    }
  });
});

describe('bootstraps', () => {
  const failed = (isFinal: boolean): MachineEvent => ({ type: 'bootstrap-failed', reason: 'why', isFinal });

  test('a refused key fails until the user starts again', () => {
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
  test('stays below its maximum, and below 60 s in the first eight attempts', () => {
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

  test('an hour of failures takes at most 40 attempts, with any codes, delays and random values', () => {
    const advice = fc.array(fc.integer({ min: 0, max: 1e6 }));
    const codes = fc.constantFrom<number | null>(null, 1_006, 4_100, 4_200);
    fc.assert(
      fc.property(fc.integer(), advice, codes, fc.boolean(), (seed, adviceMs, code, isLucky) => {
        const random = isLucky ? { ...half, next: () => 0 } : seededRandom(seed);
        let { state } = step(initialMachine, start, 0, random);
        let attempts = 0;
        for (let nowMs = 0; nowMs < 3_600_000; attempts++) {
          state = step(state, session('A', adviceMs), nowMs, random).state;
          state = step(state, closed(code), nowMs, random).state;
          nowMs = state.nextAttemptMs ?? nowMs;
          state = step(state, timer, nowMs, random).state;
        }
        expect(attempts).toBeLessThanOrEqual(40);
      }),
      { numRuns: cases(400, 2_000) },
    );
  });
});

test('for any events, the machine waits exactly while a countdown runs, and never opens in failed or disconnected', () => {
  const event: fc.Arbitrary<MachineEvent> = fc.oneof(
    fc.constantFrom<MachineEvent>(start, opened, timer, retry, { type: 'stop' }, { type: 'resumed' }),
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
    { numRuns: cases(400, 2_000) },
  );
});
