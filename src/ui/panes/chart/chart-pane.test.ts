import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../test/run/cases.ts';
import { type Candle, toLevel } from '../../../domain/market/candles.ts';
import { sol, wire } from '../../../stores/desk-data.fixture.ts';
import { queryKeys } from '../../../stores/desk-data.ts';
import { tapeSwap } from '../../../stores/market/tape-swap.fixture.ts';
import { dropToken, watchToken } from '../../../stores/market/watchlist.ts';
import { type FakeDesk, fakeDesk, texts } from '../../desk/fake-desk.fixture.ts';
import { lineWidth, plainText } from '../../text/span.ts';
import { chartAverages } from './chart-averages.ts';
import { chartBody } from './chart-body.ts';
import { chartPane } from './chart-pane.ts';
import { chartView } from './chart-view.ts';

const id = `solana:${sol}`;
const minuteMs = 60_000;
/** 14:03:00 UTC. */
const newestMs = Date.UTC(2026, 0, 1, 14, 3);

const candle = (startMs: number, prices: string, volumeMicros = 0n): Candle => {
  const [open, high, low, close] = prices.split(' ').map((text) => toLevel(text));
  return { startMs, open: open!, high: high!, low: low!, close: close!, volumeMicros };
};

/** Candles of a minute each, the last one the newest. */
const series = (...prices: string[]): Candle[] =>
  prices.map((text, index) => candle(newestMs - (prices.length - 1 - index) * minuteMs, text, 1_500_000_000n));

function desk(candles?: readonly Candle[]): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  const receivedAtMs = fake.clock.nowMs;
  if (candles)
    fake.cache.setQueryData(queryKeys.candles(id, '1m'), { candles, receivedAtMs }, { updatedAt: receivedAtMs });
  return fake;
}

const drawn = ({ desk: shown }: FakeDesk, width = 60, height = 20): string[] =>
  texts(chartPane.lines(shown, { x: 0, y: 0, width, height }));

const chart = (fake: FakeDesk, over: object): void =>
  fake.desk.ui.setState((state) => ({ chart: { ...state.chart, ...over } }));

/** The plot's rows, without border and axis. */
const plot = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => /^[│┃] [\d., ]*[┤│](.*) [│┃]$/.exec(line)?.[1] ?? []);

const rising = series('139 140 138.5 139.5', '139.5 141 139 140.5', '140.5 142 140 141.5');

describe('the chart', () => {
  test('says what it shows, the last price, and how far it went', () => {
    expect(drawn(desk(rising))[0]).toMatch(/^╭─ 7 SOL 1 m ─+ 141\.50 {2}\+1\.80 % in 3 m ─╮$/);
  });

  test('has prices on the left, right-aligned on their points, and times below', () => {
    const lines = drawn(desk(rising));
    const labels = lines.flatMap((line) => /^│ +([\d.,]+) ┤/.exec(line)?.[1] ?? []);
    expect(labels).toContain('141.50');
    expect(labels.length).toBeGreaterThan(3);
    expect([...labels].sort((a, b) => Number(b) - Number(a))).toEqual(labels);
    const points = lines.flatMap((line) => (/ ┤/.test(line) ? [line.indexOf('.')] : []));
    expect(new Set(points).size).toBe(1);
    const wide = drawn(desk(series(...Array.from({ length: 60 }, () => '1 2 1 2'))), 66, 20);
    expect(wide.join('\n')).toMatch(/└─.*┬─+┬/);
    expect(wide.at(-2)).toMatch(/13:30 +13:40 +13:50 +14:00/);
    const tick = wide.at(-3)?.lastIndexOf('┬') ?? 0;
    expect(wide.at(-2)?.slice(tick - 2, tick + 3)).toBe('14:00');
  });

  test('prices that are too long for an axis share a power of ten', () => {
    const far = (zeros: string) => series(`${zeros}1234 ${zeros}1300 ${zeros}1200 ${zeros}1250`);
    expect(drawn(desk(far('0.000000000000'))).join('\n')).toMatch(/│ 1\.250*e−13 ┤┄/);
    const large = series('123400000000000 130000000000000 120000000000000 125000000000000');
    expect(drawn(desk(large)).join('\n')).toMatch(/│ 1\.250*e14 ┤┄/);
  });

  test('a rise is slim and a fall is broad, whatever the colour', () => {
    const at = (prices: string) => plot(drawn(desk(series(prices)))).join('');
    expect(at('100 110 100 110')).toMatch(/┃/);
    expect(at('100 110 100 110')).not.toMatch(/[▌▘▖]/);
    expect(at('110 110 100 100')).toMatch(/▌/);
    expect(at('110 110 100 100')).not.toMatch(/[┃╹╻]/);
    expect(at('105 110 100 105')).toMatch(/│/);
    expect(at('100 100 100 100')).toMatch(/─/);
  });

  test('the last price is a dotted line', () => {
    const lines = drawn(desk(rising));
    expect(lines.filter((line) => line.includes('┄'))).toEqual([expect.stringMatching(/141\.50 ┤┄{20,}/)]);
  });

  test('what was traded stands at the bottom, with what the highest bar means', () => {
    expect(drawn(desk(rising)).join('\n')).toMatch(/ 1,500 │ +⡇⡇⡇/);
    expect(drawn(desk(rising), 60, 12).join('\n')).not.toContain('⡇');
  });

  test('an own order on the price is a level with its side; others are not', () => {
    const fake = desk(rising);
    const [first] = wire.orders.orders;
    const order = (over: object) => ({ ...first, chain: 'solana', outputToken: sol, status: 'active', ...over });
    const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    const trigger = { direction: 'below', metric: 'price_usd', value: '138.000000001' };
    const buy = order({ orderId: 'b', inputToken: usdc, trigger });
    fake.answer('orders', { orders: [buy], nextCursor: null }, fake.clock.nowMs);
    expect(drawn(fake).join('\n')).toMatch(/138\.00 ┤B╌{20,}/);
    fake.answer('orders', { orders: [{ ...buy, trigger: { ...trigger, value: '100' } }] }, fake.clock.nowMs);
    expect(drawn(fake).join('\n')).toMatch(/│ B 100\.00 ↓/);
    for (const other of [
      { ...buy, status: 'cancelled' },
      { ...buy, trigger: { ...trigger, metric: 'market_cap_usd' } },
      { ...buy, outputToken: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN' },
    ]) {
      fake.answer('orders', { orders: [other] }, fake.clock.nowMs);
      expect(drawn(fake).join('\n')).not.toMatch(/╌|B 1/);
    }
  });

  test('the crosshair stands on its candle and tells its numbers', () => {
    const fake = desk(rising);
    expect(drawn(fake, 80)[1]).toContain('14:03  O 140.50  H 142.00  L 140.00  C 141.50  +0.71 %  V 1,500.00');
    chart(fake, { crosshairMs: newestMs - minuteMs });
    const lines = drawn(fake, 80);
    expect(lines[1]).toContain('14:02  O 139.50  H 141.00  L 139.00  C 140.50');
    const column = lines.at(-3)?.indexOf('┴') ?? -1;
    expect(lines.filter((line) => line[column] === '┊').length).toBeGreaterThan(3);
    expect(drawn(fake, 42)[1]).toMatch(/14:02 {2}\+0\.72 % {2}V 1,500\.00/);
    expect(drawn(fake, 42)[2]).toContain('O 139.50  H 141.00  L 139.00  C 140.50');
  });

  test('a crosshair further back than there is room shows the time around it', () => {
    const fake = desk(
      series(...Array.from({ length: 200 }, (_, index) => `${index + 1} ${index + 1} ${index + 1} ${index + 1}`)),
    );
    chart(fake, { crosshairMs: newestMs - 190 * minuteMs });
    expect(drawn(fake, 60).join('\n')).toContain('O 10.000');
    expect(drawn(fake, 60)[0]).toContain('in 48 m');
    expect(drawn(fake, 60)[0]).toContain('+30.7 %');
    expect(drawn(fake, 60).join('\n')).toMatch(/┊/);
  });

  test('as a line, the closing prices are braille', () => {
    const fake = desk(rising);
    chart(fake, { isLine: true });
    const text = plot(drawn(fake)).join('');
    expect(text).toMatch(/[⠁-⣿]/);
    expect(text).not.toMatch(/[┃▌]/);
  });

  test('says what it waits for, what failed, and that there is nothing', () => {
    expect(drawn(desk()).join('\n')).toContain('Reading candles of SOL …');
    expect(drawn(desk([])).join('\n')).toContain('The service has no 1 m candles of SOL.');
    const fake = desk();
    fake.cache
      .getQueryCache()
      .build(fake.cache, { queryKey: queryKeys.candles(id, '1m') })
      .setState({ status: 'error', error: Object.assign(new Error('no such token'), { code: 'NOT_FOUND' }) });
    expect(drawn(fake).join('\n')).toMatch(/✕ no such token/);
  });

  test('old candles say their age and step back', () => {
    const fake = desk(rising);
    fake.clock.nowMs += 40_000;
    const lines = chartPane.lines(fake.desk, { x: 0, y: 0, width: 70, height: 20 });
    expect(plainText(lines[0] ?? [])).toContain('40 s old');
    const tones = new Set(lines.slice(1, -1).flatMap((line) => line.slice(2, -2).map(({ tone }) => tone)));
    expect([...tones].filter((tone) => tone === 'up' || tone === 'down')).toEqual([]);
  });

  test('an unchanged chart is not drawn again; a changed one is', () => {
    const fake = desk(rising);
    const rect = { x: 0, y: 0, width: 60, height: 20 };
    const first = chartPane.lines(fake.desk, rect);
    expect(chartPane.lines(fake.desk, rect)).toBe(first);
    chart(fake, { isLine: true });
    expect(chartPane.lines(fake.desk, rect)).not.toBe(first);
  });
});

describe('candles of seconds', () => {
  const swap = (fake: FakeDesk, atMs: number, priceUsd: string): void => {
    fake.desk.tape.push(tapeSwap({ atMs, tokenId: id, priceUsd }));
  };

  test('begin when the desk started, and say so', () => {
    const fake = desk();
    chart(fake, { interval: '5s' });
    expect(drawn(fake).join(' ').replace(/[│ ]+/g, ' ')).toContain('No swap of SOL yet (tape since 14:03:22)');
    swap(fake, fake.clock.nowMs, '140');
    const text = drawn(fake).join('\n');
    expect(text).toContain('7 SOL 5 s tape');
    expect(text).toContain('tape since 14:03:22');
  });

  test('of a token that came onto the tape later begin then', () => {
    const fake = desk();
    fake.clock.nowMs += 60_000;
    dropToken(fake.desk.watchlist, id);
    watchToken(fake.desk.watchlist, id);
    fake.desk.ui.setState(({ tape }) => ({ tape: { ...tape, tokenId: id } }));
    chart(fake, { interval: '5s' });
    expect(drawn(fake).join(' ')).toContain('tape since 14:04:22');
  });

  test('leave out the time in which nothing could be received', () => {
    const fake = desk();
    chart(fake, { interval: '1s' });
    const { nowMs } = fake.clock;
    swap(fake, nowMs - 10_000, '140');
    const dashes = () => (plot(drawn(fake)).join('').match(/─/g) ?? []).length;
    swap(fake, nowMs, '140');
    expect(dashes()).toBe(11);
    fake.desk.tape.push({ kind: 'gap', atMs: nowMs - 2_000, lengthMs: 5_000, reason: 'reconnected' });
    swap(fake, nowMs, '140');
    expect(dashes()).toBe(6);
  });
});

describe('whatever comes', () => {
  const price = fc.oneof(
    fc.constantFrom('0', '1', '0.000000000000000001', '123456789012345678901234567890', '0.1', '99999.5'),
    fc.double({ min: 0.0000001, max: 1_000_000, noNaN: true }).map((value) => value.toFixed(9)),
  );
  const anyCandle = fc.record({
    prices: fc.array(price, { minLength: 4, maxLength: 4 }),
    volume: fc.bigInt(0n, 10n ** 24n),
    hole: fc.integer({ min: 1, max: 4 }),
  });
  const anyCandles = fc.array(anyCandle, { minLength: 1, maxLength: 150 }).map((wire) => {
    let startMs = newestMs;
    return wire.map(({ prices, volume, hole }): Candle => {
      startMs += hole * minuteMs;
      const levels = prices.map((text) => toLevel(text)!);
      const sorted = levels.toSorted((a, b) => a.value - b.value);
      const [open, close] = [levels[0]!, levels[1]!];
      return { startMs, open, close, low: sorted[0]!, high: sorted[3]!, volumeMicros: volume };
    });
  });

  test('no line is longer or shorter than its place, at any size from 20×6 to 200×60', () => {
    fc.assert(
      fc.property(
        anyCandles,
        fc.integer({ min: 20, max: 200 }),
        fc.integer({ min: 6, max: 60 }),
        fc.boolean(),
        fc.option(fc.nat(160)),
        fc.array(price, { maxLength: 3 }),
        fc.array(fc.record({ back: fc.integer({ min: -2, max: 160 }), price, isBuy: fc.boolean() }), { maxLength: 5 }),
        (candles, width, height, isLine, back, levels, trades) => {
          const crosshairMs = back === null ? null : newestMs + back * minuteMs;
          const fake = desk(candles);
          chart(fake, { isLine, crosshairMs, hasEma: isLine, hasVwap: true });
          const lines = chartPane.lines(fake.desk, { x: 0, y: 0, width, height });
          expect(lines).toHaveLength(height);
          for (const line of lines) expect(lineWidth(line), plainText(line)).toBe(width);
          const room = { width: width - 4, height: height - 2 };
          const body = chartBody({
            candles,
            interval: '1m',
            isLine,
            pointed: back === null ? null : Math.min(back, candles.length - 1),
            beginning: 'tape since 14:03:22',
            isBlind: () => false,
            ...room,
            levels: levels.map((text) => ({ price: new Big(text), name: 'entry', tone: 'accent' as const })),
            averages: chartAverages(chartView(fake.desk)!, { hasEma: isLine, hasVwap: levels.length < 2 }),
            hasVolume: levels.length < 3,
            fills: trades.map(({ back: ago, price: px, isBuy }) => ({
              atMs: newestMs + ago * minuteMs,
              price: new Big(px),
              isBuy,
              size: '0.5000 SOL',
            })),
          }).lines;
          expect(body).toHaveLength(room.height);
          // What is too long would be cut by the frame, and a cut number is a wrong one.
          for (const line of body) expect(lineWidth(line), plainText(line)).toBeLessThanOrEqual(room.width);
        },
      ),
      { numRuns: cases(30, 200) },
    );
  });
});
