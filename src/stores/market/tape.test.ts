import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Tape, type TapeFilter, type TapeRow, type TapeSwap } from './tape.ts';
import { tapeSwap } from './tape-swap.fixture.ts';

const all: TapeFilter = { tokenId: null, minUsd: 0 };

const swap = ({ usd = 100, ...over }: Partial<TapeSwap> = {}) =>
  tapeSwap({ tokenId: 'a', sizeUsd: String(usd), usd, ...over });

const tapeOf = (count: number, capacity?: number): Tape => {
  const tape = new Tape(capacity);
  for (let index = 0; index < count; index++) tape.push(swap());
  return tape;
};

const seqs = (rows: readonly TapeRow[]): number[] => rows.map(({ seq }) => seq);

describe('rows', () => {
  test('come newest first, numbered from 1', () => {
    const tape = tapeOf(3);
    expect(seqs(tape.latest(10, all))).toEqual([3, 2, 1]);
    expect(tape.getState().lastSeq).toBe(3);
    expect(seqs(tape.latest(2, all))).toEqual([3, 2]);
    expect(seqs(tape.latest(2, all, undefined, 2))).toEqual([1]);
  });

  test('beyond the capacity overwrite the oldest', () => {
    expect(seqs(tapeOf(7, 3).latest(10, all))).toEqual([7, 6, 5]);
  });

  test('added after a pause do not appear in the paused view', () => {
    const tape = tapeOf(3);
    const heldAt = tape.getState().lastSeq;
    tape.push(swap());
    expect(seqs(tape.latest(10, all, heldAt))).toEqual([3, 2, 1]);
  });

  test('of a paused view that the ring has overwritten are not shown as others', () => {
    const tape = tapeOf(3, 3);
    for (let index = 0; index < 2; index++) tape.push(swap());
    expect(seqs(tape.latest(10, all, 3))).toEqual([3]);
    for (let index = 0; index < 5; index++) tape.push(swap());
    expect(tape.latest(10, all, 3)).toEqual([]);
  });

  test('are filtered by token and size, but a gap is always shown', () => {
    const tape = new Tape();
    tape.push(swap({ tokenId: 'a', usd: 99.99 }));
    tape.push(swap({ tokenId: 'a', usd: 100 }));
    tape.push(swap({ tokenId: 'b', usd: 5000 }));
    tape.push({ kind: 'gap', atMs: 0, lengthMs: 10, reason: 'x' });
    tape.push({ kind: 'unreadable', atMs: 0, tokenId: 'a', reason: 'x' });
    tape.push({ kind: 'unreadable', atMs: 0, tokenId: 'b', reason: 'x' });
    expect(seqs(tape.latest(10, { tokenId: 'a', minUsd: 100 }))).toEqual([5, 4, 2]);
    expect(seqs(tape.latest(10, { tokenId: null, minUsd: 1000 }))).toEqual([6, 5, 4, 3]);
  });

  test('notify subscribers once each', () => {
    let changes = 0;
    const tape = new Tape();
    tape.subscribe(() => changes++);
    tape.push(swap());
    tape.push(swap());
    expect(changes).toBe(2);
  });

  test('match those of a plain list', () => {
    const push = fc.record({
      kind: fc.constantFrom('swap', 'gap', 'unreadable'),
      tokenId: fc.constantFrom('a', 'b'),
      usd: fc.integer({ min: 0, max: 5 }),
    });
    const view = fc.record({
      count: fc.integer({ min: 0, max: 12 }),
      skip: fc.integer({ min: 0, max: 12 }),
      back: fc.integer({ min: 0, max: 12 }),
      tokenId: fc.constantFrom(null, 'a', 'b'),
      minUsd: fc.integer({ min: 0, max: 5 }),
    });
    fc.assert(
      fc.property(
        fc.array(push, { maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        view,
        (pushes, capacity, seen) => {
          const tape = new Tape(capacity);
          const model: { seq: number; kind: string; tokenId: string; usd: number }[] = [];
          for (const [index, { kind, tokenId, usd }] of pushes.entries()) {
            if (kind === 'swap') tape.push(swap({ tokenId, usd }));
            else if (kind === 'gap') tape.push({ kind: 'gap', atMs: 0, lengthMs: 1, reason: '' });
            else tape.push({ kind: 'unreadable', atMs: 0, tokenId, reason: '' });
            model.push({ seq: index + 1, kind, tokenId, usd });
          }
          const until = Math.max(0, pushes.length - seen.back);
          const expected = model
            .slice(-capacity)
            .filter(({ seq }) => seq <= until)
            .filter(
              (row) =>
                row.kind === 'gap' ||
                ((seen.tokenId === null || row.tokenId === seen.tokenId) &&
                  (row.kind === 'unreadable' || row.usd >= seen.minUsd)),
            )
            .reverse()
            .slice(seen.skip, seen.skip + seen.count)
            .map(({ seq }) => seq);
          expect(seqs(tape.latest(seen.count, seen, until, seen.skip))).toEqual(expected);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('statistics', () => {
  const second = 1_000;

  test('have no share before the first swap', () => {
    expect(new Tape().stats(0, all)).toEqual({ buyShare: null, perSecond: 0 });
  });

  test('give the share of buys in USD over the last minute', () => {
    const tape = new Tape();
    tape.push(swap({ usd: 300, atMs: 10 * second, isBuy: true }));
    tape.push(swap({ usd: 100, atMs: 40 * second, isBuy: false }));
    expect(tape.stats(40 * second, all).buyShare).toBe(0.75);
    expect(tape.stats(69 * second + 999, all).buyShare).toBe(0.75);
    expect(tape.stats(70 * second, all).buyShare).toBe(0);
    expect(tape.stats(100 * second, all).buyShare).toBeNull();
  });

  test('count the swaps received in the last minute, whatever time the service gives', () => {
    const tape = new Tape();
    for (const hours of [0, -1, 1])
      tape.push(swap({ usd: 100, atMs: hours * 3_600 * second, isBuy: true }), 40 * second);
    expect(tape.stats(41 * second, all)).toEqual({ buyShare: 1, perSecond: 3 / 5 });
  });

  test('continue when the clock is set back', () => {
    const tape = new Tape();
    for (let at = 3_600; at < 3_660; at++) tape.push(swap({ isBuy: false }), at * second);
    tape.push(swap({ usd: 100, isBuy: true }), 40 * second);
    expect(tape.stats(41 * second, all)).toEqual({ buyShare: 1, perSecond: 1 / 5 });
  });

  test('count the rate over the five whole seconds before this one', () => {
    const tape = new Tape();
    for (const at of [4_999, 5_000, 7_000, 9_999, 10_000, 10_500]) tape.push(swap({ atMs: at }));
    expect(tape.stats(10_700, all).perSecond).toBe(3 / 5);
    expect(tape.stats(11_000, all).perSecond).toBe(4 / 5);
    expect(tape.stats(60_000, all).perSecond).toBe(0);
  });

  test('are of the chosen token, whatever the size filter', () => {
    const tape = new Tape();
    tape.push(swap({ tokenId: 'a', usd: 100, isBuy: true }));
    tape.push(swap({ tokenId: 'b', usd: 100, isBuy: false }));
    expect(tape.stats(1_000, { tokenId: 'a', minUsd: 0 })).toEqual({ buyShare: 1, perSecond: 0.2 });
    expect(tape.stats(1_000, { tokenId: null, minUsd: 9_999 }).buyShare).toBe(0.5);
  });

  test('do not count buckets of an earlier minute', () => {
    const tape = new Tape();
    tape.push(swap({ usd: 1, atMs: 5_000, isBuy: false }));
    tape.push(swap({ usd: 9, atMs: 65_000, isBuy: true }));
    expect(tape.stats(65_500, all).buyShare).toBe(1);
  });

  test('agree with a count over all swaps', () => {
    const swaps = fc.array(
      fc.record({
        atMs: fc.integer({ min: 0, max: 200_000 }),
        usd: fc.integer({ min: 1, max: 50 }),
        isBuy: fc.boolean(),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(swaps, fc.integer({ min: 0, max: 5_000 }), (unordered, laterMs) => {
        const ordered = unordered.toSorted((a, b) => a.atMs - b.atMs);
        const tape = new Tape();
        for (const { atMs, usd, isBuy } of ordered) tape.push(swap({ atMs, usd, isBuy }));
        const nowMs = (ordered.at(-1)?.atMs ?? 0) + laterMs;
        const now = Math.floor(nowMs / second);
        const aged = ordered.map((row) => ({ ...row, age: now - Math.floor(row.atMs / second) }));
        const sum = (rows: typeof aged): number => rows.reduce((total, { usd }) => total + usd, 0);
        const minute = aged.filter(({ age }) => age < 60);
        expect(tape.stats(nowMs, all)).toEqual({
          buyShare: minute.length > 0 ? sum(minute.filter(({ isBuy }) => isBuy)) / sum(minute) : null,
          perSecond: aged.filter(({ age }) => age >= 1 && age <= 5).length / 5,
        });
      }),
      { numRuns: 500 },
    );
  });
});
