import { describe, expect, test } from 'vitest';
import { toLevel } from '../../../domain/market/candles.ts';
import { jup, sol } from '../../../stores/desk-data.fixture.ts';
import { queryKeys } from '../../../stores/desk-data.ts';
import { type FakeDesk, fakeDesk } from '../../desk/fake-desk.fixture.ts';
import { handleKey } from '../../keyboard/desk-keys.ts';
import { openOverlay } from '../../overlays/open-overlay.ts';
import { chartSubject } from '../../panes/chart/chart-subject.ts';

const wide = { columns: 120, rows: 40 };
const minuteMs = 60_000;
const newestMs = Date.UTC(2026, 0, 1, 14, 3);

function onChart(): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  const price = toLevel('140')!;
  const candles = Array.from({ length: 50 }, (_, index) => ({
    startMs: newestMs - (49 - index) * minuteMs,
    volumeMicros: 0n,
    open: price,
    high: price,
    low: price,
    close: price,
  }));
  const read = { candles, receivedAtMs: fake.clock.nowMs };
  fake.cache.setQueryData(queryKeys.candles(`solana:${sol}`, '1m'), read, { updatedAt: fake.clock.nowMs });
  handleKey(fake.desk, '7', wide);
  return fake;
}

const press = ({ desk }: FakeDesk, ...keys: string[]): void => {
  for (const key of keys) handleKey(desk, key, wide);
};
const chart = ({ desk }: FakeDesk) => desk.ui.getState().chart;

test('i and I go through the intervals, round', () => {
  const fake = onChart();
  press(fake, 'i');
  expect(chart(fake).interval).toBe('5m');
  press(fake, 'I', 'I');
  expect(chart(fake).interval).toBe('15s');
  press(fake, 'I', 'I', 'I');
  expect(chart(fake).interval).toBe('1d');
  press(fake, 'i');
  expect(chart(fake).interval).toBe('1s');
});

test('b changes between candles and a line', () => {
  const fake = onChart();
  press(fake, 'b');
  expect(chart(fake).isLine).toBe(true);
  press(fake, 'b');
  expect(chart(fake).isLine).toBe(false);
});

test('the crosshair begins on the newest candle, moves by candles, and stops at the ends', () => {
  const fake = onChart();
  const back = () => (newestMs - (chart(fake).crosshairMs ?? Number.NaN)) / minuteMs;
  press(fake, 'Left');
  expect(back()).toBe(0);
  press(fake, 'Left', 'Left', 'h');
  expect(back()).toBe(3);
  press(fake, 'Right', 'l');
  expect(back()).toBe(1);
  press(fake, 'PageUp');
  expect(back()).toBe(11);
  press(fake, 'Home');
  expect(back()).toBe(49);
  press(fake, 'Left');
  expect(back()).toBe(49);
  press(fake, 'End', 'Right');
  expect(back()).toBe(0);
  press(fake, 'x');
  expect(chart(fake).crosshairMs).toBeNull();
  press(fake, 'x');
  expect(back()).toBe(0);
});

test('Esc takes the crosshair away, then does nothing', () => {
  const fake = onChart();
  const now = () => fake.desk.ui.getState();
  fake.desk.priceSamples.take(fake.desk.data.read('markets').data ?? [], fake.clock.nowMs);
  press(fake, 'F2', '7', 'x', 'Esc');
  expect(chart(fake).crosshairMs).toBeNull();
  expect(now()).toMatchObject({ workspace: 'perps', focus: 'chart' });
  press(fake, 'Esc');
  expect(now()).toMatchObject({ workspace: 'perps', focus: 'chart' });
});

test('t shows the next token on chart and tape; the chart keeps it while the tape shows all', () => {
  const fake = onChart();
  press(fake, 'x', 't');
  expect(fake.desk.ui.getState().tape.tokenId).toBe(`solana:${jup}`);
  expect(chart(fake)).toMatchObject({ tokenId: `solana:${jup}`, crosshairMs: null });
  press(fake, '4', 't');
  expect(fake.desk.ui.getState().tape.tokenId).toBeNull();
  expect(chart(fake).tokenId).toBe(`solana:${jup}`);
});

test('after the last token come the markets of positions, then the first token again', () => {
  const fake = onChart();
  const subject = () => chartSubject(fake.desk);
  press(fake, 't', 't');
  expect(subject()).toEqual({ kind: 'coin', coin: 'BTC' });
  expect(fake.desk.ui.getState().tape.tokenId).toBe(`solana:${jup}`);
  press(fake, 't');
  expect(subject()).toEqual({ kind: 'coin', coin: 'ETH' });
  press(fake, 't');
  expect(subject()).toEqual({ kind: 'token', tokenId: `solana:${sol}` });
});

test('in the workspace of perps t goes through the markets of positions, for the book too', () => {
  const fake = onChart();
  fake.desk.ui.setState({ workspace: 'perps' });
  expect(chartSubject(fake.desk)).toEqual({ kind: 'coin', coin: 'BTC' });
  press(fake, 't');
  expect(chartSubject(fake.desk)).toEqual({ kind: 'coin', coin: 'ETH' });
  expect(fake.desk.ui.getState().market.coin).toBe('ETH');
  press(fake, 't');
  expect(fake.desk.ui.getState().market.coin).toBe('BTC');
});

test('without a candle there is nothing to point at, and nothing breaks', () => {
  const fake = fakeDesk();
  press(fake, '7', 'Left', 'x', 'Home', 'Enter', '/', 'v', 'j');
  expect(chart(fake).crosshairMs).toBeNull();
  expect(fake.desk.ui.getState().overlay).toBeNull();
});

describe('an own order on the chart of its market', () => {
  const order = (oid: number, limitPx: string) => ({
    coin: 'BTC',
    side: 'buy',
    sz: '0.1',
    oid,
    orderType: 'limit',
    limitPx,
  });
  const onMarket = (): FakeDesk => {
    const fake = onChart();
    fake.answer('perpOrders', [order(1, '90000'), order(2, '96000')], fake.clock.nowMs);
    fake.desk.ui.setState({ workspace: 'perps' });
    return fake;
  };
  const moving = ({ desk }: FakeDesk) => desk.ui.getState().moving;

  test('is picked up nearest first, moved by ticks, and modified after a confirmation', () => {
    const fake = onMarket();
    press(fake, '>');
    expect(moving(fake)).toMatchObject({ orderKey: '2' });
    press(fake, '>', '>', 'Up', 'Up', 'Down', 'PageUp');
    expect(moving(fake)?.price.toFixed()).toBe('96011');
    press(fake, 'Enter');
    const form = openOverlay(fake.desk, 'form')?.form;
    expect(form?.state).toMatchObject({ phase: 'confirm', values: { price: '96011', size: '0.1' } });
    expect([moving(fake), fake.done.filter(([kind]) => kind === 'modifyPerpOrder')]).toEqual([null, []]);
  });

  test('is put back by Esc, and on leaving', () => {
    const fake = onMarket();
    press(fake, '>', 'Up', 'Esc');
    expect([moving(fake), fake.desk.ui.getState().workspace]).toEqual([null, 'perps']);
    press(fake, '>', '1');
    expect(moving(fake)).toBeNull();
  });

  test('a token has none: its trigger orders cannot be modified', () => {
    const fake = onChart();
    press(fake, '>');
    expect(fake.notices().at(-1)).toContain('a trigger order cannot be modified');
  });
});
