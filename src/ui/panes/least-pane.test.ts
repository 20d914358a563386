import { beforeAll, describe, expect, test } from 'vitest';
import { isSoak, seed } from '../../../test/run/cases.ts';
import { toLevel } from '../../domain/market/candles.ts';
import { sol } from '../../stores/desk-data.fixture.ts';
import { queryKeys } from '../../stores/desk-data.ts';
import { tapeSwap } from '../../stores/market/tape-swap.fixture.ts';
import { answerPortfolio } from '../../stores/portfolio/portfolio.fixture.ts';
import type { Desk } from '../desk/desk.ts';
import { type FakeDesk, fakeDesk, readAtMs } from '../desk/fake-desk.fixture.ts';
import { lineWidth, plainText } from '../text/span.ts';
import { paneIds } from './pane-ids.ts';
import { paneLines } from './pane-lines.ts';

const levels = (from: number, by: number) =>
  Array.from({ length: 20 }, (_, index) => ({ price: String(from + by * index), size: '0.5', numOrders: 1 }));

function filled(book: object = { asks: levels(97_032, 1), bids: levels(97_030, -1) }): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  const market = {
    ctx: { markPx: '97031.5', funding: '0.0000125' },
    meta: { name: 'BTC', szDecimals: 4, maxLeverage: 40 },
  };
  answerPortfolio(fake, readAtMs);
  const level = toLevel('141.2');
  const candles = Array.from({ length: level ? 90 : 0 }, (_, index) => ({
    startMs: readAtMs - (readAtMs % 60_000) - index * 60_000,
    volumeMicros: 1_500_000n,
    open: level!,
    high: level!,
    low: level!,
    close: level!,
  })).reverse();
  const read = { candles, receivedAtMs: readAtMs };
  fake.cache.setQueryData(queryKeys.candles(`solana:${sol}`, '1m'), read, { updatedAt: readAtMs });
  for (let at = 0; at < 40; at++) fake.desk.tape.push(tapeSwap({ atMs: readAtMs - at, sizeNative: String(at) }));
  fake.cache.setQueryData(queryKeys.market('BTC'), { ...market, ...book }, { updatedAt: readAtMs });
  return fake;
}

function failed(): FakeDesk {
  const fake = filled();
  for (const name of ['positions', 'orders', 'balances', 'markets', 'perpOrders', 'me'] as const)
    fake.fail(name, new Error('the service is down'), readAtMs + 60_000);
  return fake;
}

const desks: readonly (readonly [state: string, make: () => FakeDesk])[] = [
  ['nothing has been read', () => fakeDesk()],
  ['an account is shown', () => filled()],
  ['a book has one side', () => filled({ asks: levels(97_032, 1), bids: [] })],
  ['a book is empty', () => filled({ asks: [], bids: [] })],
  ['reads fail', failed],
];

const widths = [...Array.from({ length: 30 }, (_, index) => 24 + index), 70, 90, 118, 200];
const heights = [4, 5, 6, 9, 14, 16, 17, 30, 58];

/** Every width and every height; in the short form a width only has its turn of the heights, another one with each run. */
const rectangles = widths.flatMap((width, index) =>
  (isSoak ? heights : [heights[(seed + index) % heights.length]!]).map((height) => ({ width, height })),
);

describe.each(desks)('while %s', (_state, make) => {
  let desk: Desk;
  beforeAll(() => {
    desk = make().desk;
  });

  test.each(paneIds)('%s fills its rectangle, down to the least one', (pane) => {
    for (const { width, height } of [{ width: 24, height: 4 }, ...rectangles]) {
      const lines = paneLines(desk, pane, { x: 0, y: 0, width, height });
      const wrong = lines.filter((line) => lineWidth(line) !== width).map(plainText);
      expect([lines.length, wrong], `${width}×${height}`).toEqual([height, []]);
    }
  });
});
