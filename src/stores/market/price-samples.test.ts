import { expect, test } from 'vitest';
import { perpMarkets } from '../../protocol/endpoints/perp-markets.ts';
import { PriceSamples } from './price-samples.ts';

const atMs = Date.UTC(2026, 0, 1);
const hourMs = 3_600_000;

const answer = (marks: Readonly<Record<string, string>>) =>
  perpMarkets.response.parse(
    Object.entries(marks).map(([name, markPx]) => ({
      ctx: { markPx },
      meta: { name, szDecimals: 2, maxLeverage: 10 },
    })),
  );

const shown = (samples: PriceSamples, coin: string): [number, string][] =>
  samples.of(coin).map(({ atMs: at, px }) => [(at - atMs) / 1_000, px.toFixed()]);

test('each response adds one exact sample per coin, and the same response only once', () => {
  const samples = new PriceSamples();
  samples.take(answer({ BTC: '97031.5', DOGE: '0.123456789012345678' }), atMs);
  const once = samples.of('BTC');
  samples.take(answer({ BTC: '97031.5' }), atMs);
  expect(samples.of('BTC')).toBe(once);
  samples.take(answer({ BTC: '97040' }), atMs + 10_000);
  expect(shown(samples, 'BTC')).toEqual([
    [0, '97031.5'],
    [10, '97040'],
  ]);
  expect(shown(samples, 'DOGE')).toEqual([[0, '0.123456789012345678']]);
  expect(samples.of('ETH')).toEqual([]);
});

test('the newest sample of 5 seconds is kept, and the array is the same until the next one', () => {
  const samples = new PriceSamples();
  for (const second of [0, 2, 4, 6, 8]) samples.take(answer({ BTC: String(100 + second) }), atMs + second * 1_000);
  expect(shown(samples, 'BTC')).toEqual([
    [4, '104'],
    [8, '108'],
  ]);
  expect(samples.of('BTC')).toBe(samples.of('BTC'));
});

test('two hours are kept, and a delisted coin is dropped with its last sample', () => {
  const samples = new PriceSamples();
  samples.take(answer({ OLD: '5', BTC: '1' }), atMs);
  for (let second = 5; second <= 5 * 3_600; second += 5)
    samples.take(answer({ BTC: String(second) }), atMs + second * 1_000);
  const kept = samples.of('BTC');
  expect(kept).toHaveLength(1_441);
  expect(kept[0]?.atMs).toBe(atMs + 3 * hourMs);
  expect(kept.at(-1)?.px.toFixed()).toBe('18000');
  expect(samples.of('OLD')).toEqual([]);
});

test('an invalid mark or an unreadable item gives no sample', () => {
  const samples = new PriceSamples();
  const wire = [{ ctx: { markPx: '3' }, meta: {} }, 7, ...answer({ ZERO: '0', MINUS: '-3', ETH: '3500' })];
  samples.take(perpMarkets.response.parse(wire), atMs);
  expect(['ZERO', 'MINUS', 'ETH'].map((coin) => samples.of(coin).length)).toEqual([0, 0, 1]);
});

test('after the clock is set back, no sample is in the future', () => {
  const samples = new PriceSamples();
  samples.take(answer({ BTC: '1' }), atMs);
  samples.take(answer({ BTC: '2' }), atMs + hourMs);
  samples.take(answer({ BTC: '3' }), atMs + 60_000);
  expect(shown(samples, 'BTC')).toEqual([
    [0, '1'],
    [60, '3'],
  ]);
});

test('the number of coins is limited', () => {
  const samples = new PriceSamples();
  const names = Array.from({ length: 1_200 }, (_, index) => [`C${index}`, '1'] as const);
  samples.take(answer(Object.fromEntries(names)), atMs);
  expect(names.filter(([name]) => samples.of(name).length > 0)).toHaveLength(1_000);
});
