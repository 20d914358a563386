import { describe, expect, test } from 'vitest';
import { type Candle, microsText, toLevel } from '../../domain/market/candles.ts';
import { fakeReads, jup, sol } from '../desk-data.fixture.ts';
import { queryKeys } from '../desk-data.ts';
import { Candles } from './candles.ts';
import { Tape } from './tape.ts';
import { tapeSwap } from './tape-swap.fixture.ts';

const id = `solana:${sol}`;
const minute = Date.UTC(2026, 0, 1, 14, 3);

function start(tapeCapacity?: number) {
  const { cache, data } = fakeReads();
  const clock = { nowMs: minute + 30_000 };
  const candles = new Candles(data, () => clock.nowMs);
  const tape = new Tape(tapeCapacity);
  tape.subscribe(() => candles.take(tape));
  return {
    candles,
    tape,
    clock,
    swap: (atMs: number, priceUsd: string, { sizeUsd = '10', tokenId = id } = {}): void =>
      tape.push(tapeSwap({ atMs, tokenId, sizeUsd, priceUsd })),
    answer(receivedAtMs: number, ...of: Candle[]): void {
      cache.setQueryData(queryKeys.candles(id, '1m'), { candles: of, receivedAtMs });
    },
    shown: (interval: '1s' | '5s' | '15s' | '1m', tokenId = id) =>
      candles.read({ tokenId, interval }).candles.map(told),
  };
}

const candle = (startMs: number, prices: string, volume = 100n): Candle => {
  const [open, high, low, close] = prices.split(' ').map((text) => toLevel(text)!);
  return { startMs, open: open!, high: high!, low: low!, close: close!, volumeMicros: volume * 1_000_000n };
};

/** `14:03:05 open high low close volume` */
const told = ({ startMs, open, high, low, close, volumeMicros }: Candle): string =>
  [
    new Date(startMs).toISOString().slice(11, 19),
    open.text,
    high.text,
    low.text,
    close.text,
    Number(microsText(volumeMicros)),
  ].join(' ');

describe('candles from the tape', () => {
  test('of 1, 5 and 15 s are built from the swaps of that token', () => {
    const { swap, shown } = start();
    swap(minute + 1_000, '140');
    swap(minute + 1_000, '142', { sizeUsd: '0.5' });
    swap(minute + 4_000, '139');
    swap(minute + 6_000, '141');
    swap(minute + 6_000, '7', { tokenId: `solana:${jup}` });
    expect(shown('1s')).toEqual([
      '14:03:01 140 142 140 142 10.5',
      '14:03:04 139 139 139 139 10',
      '14:03:06 141 141 141 141 10',
    ]);
    expect(shown('5s')).toEqual(['14:03:00 140 142 139 139 20.5', '14:03:05 141 141 141 141 10']);
    expect(shown('15s')).toEqual(['14:03:00 140 142 139 141 30.5']);
    expect(shown('15s', `solana:${jup}`)).toEqual(['14:03:00 7 7 7 7 10']);
  });

  test('are kept longer than the rows of the tape', () => {
    const { swap, shown } = start(2);
    for (let second = 0; second < 20; second++) swap(minute + second * 1_000, '140');
    expect(shown('1s')).toHaveLength(20);
  });

  test('a late swap counts where it happened; an invalid price or a future time does no harm', () => {
    const { swap, shown, clock } = start();
    swap(minute + 5_000, '140');
    swap(minute + 3_000, '139');
    swap(minute + 5_000, 'NaN');
    swap(minute + 5_000, '-1');
    swap(minute * 1_000, '141');
    expect(clock.nowMs).toBe(minute + 30_000);
    expect(shown('1s')).toEqual([
      '14:03:03 139 139 139 139 10',
      '14:03:05 140 140 140 140 10',
      '14:03:30 141 141 141 141 10',
    ]);
  });

  test('keep half an hour of seconds', () => {
    const { swap, shown, clock } = start();
    clock.nowMs = minute + 4_000_000;
    for (let second = 0; second < 2_000; second++) swap(minute + second * 1_000, '140');
    swap(minute, '139');
    expect(shown('1s')).toHaveLength(1_800);
    expect(shown('1s').at(-1)).toMatch(/^14:36:19/);
  });

  test('know the gaps of the stream', () => {
    const { tape, candles } = start();
    tape.push({ kind: 'gap', atMs: minute + 9_000, lengthMs: 4_000, reason: 'reconnected' });
    const blind = [4, 5, 8, 9].map((second) =>
      candles.wasBlind(minute + second * 1_000, minute + (second + 1) * 1_000),
    );
    expect(blind).toEqual([false, true, true, false]);
  });
});

describe('candles of the service', () => {
  const opened = candle(minute, '139 140 138 139.5');

  test('the newest is extended by swaps since it was received', () => {
    const { answer, swap, shown } = start();
    swap(minute + 10_000, '200');
    answer(minute + 20_000, candle(minute - 60_000, '138 139 138 139'), opened);
    expect(shown('1m').at(-1)).toBe('14:03:00 139 140 138 139.5 100');
    swap(minute + 21_000, '141');
    swap(minute + 22_000, '137');
    expect(shown('1m')).toEqual(['14:02:00 138 139 138 139 100', '14:03:00 139 141 137 137 120']);
  });

  test('the volume of the second in which it was received is not counted twice', () => {
    const { answer, swap, shown } = start();
    answer(minute + 20_400, opened);
    swap(minute + 20_000, '141');
    expect(shown('1m')).toEqual(['14:03:00 139 141 138 141 100']);
  });

  test('a new one begins with the minute, before the next read', () => {
    const { answer, swap, shown } = start();
    answer(minute + 58_000, opened);
    swap(minute + 59_000, '140.5');
    swap(minute + 61_000, '140');
    expect(shown('1m')).toEqual(['14:03:00 139 140.5 138 140.5 110', '14:04:00 140 140 140 140 10']);
  });

  test('a minute that ends without swaps leaves its candle unchanged', () => {
    const { answer, swap, shown } = start();
    answer(minute + 58_000, opened);
    swap(minute + 62_000, '150');
    expect(shown('1m')).toEqual(['14:03:00 139 140 138 139.5 100', '14:04:00 150 150 150 150 10']);
  });

  test('are the same array until something changes', () => {
    const { answer, swap, candles } = start();
    answer(minute + 20_000, opened);
    const read = () => candles.read({ tokenId: id, interval: '1m' }).candles;
    const first = read();
    expect(read()).toBe(first);
    swap(minute + 21_000, '141');
    expect(read()).not.toBe(first);
  });
});

test('a change of the wanted candles is notified once', () => {
  const { candles } = start();
  let told = 0;
  const stop = candles.subscribe(() => told++);
  candles.want({ tokenId: id, interval: '1m' });
  candles.want({ tokenId: id, interval: '1m' });
  candles.want({ tokenId: id, interval: '5m' });
  candles.want(null);
  stop();
  candles.want({ tokenId: id, interval: '1m' });
  expect(told).toBe(3);
});
