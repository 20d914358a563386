import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { marksFile } from '../../platform/files/paths.ts';
import { testFolders } from '../../platform/test-folders.fixture.ts';
import { perpMarkets } from '../../protocol/endpoints/perp-markets.ts';
import { createQueryCache, DeskData, queryKeys } from '../../stores/desk-data.ts';
import { markCandles } from '../../stores/market/mark-candles.ts';
import { PriceSamples } from '../../stores/market/price-samples.ts';
import { persistMarks } from './persist-marks.ts';

const folders = testFolders('persist-marks');
const minuteMs = 60_000;
const startMs = Date.UTC(2026, 0, 20, 14, 0);

/** One run of a desk on a market. */
function run(folder: string, fromMs: number) {
  const cache = createQueryCache();
  const data = new DeskData(cache);
  const priceSamples = new PriceSamples();
  const said: string[] = [];
  let nowMs = fromMs;
  const marks = persistMarks({ data, priceSamples, folder, now: () => nowMs, say: (text) => said.push(text) });
  return {
    said,
    marks,
    priceSamples,
    /** A markets response `seconds` after the start of the run. */
    mark: (seconds: number, prices: Readonly<Record<string, string>>) => {
      nowMs = fromMs + seconds * 1_000;
      const response = perpMarkets.response.parse(
        Object.entries(prices).map(([name, markPx]) => ({
          ctx: { markPx },
          meta: { name, szDecimals: 2, maxLeverage: 10 },
        })),
      );
      cache.setQueryData(queryKeys.named('markets'), response, { updatedAt: nowMs });
      priceSamples.take(response, nowMs);
    },
    closes: () =>
      markCandles(priceSamples.of('BTC'), '1m', priceSamples.history('BTC')).candles.map(
        ({ startMs: at, close }) => [(at - startMs) / minuteMs, close.text] as const,
      ),
  };
}

test('the next run begins with the candles of the last one, and shows the time between as a gap', async () => {
  const folder = folders();
  const first = run(folder, startMs);
  for (const [seconds, px] of [
    [0, '100'],
    [30, '101'],
    [60, '102'],
    [119, '103'],
    [130, '104'],
  ] as const)
    first.mark(seconds, { BTC: px, ETH: '10' });
  await first.marks.stop();
  expect(readdirSync(folder)).toHaveLength(2);

  const next = run(folder, startMs + 10 * minuteMs);
  next.mark(0, { BTC: '110' });
  next.marks.show('BTC');
  next.marks.show('BTC');
  await next.marks.stop();
  expect(next.closes()).toEqual([
    [0, '101'],
    [1, '103'],
    [2, '104'],
    [10, '110'],
  ]);
  const { wasBlind } = markCandles(next.priceSamples.of('BTC'), '1m', next.priceSamples.history('BTC'));
  const blind = Array.from({ length: 11 }, (_, minute) => {
    const fromMs = startMs + minute * minuteMs;
    return wasBlind(fromMs, fromMs + minuteMs);
  });
  expect(blind.map((isBlind) => (isBlind ? '·' : '#')).join('')).toBe('###·······#');
  expect([...first.said, ...next.said]).toEqual([]);
});

test('a run that goes on for longer than the samples are kept draws its own minutes', async () => {
  const desk = run(folders(), startMs);
  desk.marks.show('BTC');
  for (let minute = 0; minute <= 150; minute++) desk.mark(minute * 60, { BTC: String(100 + minute) });
  await desk.marks.stop();
  expect(desk.closes()).toHaveLength(151);
  expect(desk.closes()[0]).toEqual([0, '100']);
});

test('unreadable marks are left out and reported', async () => {
  const folder = folders();
  const first = run(folder, startMs);
  first.mark(0, { BTC: '100' });
  await first.marks.stop();
  appendFileSync(marksFile(folder, 'BTC'), 'nonsense\n\u001b[2J\n');
  const next = run(folder, startMs + minuteMs);
  next.marks.show('BTC');
  await next.marks.stop();
  expect(next.closes()).toEqual([[0, '100']]);
  expect(next.said).toEqual(['2 saved marks of BTC cannot be read and are left out']);
});

test('a failed write is reported once', async () => {
  const blocked = join(folders(), 'blocked');
  writeFileSync(blocked, '');
  const desk = run(blocked, startMs);
  for (let minute = 0; minute < 4; minute++) desk.mark(minute * 60, { BTC: '100' });
  await desk.marks.stop();
  expect(desk.said).toEqual([expect.stringMatching(/^marks are not saved: /)]);
});

test('a file that has grown is compacted', async () => {
  const folder = folders();
  const file = marksFile(folder, 'BTC');
  const line = (minute: number): string =>
    `${startMs / minuteMs - minute} 1 100.123456 100.123456 100.123456 100.123456\n`;
  writeFileSync(file, Array.from({ length: 4_000 }, (_, index) => line(4_000 - index)).join(''));
  const desk = run(folder, startMs);
  desk.mark(0, { BTC: '100' });
  desk.mark(60, { BTC: '100' });
  await desk.marks.stop();
  expect(statSync(file).size).toBeLessThan(64 * 1_024);
  expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThan(1_000);
});
