import { describe, expect, test } from 'vitest';
import { sol } from '../../stores/desk-data.fixture.ts';
import { tapeSwap } from '../../stores/market/tape-swap.fixture.ts';
import { type FakeDesk, fakeDesk, texts } from '../desk/fake-desk.fixture.ts';
import { paneLines } from '../panes/pane-lines.ts';
import { markTrend, tokenTrend } from './trend.ts';

const id = `solana:${sol}`;

function mark(fake: FakeDesk, atMs: number, markPx: string): void {
  fake.answer('markets', [{ ctx: { markPx }, meta: { name: 'BTC', szDecimals: 4, maxLeverage: 40 } }], atMs);
  fake.desk.priceSamples.take(fake.desk.data.read('markets').data ?? [], atMs);
}

function swap(fake: FakeDesk, atMs: number, priceUsd: string): void {
  fake.desk.tape.push(tapeSwap({ atMs, tokenId: id, priceUsd }));
}

describe('the trend of a perp market', () => {
  test('is what its mark did, in the colour of where it led', () => {
    const fake = fakeDesk();
    for (const [index, px] of ['10', '20', '15', '12'].entries())
      mark(fake, fake.clock.nowMs + (index - 4) * 10_000, px);
    expect(markTrend(fake.desk, 'BTC')).toEqual({ text: '▁▁▁▇▇▇▄▄▄▂▂▂', tone: 'up' });
    mark(fake, fake.clock.nowMs, '9');
    expect(markTrend(fake.desk, 'BTC').tone).toBe('down');
  });

  test('is a dash where one price is all that is known, and flat where it stays', () => {
    const fake = fakeDesk();
    const { nowMs } = fake.clock;
    mark(fake, nowMs - 20_000, '10');
    expect(markTrend(fake.desk, 'BTC').text).toBe('–'.padEnd(12));
    mark(fake, nowMs, '10');
    expect(markTrend(fake.desk, 'BTC')).toEqual({ text: '▄'.repeat(12), tone: 'muted' });
    expect(markTrend(fake.desk, 'ETH').text).toBe('–'.padEnd(12));
  });

  test('is blank for the time in which no price came', () => {
    const fake = fakeDesk();
    const { nowMs } = fake.clock;
    for (const seconds of [1_200, 1_195, 1_190, 10, 5, 0]) mark(fake, nowMs - seconds * 1_000, String(seconds + 1));
    expect(markTrend(fake.desk, 'BTC').text).toMatch(/^▇ {10}▁$/);
  });
});

describe('the trend of a token', () => {
  test('is what the tape saw, its price standing while nobody trades', () => {
    const fake = fakeDesk();
    const { nowMs } = fake.clock;
    expect(tokenTrend(fake.desk, id).text).toBe('–'.padEnd(12));
    fake.clock.nowMs += 1_000;
    for (const [secondsAgo, price] of [
      [120, '1'],
      [60, '8'],
      [0, '8'],
    ] as const)
      swap(fake, nowMs - secondsAgo * 1_000, price);
    expect(tokenTrend(fake.desk, id)).toEqual({ text: '▁▁▁▁▁▇▇▇▇▇▇▇', tone: 'up' });
  });

  test('is made again a second later, not before', () => {
    const fake = fakeDesk();
    const { nowMs } = fake.clock;
    swap(fake, nowMs - 2_000, '1');
    swap(fake, nowMs - 1_000, '2');
    const first = tokenTrend(fake.desk, id);
    swap(fake, nowMs, '0.5');
    expect(tokenTrend(fake.desk, id)).toBe(first);
    fake.clock.nowMs += 1_000;
    expect(tokenTrend(fake.desk, id).tone).toBe('down');
  });
});

test('a large pane shows it beside each row, a smaller one leaves it out first', () => {
  const fake = fakeDesk();
  fake.fill();
  mark(fake, fake.clock.nowMs - 10_000, '97000');
  mark(fake, fake.clock.nowMs, '97031.5');
  const drawn = (pane: 'positions' | 'balances' | 'orders' | 'holdings', width: number) =>
    texts(paneLines(fake.desk, pane, { x: 0, y: 0, width, height: 10 })).join('\n');
  expect(drawn('positions', 120)).toMatch(/LEV +TREND\s.*\n.*BTC .* ▁{6}▇{6} /);
  expect(drawn('positions', 78)).not.toContain('TREND');
  swap(fake, fake.clock.nowMs - 2_000, '140');
  swap(fake, fake.clock.nowMs, '139');
  fake.clock.nowMs += 1_000;
  expect(drawn('balances', 110)).toMatch(/TREND[^\n]*\n[^\n]*SOL +[\d,.]+K? +▇+▁/);
  expect(drawn('balances', 60)).not.toContain('TREND');
  expect(drawn('orders', 120)).toContain('TREND');
  expect(drawn('holdings', 170)).toContain('TREND');
});
