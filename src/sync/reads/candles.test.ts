import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeReads, sol } from '../../stores/desk-data.fixture.ts';
import { Candles } from '../../stores/market/candles.ts';
import { type Call, fakeClient } from '../fake-client.fixture.ts';
import { startCandles } from './candles.ts';

const id = `solana:${sol}`;
const wire = (timestamp: number, [open, high, low, close]: number[]) => ({
  timestamp,
  open,
  high,
  low,
  close,
  volume: 12.5,
});
const answerOf = (...candles: unknown[]) => ({ tokenId: id, resolution: '1m', candles });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start(answer: (call: Call) => unknown = () => answerOf(wire(60, [1, 2, 0.5, 1.5]))) {
  const { cache, data } = fakeReads();
  const candles = new Candles(data, () => Date.now());
  const fake = fakeClient(answer);
  const stop = startCandles(cache, fake.client, candles);
  const settle = () => vi.advanceTimersByTimeAsync(1);
  return { ...fake, candles, data, stop, settle };
}

test('nothing is read while no chart is visible, nor for candles of seconds', async () => {
  const { candles, calls, settle, stop } = start();
  await settle();
  candles.want({ tokenId: id, interval: '5s' });
  await settle();
  expect(calls).toEqual([]);
  stop();
});

test('visible candles are read repeatedly: every 10 s for one minute, less often for longer intervals', async () => {
  const { candles, calls, settle, stop, data } = start();
  candles.want({ tokenId: id, interval: '1m' });
  await settle();
  expect(calls.map(({ input }) => input)).toEqual([
    { params: { tokenId: id }, query: { resolution: '1m', count: 300 } },
  ]);
  expect(data.candles(id, '1m').data?.candles.map(({ startMs, close }) => [startMs, close.text])).toEqual([
    [60_000, '1.5'],
  ]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls).toHaveLength(2);
  candles.want({ tokenId: id, interval: '1d' });
  await settle();
  expect(calls).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(299_000);
  expect(calls).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(calls).toHaveLength(4);
  candles.want(null);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(calls).toHaveLength(4);
  stop();
});

test('candles shown again come from the cache while they are read again', async () => {
  const { candles, calls, settle, stop } = start();
  const minute = { tokenId: id, interval: '1m' } as const;
  candles.want(minute);
  await settle();
  candles.want({ tokenId: id, interval: '5m' });
  await settle();
  candles.want(minute);
  expect(candles.read(minute).candles).toHaveLength(1);
  await settle();
  expect(calls.map(({ input }) => (input.query as { resolution: string }).resolution)).toEqual(['1m', '5m', '1m']);
  stop();
});

test('a failing read is repeated less often', async () => {
  const { candles, calls, settle, stop, data } = start(() => {
    throw new Error('down');
  });
  candles.want({ tokenId: id, interval: '1m' });
  await settle();
  expect(data.candles(id, '1m').problem?.message).toContain('down');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls.length).toBeGreaterThan(3);
  expect(calls.length).toBeLessThan(8);
  stop();
});

test('candles are sorted, one per interval; an invalid one does not affect the others', async () => {
  const { candles, settle, stop, data } = start(() =>
    answerOf(
      wire(180, [3, 3, 3, 3]),
      { timestamp: 'soon' },
      wire(-60, [1, 1, 1, 1]),
      wire(120, [-1, 1, 1, 1]),
      wire(1e300, [1, 1, 1, 1]),
      wire(60, [1, 1, 1, 1]),
      wire(61, [2, 1, 9, 2]),
    ),
  );
  candles.want({ tokenId: id, interval: '1m' });
  await settle();
  const read = data.candles(id, '1m').data?.candles ?? [];
  expect(read.map(({ startMs, high, low }) => [startMs, high.value, low.value])).toEqual([
    [60_000, 9, 1],
    [180_000, 3, 3],
  ]);
  stop();
});

test('a refresh repeats only the read that is visible', async () => {
  const { candles, calls, settle, stop, data } = start();
  candles.want({ tokenId: id, interval: '5m' });
  await settle();
  candles.want({ tokenId: id, interval: '1m' });
  await settle();
  data.refresh();
  await settle();
  expect(calls.map(({ input }) => (input.query as { resolution: string }).resolution)).toEqual(['5m', '1m', '1m']);
  stop();
});
