import { expect, test } from 'vitest';
import { type Candle, toLevel } from '../../../domain/market/candles.ts';
import { sol } from '../../../stores/desk-data.fixture.ts';
import { queryKeys } from '../../../stores/desk-data.ts';
import { type FakeDesk, fakeDesk, texts } from '../../desk/fake-desk.fixture.ts';
import { handleKey } from '../../keyboard/desk-keys.ts';
import { chartPane } from './chart-pane.ts';

const minuteMs = 60_000;
const newestMs = Date.UTC(2026, 0, 1, 14, 3);

/** A rise of one USD a minute, of the same volume each. */
function desk(count: number): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  const candles = Array.from({ length: count }, (_, index): Candle => {
    const level = toLevel(String(100 + index))!;
    const startMs = newestMs - (count - 1 - index) * minuteMs;
    return { startMs, open: level, high: level, low: level, close: level, volumeMicros: 1_000_000_000n };
  });
  const receivedAtMs = fake.clock.nowMs;
  fake.cache.setQueryData(
    queryKeys.candles(`solana:${sol}`, '1m'),
    { candles, receivedAtMs },
    { updatedAt: receivedAtMs },
  );
  handleKey(fake.desk, '7', { columns: 120, rows: 40 });
  return fake;
}

const press = ({ desk: of }: FakeDesk, key: string): void => handleKey(of, key, { columns: 120, rows: 40 });
const drawn = ({ desk: shown }: FakeDesk, width = 100, height = 24): string[] =>
  texts(chartPane.lines(shown, { x: 0, y: 0, width, height }));

test('e draws both EMAs with their values, u the VWAP with its start; again hides them', () => {
  const fake = desk(30);
  expect(drawn(fake).join('\n')).not.toMatch(/EMA|VWAP/);
  press(fake, 'e');
  press(fake, 'u');
  const lines = drawn(fake);
  // A steady rise of 1 is ahead of an EMA by (period − 1) / 2; the VWAP of equal USD is the harmonic mean.
  expect(lines[2]).toMatch(/· EMA 9 125\.00 {2}∘ EMA 21 119\.00 {2}═ VWAP since 13:34 113\.8\d/);
  const plot = lines.slice(3).join('\n');
  for (const sign of ['·', '∘', '═']) expect(plot).toContain(sign);
  press(fake, 'e');
  press(fake, 'u');
  expect(drawn(fake).join('\n')).not.toMatch(/EMA|VWAP/);
});

test('values are those of the candle under the crosshair; too few candles have none', () => {
  const fake = desk(12);
  press(fake, 'e');
  expect(drawn(fake)[2]).toMatch(/EMA 9 107\.00 {2}∘ EMA 21 too few candles/);
  press(fake, 'x');
  press(fake, 'Left');
  expect(drawn(fake)[2]).toMatch(/EMA 9 106\.00/);
});

test('the marks of a perp market have no volume for a VWAP', () => {
  const fake = desk(3);
  fake.desk.ui.setState(({ chart }) => ({ chart: { ...chart, coin: 'BTC' } }));
  fake.desk.priceSamples.take(fake.desk.data.read('markets').data!, newestMs);
  press(fake, 'u');
  expect(drawn(fake).join('\n')).toContain('═ VWAP no volume');
});
