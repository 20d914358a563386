import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { type Candle, toLevel } from '../../../domain/market/candles.ts';
import { jup, mainAddress, sol, usdc } from '../../../stores/desk-data.fixture.ts';
import { queryKeys } from '../../../stores/desk-data.ts';
import { tapeSwap } from '../../../stores/market/tape-swap.fixture.ts';
import { operationRecord } from '../../../stores/orders/operation-records.fixture.ts';
import { type FakeDesk, fakeDesk, texts } from '../../desk/fake-desk.fixture.ts';
import { plainText } from '../../text/span.ts';
import { chartBody } from './chart-body.ts';
import type { ChartFill } from './chart-fills.ts';
import type { ChartLevel } from './chart-levels.ts';
import { chartPane } from './chart-pane.ts';

const id = `solana:${sol}`;
const minuteMs = 60_000;
/** 14:03:00 UTC. */
const newestMs = Date.UTC(2026, 0, 1, 14, 3);

function series(...prices: string[]): Candle[] {
  return prices.map((text, index) => {
    const [open, high, low, close] = text.split(' ').map((price) => toLevel(price)!);
    const startMs = newestMs - (prices.length - 1 - index) * minuteMs;
    return { startMs, open: open!, high: high!, low: low!, close: close!, volumeMicros: 1_000_000n };
  });
}

const rising = series('139 140 138 139.5', '139.5 141 139 140.5', '140.5 142 140 141.5');
const far = rising.map((candle, index) => ({ ...candle, startMs: newestMs - (60 - index) * minuteMs }));

type Over = { levels?: ChartLevel[]; fills?: ChartFill[]; candles?: Candle[]; pointed?: number };

const lines = (over: Over = {}) =>
  chartBody({
    candles: rising,
    interval: '1m',
    isLine: false,
    pointed: null,
    beginning: '',
    isBlind: () => false,
    levels: [],
    fills: [],
    averages: [],
    hasVolume: true,
    width: 70,
    height: 20,
    ...over,
  }).lines;
const body = (over: Over = {}) => lines(over).map(plainText);

const fill = (atMs: number, isBuy: boolean, price: string): ChartFill => ({
  atMs,
  isBuy,
  price: new Big(price),
  size: '0.5000 SOL',
});
const level = (price: string, name: string): ChartLevel => ({ price: new Big(price), name, tone: 'accent' });

/** Where a character stands: row and column; null where it does not. */
function placeOf(lines: readonly string[], char: string): { row: number; column: number } | null {
  const row = lines.findIndex((line) => line.includes(char));
  return row < 0 ? null : { row, column: lines[row]?.indexOf(char) ?? -1 };
}

describe('own trades on the plot', () => {
  test('stand on their candle at their price', () => {
    const lines = body({
      fills: [fill(newestMs - minuteMs + 5_000, true, '139'), fill(newestMs + 59_000, false, '142')],
    });
    const [bought, sold] = [placeOf(lines, '▲'), placeOf(lines, '▼')];
    expect((sold?.column ?? 0) - (bought?.column ?? 0)).toBe(1);
    expect(sold?.row).toBeLessThan(bought?.row ?? 0);
    expect(lines[sold?.row ?? 0]).toMatch(/^ *142\.00 ┤/);
  });

  test('of both sides in one place are one mark', () => {
    const lines = body({ fills: [fill(newestMs, true, '141'), fill(newestMs + 1, false, '141')] });
    expect(lines.join('\n')).toMatch(/◆/);
    expect(lines.join('\n')).not.toMatch(/[▲▼]/);
  });

  test('before and after the candles shown are left out', () => {
    const out = [fill(newestMs - 10 * minuteMs, true, '140'), fill(newestMs + minuteMs, true, '140')];
    expect(body({ fills: out }).join('\n')).not.toMatch(/[▲▼◆]/);
  });

  test('are told in words where the crosshair stands', () => {
    const fills = [fill(newestMs - 1, true, '140'), fill(newestMs, true, '141'), fill(newestMs + 1, false, '141.5')];
    expect(body({ fills, pointed: 2 })[0]).toMatch(/ sold 0\.5000 SOL @ 141\.50 and 1 more/);
    expect(body({ fills, pointed: 1 }).join('\n')).toContain('bought 0.5000 SOL @ 140.00');
    expect(body({ fills }).join('\n')).not.toMatch(/bought|sold/);
  });
});

describe('levels', () => {
  test('in one row stand beside each other, and the axis keeps the newest price', () => {
    const lines = body({ levels: [level('141.50', 'TP'), level('141.5', 'entry')] });
    const row = lines.find((line) => line.includes('entry'));
    expect(row).toMatch(/141\.50 ┤entry╌TP╌/);
    expect(lines.filter((line) => line.includes('141.50 ┤'))).toHaveLength(1);
  });

  test('the newest price has its label even where a level is', () => {
    const labels = lines({ levels: [level('141.49', 'S')] })
      .filter((line) => plainText(line).includes('┤'))
      .map(([label]) => label);
    expect(labels).toContainEqual({ text: '141.50', bold: true, tone: 'up' });
  });

  test('beyond the plot are all named at its edge, the nearest first, over no candle', () => {
    const lines = body({ levels: [level('900', 'liq'), level('500', 'TP'), level('20', 'SL'), level('10', 'B')] });
    const plot = lines.filter((line) => /[┤│]/.test(line));
    expect(plot[0]).toMatch(/TP 500\.00 ↑ +liq 900\.00 ↑/);
    expect(lines.join('\n')).toMatch(/SL 20\.000 ↓ +B 10\.000 ↓/);
  });

  test('beyond the plot leave the row of the newest price to its line', () => {
    const falling = series('142 142 138 138');
    const lines = body({ candles: falling, levels: [level('20', 'liq')] });
    expect(lines.find((line) => line.includes('liq'))).toMatch(/┤? +liq 20\.000 ↓/);
    expect(lines.find((line) => line.includes('liq'))).not.toContain('┄');
  });

  test('beyond the plot move on where candles stand', () => {
    const candles = [...far, ...rising];
    const lines = body({ candles, levels: [level('900', 'liq')] });
    expect(lines.join('\n')).toContain('liq 900.00 ↑');
    expect(lines.join('').match(/[┃╿╽╹╻]/g)?.length).toBe(
      body({ candles })
        .join('')
        .match(/[┃╿╽╹╻]/g)?.length,
    );
  });
});

const drawn = ({ desk }: FakeDesk, width = 70, height = 20): string[] =>
  texts(chartPane.lines(desk, { x: 0, y: 0, width, height }));

function chart(fake: FakeDesk, over: object): void {
  fake.desk.ui.setState((state) => ({ chart: { ...state.chart, ...over } }));
}

describe('trades of the account in a token', () => {
  function tokenDesk(): FakeDesk {
    const fake = fakeDesk();
    fake.fill();
    const receivedAtMs = fake.clock.nowMs;
    fake.cache.setQueryData(
      queryKeys.candles(id, '1m'),
      { candles: rising, receivedAtMs },
      { updatedAt: receivedAtMs },
    );
    return fake;
  }
  const swap = (fake: FakeDesk, maker: string | null, over: object = {}): void => {
    const size = { sizeUsd: '70.5', usd: 70.5, priceUsd: '141' };
    fake.desk.tape.push(tapeSwap({ atMs: newestMs, tokenId: id, ...size, maker, ...over }));
  };
  const history = (fake: FakeDesk, over: object = {}): void => {
    const trade = {
      chain: 'solana',
      txHash: 'h1',
      timestamp: newestMs,
      walletAddress: mainAddress,
      token: sol,
      inputToken: usdc,
      inputAmount: '70500000',
      outputToken: sol,
      outputAmount: '500000000',
      isBuy: true,
      sizeUsd: '70.5',
      priceUsd: '141',
      ...over,
    };
    fake.cache.setQueryData(queryKeys.history(), { trades: [trade], hasMore: false });
  };

  test('leave out a hop of a swap between two other tokens, listed or on its way', () => {
    const hop = { inputToken: usdc, outputToken: jup, token: jup };
    const listed = tokenDesk();
    swap(listed, mainAddress);
    expect(drawn(listed)[0]).toContain('▲ 1');
    history(listed, hop);
    expect(drawn(listed)[0]).not.toContain('▲');

    const underWay = tokenDesk();
    const fillQuery = { kind: 'swap', chain: 'solana', ...hop };
    const record = operationRecord({ operation: 'swap.execute', fillQuery, sentAtMs: newestMs - 1_000 });
    underWay.desk.records.setState({ records: [record] });
    swap(underWay, mainAddress);
    expect(drawn(underWay)[0]).not.toContain('▲');
    swap(underWay, mainAddress, { atMs: newestMs - 120_000 });
    expect(drawn(underWay)[0]).toContain('▲ 1');
  });

  test('come from the tape by the wallet that made them', () => {
    const fake = tokenDesk();
    swap(fake, sol);
    swap(fake, null);
    expect(drawn(fake)[0]).not.toContain('▲');
    swap(fake, mainAddress);
    swap(fake, mainAddress, { isBuy: false });
    expect(drawn(fake)[0]).toMatch(/ in 3 m {2}▲ 1 {2}▼ 1 ─╮$/);
    chart(fake, { crosshairMs: newestMs });
    expect(drawn(fake, 100).join('\n')).toContain('sold 70.50 USD @ 141.00 and 1 more');
  });

  test('an EVM wallet is the same in either case of its letters', () => {
    const fake = tokenDesk();
    const address = '0xABCDEF0000000000000000000000000000000001';
    fake.answer('wallets', [{ walletId: 'w', address, state: 'ACTIVE', chain: 'base', label: 'w' }], newestMs);
    swap(fake, address.toLowerCase());
    expect(drawn(fake)[0]).toContain('▲ 1');
  });

  test('come from the list of trades with their amounts, and not twice', () => {
    const fake = tokenDesk();
    history(fake);
    swap(fake, mainAddress, { atMs: newestMs + 1_000 });
    chart(fake, { crosshairMs: newestMs });
    expect(drawn(fake)[0]).toContain('▲ 1');
    expect(drawn(fake, 100).join('\n')).toContain('bought 0.5000 SOL @ 141.00');
    history(fake, { token: usdc, isBuy: false, inputToken: usdc });
    expect(drawn(fake, 100).join('\n')).toContain('bought 70.50 USD');
  });
});

describe('the chart of a perp market', () => {
  function mark(fake: FakeDesk, atMs: number, markPx: string): void {
    fake.answer('markets', [{ ctx: { markPx }, meta: { name: 'BTC', szDecimals: 4, maxLeverage: 40 } }], atMs);
    fake.desk.priceSamples.take(fake.desk.data.read('markets').data ?? [], atMs);
  }
  function coinDesk(...marks: string[]): FakeDesk {
    const fake = fakeDesk();
    fake.fill();
    chart(fake, { coin: 'BTC' });
    for (const [index, px] of marks.entries()) mark(fake, fake.clock.nowMs - (marks.length - 1 - index) * 20_000, px);
    return fake;
  }

  test('is made of marks, says so and since when, and has no volume', () => {
    const fake = coinDesk('96800', '96900', '97100', '97000', '97031.5');
    const text = drawn(fake).join('\n');
    expect(text).toMatch(/^╭─ 7 BTC perp 1 m marks ─+ 97,032 {2}\+0\.24 % in 2 m/);
    expect(text).toContain('marks since 14:02');
    expect(text).not.toContain(' V ');
    expect(text).not.toMatch(/[⡀⡄⡆⡇]/);
  });

  test('has the entry, the liquidation, orders and own trades drawn in', () => {
    const fake = coinDesk('96400', '96900', '97100', '97000', '97031.5');
    fake.answer(
      'perpOrders',
      [
        { coin: 'BTC', side: 'sell', limitPx: '97000', sz: '0.1', oid: 1, orderType: 'takeProfitMarket' },
        { coin: 'BTC', side: 'sell', limitPx: '96600', sz: '0.1', oid: 2, orderType: 'stopMarket' },
        { coin: 'BTC', side: 'buy', limitPx: '96700', sz: '0.1', oid: 3, orderType: 'limit' },
        { coin: 'ETH', side: 'buy', limitPx: '96800', sz: '0.1', oid: 4, orderType: 'limit' },
      ],
      fake.clock.nowMs,
    );
    fake.answer(
      'fills',
      [
        { coin: 'BTC', side: 'buy', px: '96900', sz: '0.15', time: fake.clock.nowMs - 60_000 },
        { coin: 'ETH', side: 'buy', px: '96900', sz: '9', time: fake.clock.nowMs - 60_000 },
      ],
      fake.clock.nowMs,
    );
    const lines = drawn(fake, 70, 30);
    const text = lines.join('\n');
    expect(text).toMatch(/96,412(\.0)? ┤entry╌+/);
    expect(text).toMatch(/┤TP╌/);
    expect(text).toMatch(/┤SL╌/);
    expect(text.match(/┤B╌/g)).toHaveLength(1);
    expect(text).toContain('liq 81,200 ↓');
    expect(lines[0]).toContain('▲ 1');
    expect(text.match(/▲/g)).toHaveLength(2);
    chart(fake, { crosshairMs: newestMs - minuteMs });
    expect(drawn(fake, 110, 30).join('\n')).toContain('bought 0.1500 BTC @ 96,900');
  });

  test('says what it waits for, and that none has come', () => {
    const waiting = fakeDesk();
    chart(waiting, { coin: 'BTC' });
    expect(drawn(waiting).join('\n')).toContain('Reading candles of BTC …');
    const other = coinDesk('97000', '97001');
    chart(other, { coin: 'DOGE' });
    expect(drawn(other).join('\n')).toContain('No mark price of DOGE yet');
  });

  test('steps back when no mark has come for a while', () => {
    const fake = coinDesk('97000', '97001');
    fake.clock.nowMs += 30_000;
    expect(drawn(fake)[0]).toContain('30 s old');
  });

  test('is that of the selected market in the perps workspace, whatever token is on the tape', () => {
    const fake = coinDesk('97000', '97001');
    chart(fake, { coin: null });
    expect(drawn(fake)[0]).toContain('SOL 1 m');
    fake.desk.ui.setState({ workspace: 'perps' });
    expect(drawn(fake)[0]).toContain('BTC perp 1 m marks');
  });
});
