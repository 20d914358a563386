import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../test/run/cases.ts';
import { hostileTexts, isCellSafe } from '../../../stores/desk-data.fixture.ts';
import { queryKeys } from '../../../stores/desk-data.ts';
import { answerPortfolio, wireHoldings, wireTrade } from '../../../stores/portfolio/portfolio.fixture.ts';
import { perpWalletNow } from '../../desk/active-wallet.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import { rowsToExport } from '../../export/table-export.ts';
import { lineWidth } from '../../text/span.ts';
import { cellText } from '../../text/texts.fixture.ts';
import type { PaneId } from '../pane-ids.ts';
import { paneLines } from '../pane-lines.ts';
import { tablePane } from '../panes.ts';

const tables = ['holdings', 'trades'] as const;
const panes = ['portfolio', ...tables] as const;

function opened(over?: Parameters<typeof answerPortfolio>[2]): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  answerPortfolio(fake, readAtMs, over);
  return fake;
}

const drawn = ({ desk }: FakeDesk, pane: PaneId, width = 120, height = 20): string[] =>
  texts(paneLines(desk, pane, { x: 0, y: 1, width, height }));
const shown = (fake: FakeDesk, pane: PaneId, width?: number, height?: number): string =>
  drawn(fake, pane, width, height).join('\n');

describe('portfolio', () => {
  test('the totals of the timeframe are all there, and the value over it', () => {
    const text = shown(opened(), 'portfolio', 140, 24);
    expect(text).toMatch(/9 Portfolio ─+ 16\.09K USD ─╮/);
    expect(text).toMatch(
      /equity 41,216\.74 {3}today … {3}spot PnL 30d \+120\.50 {3}heat [\d,.]+ \d\.\d % {3}realised 30d −20\.00 {3}unrealised now \+140\.50/,
    );
    expect(text).toContain('bought 30d 1,500.25');
    expect(text).toContain(' 1d  7d ‹30d› lifetime   i next');
    expect(text).toMatch(/22\.90K ┤ +[\u2800-\u28ff]+ 22\.90K/);
    expect(text).toMatch(/20\.00K ┤[\u2800-\u28ff]+/);
  });

  test('where there is no room for a curve, totals and timeframe stay', () => {
    const lines = drawn(opened(), 'portfolio', 38, 5);
    expect(lines[1]).toContain('equity 41,216.74   today …');
    expect(lines[3]).toContain(' 1d  7d ‹30d› lifetime ');
    expect(lines.join('\n')).not.toMatch(/[\u2801-\u28ff]/);
  });

  test('border, curve and balances end in one total, whatever moment the service valued the wallets at', () => {
    const fake = opened({ pnl: { portfolioHistory: [{ timestamp: 1_767_000_000, valueUsd: 16_050 }] } });
    expect(shown(fake, 'portfolio', 140, 24)).toMatch(/[\u2800-\u28ff] 16\.09K/);
    expect(drawn(fake, 'portfolio')[0]).toContain(' 16.09K USD ');
    expect(drawn(fake, 'balances')[0]).toContain(' 16.09K USD ');
  });

  test('where money was made and lost: by kind and by perp coin, the largest loss first', () => {
    const fake = opened();
    const fill = { side: 'buy', px: '1', sz: '1', time: readAtMs - 1 };
    fake.cache.setQueryData(queryKeys.perpPeriod('30d'), {
      fills: [
        { ...fill, coin: 'BTC', closedPnl: '-50.5', fee: '1.5' },
        { ...fill, coin: 'ETH', closedPnl: '10', fee: '0.25' },
        { ...fill, coin: 'ETH', closedPnl: null, fee: '0.25' },
      ],
      funding: [{ coin: 'SOL', usdc: '-3.25', time: readAtMs }],
    });
    const text = shown(fake, 'portfolio', 140, 24);
    expect(text).toContain('30d by kind       perps −40.50   spot −20.00   funding −3.25   perp fees −2.00');
    expect(text).toContain('30d by coin       BTC −52.00   SOL −3.25   ETH +9.50');
  });

  test('today’s parts add up to today’s PnL', () => {
    const fake = opened();
    fake.session({ accountId: 'me' });
    const first = { atMs: readAtMs - 60_000, equityUsd: '41200', unrealised: { BTC: '100', DOGE: '-7' } };
    fake.desk.openings.setState({ [`me ${perpWalletNow(fake.desk)?.walletId}`]: [first] });
    const fill = { side: 'sell', px: '1', sz: '1' };
    const fills = [
      { ...fill, coin: 'DOGE', closedPnl: '-12', fee: '1', time: readAtMs },
      { ...fill, coin: 'DOGE', closedPnl: '99', fee: '1', time: first.atMs - 1 },
    ];
    fake.answer('fills', fills, readAtMs);
    fake.answer('funding', [{ coin: 'BTC', usdc: '-0.5', time: readAtMs }], readAtMs);
    const text = shown(fake, 'portfolio', 140, 24);
    expect(text).toContain('today +16.74 since 14:02');
    expect(text).toContain(
      'today by kind     spot −29.75   perps realised −12.00   perp fees −1.00   funding −0.50   ',
    );
    expect(text).toContain('today by coin     BTC −7.58   DOGE −6.00   ETH +60.06');
    expect(text).toContain('change of unrealised +59.99');
  });

  test('the points of the timeframe can be exported, exact', () => {
    expect(rowsToExport(opened().desk, 'portfolio')[0]).toEqual([
      { name: 'time', value: expect.stringMatching(/^20\d\d-.*Z$/) },
      { name: 'value_usd', value: '20000' },
      { name: 'timeframe', value: '30d' },
    ]);
  });
});

describe('holdings', () => {
  test('a position has its cost; what is sold out or not told is a dash, and is counted', () => {
    const text = shown(opened(), 'holdings', 140);
    expect(text).toMatch(/ Holdings ─+ 2 tokens ─╮/);
    expect(text).toMatch(
      /JUP +JUPy…DvCN +main +solana +100\.1234 +0\.69870 +69\.95 +80\.50 +10\.00 +−2\.5 % +\+4\.3 % +3 +1/,
    );
    expect(text).toMatch(/USDC +EPjF…Dt1v +main +solana +5 +– +5\.00 +– +– +– +– +– +–/);
    expect(text).toMatch(/sum {3}value 74\.95 {3}bought 80\.50 \+ 1 unknown {3}sold 10\.00 \+ 1 unknown/);
  });

  test('the sums are those of the rows shown, as many as fit, whole', () => {
    const fake = opened();
    expect(shown(fake, 'holdings', 60)).toMatch(/sum {3}value 74\.95 {3}bought 80\.50 \+ 1 unknown +│/);
    fake.desk.ui.setState({ filter: { holdings: 'usdc' } });
    expect(shown(fake, 'holdings', 140)).toMatch(/sum {3}value 5\.00 /);
  });
});

describe('trades', () => {
  test('a trade has its sizes', () => {
    expect(shown(opened(), 'trades', 140)).toMatch(
      /01-01 11:59:00 +BUY +JUP +301\.2500 +1\.5000 +SOL +210\.50 +0\.69870 +main +solana +tx1a…aaaa/,
    );
  });

  test('say that there are older ones, that they are being read, or why not', () => {
    expect(shown(opened(), 'trades')).toContain('all trades');
    const fake = opened({ hasMore: true });
    expect(drawn(fake, 'trades')[0]).toContain(' 2+ trades ');
    expect(shown(fake, 'trades')).toContain('End goes to the end and reads older ones');
    fake.portfolio.setState({ older: { isFetching: true, problem: null } });
    expect(shown(fake, 'trades')).toContain('reading older trades …');
    const problem = { kind: 'server', code: 'HTTP_503', message: 'no', requestId: null };
    fake.portfolio.setState({ older: { isFetching: false, problem } });
    expect(shown(fake, 'trades')).toContain('✕ older trades: HTTP_503; End retries');
    expect(drawn(fake, 'trades')[0]).toContain('✕ older: HTTP_503');
  });
});

test('trades that the service could not read are announced below the others', () => {
  const fake = opened({ warnings: ['bsc: indexer is behind'] });
  expect(shown(fake, 'trades')).toMatch(/all trades that the service could read[\s\S]*! bsc: indexer is behind/);
});

describe('in the place of data', () => {
  test('what it waits for', () => {
    const fake = fakeDesk();
    expect(shown(fake, 'portfolio')).toContain('Reading the PnL, 30d …');
    expect(shown(fake, 'holdings')).toContain('Reading the holdings …');
    expect(shown(fake, 'trades')).toContain('Reading trades …');
  });

  test('the next key where there is nothing yet', () => {
    const fake = opened({ holdings: [], trades: [], pnl: { portfolioHistory: [] } });
    expect(shown(fake, 'holdings')).toContain('s swaps into a token');
    expect(shown(fake, 'trades')).toContain('s swaps, o places a trigger order');
    expect(shown(fake, 'portfolio')).toContain('The service has no past values');
  });

  test('what failed, with its code', () => {
    const fake = fakeDesk();
    const error = Object.assign(new Error('the service rests'), {
      kind: 'server',
      code: 'HTTP_503',
      requestId: 'req-9',
    });
    for (const queryKey of [queryKeys.pnl('30d'), queryKeys.history()])
      fake.cache
        .getQueryCache()
        .build(fake.cache, { queryKey })
        .setState({ status: 'error', error, errorUpdatedAt: readAtMs, fetchStatus: 'idle' });
    for (const pane of ['portfolio', 'trades'] as const) {
      expect(shown(fake, pane)).toContain('✕ the service rests');
      expect(shown(fake, pane)).toContain('HTTP_503, request req-9; retrying. r retries now.');
    }
  });

  test('an unreadable row keeps its place', () => {
    const fake = opened({ holdings: [{ walletAddress: 5 }, wireHoldings.positions[0]], trades: [{ chain: 5 }] });
    for (const pane of tables) expect(drawn(fake, pane)[2], pane).toMatch(/unreadable: /);
  });

  test('a filter that nothing passes says so, in its own table alone', () => {
    const fake = opened();
    fake.desk.ui.setState({ filter: { holdings: 'zzz' } });
    expect(shown(fake, 'holdings')).toContain('No row contains “zzz”');
    expect(shown(fake, 'trades')).toContain('BUY');
  });
});

test('old data says its age', () => {
  const fake = opened();
  fake.clock.nowMs += 60_000;
  for (const pane of panes) expect(drawn(fake, pane)[0], pane).toContain('1 m old');
});

const hostileDesk = (text: string): FakeDesk => {
  const fake = opened({
    holdings: [
      { ...wireHoldings.positions[0], tokenAddress: text, walletAddress: text, latestBalanceRaw: text, network: text },
    ],
    trades: [
      wireTrade(1, {
        chain: text,
        txHash: text,
        walletAddress: text,
        token: text,
        inputToken: text,
        outputAmount: text,
      }),
    ],
    pnl: { totalValueUsd: text, totalPnlUsd: text },
  });
  fake.answer('wallets', [{ walletId: 'w', address: text, state: 'ACTIVE', label: text }], readAtMs);
  return fake;
};

test.each(hostileTexts)('%j never leaves its cell', (text) => {
  const fake = hostileDesk(text);
  for (const pane of panes)
    for (const width of [38, 80, 200])
      for (const line of paneLines(fake.desk, pane, { x: 0, y: 1, width, height: 20 })) {
        const [words = ''] = texts([line]);
        expect(isCellSafe(words), JSON.stringify(words)).toBe(true);
        expect(lineWidth(line), words).toBe(width);
      }
  for (const pane of tables) {
    const { rows, details, fields } = tablePane(pane);
    const [row] = rows(fake.desk);
    for (const { value } of details(row!, fake.desk)) expect(isCellSafe(value), value).toBe(true);
    for (const { value } of fields?.(row!, fake.desk) ?? [])
      expect(isCellSafe(String(value)), String(value)).toBe(true);
  }
});

test('each has its size from 38×5 to 200×58, and the selected row in it, whatever is listed', () => {
  const view = fc.record({
    text: cellText,
    count: fc.nat(60),
    selected: fc.nat(60),
    pane: fc.constantFrom(...panes),
    width: fc.integer({ min: 38, max: 200 }),
    height: fc.integer({ min: 5, max: 58 }),
  });
  fc.assert(
    fc.property(view, ({ text, count, selected, pane, width, height }) => {
      const fake = opened({
        holdings: Array.from({ length: count }, (_, index) => ({
          ...wireHoldings.positions[0],
          tokenAddress: `${text}${index}`,
        })),
        trades: Array.from({ length: count }, (_, index) => wireTrade(index)),
      });
      fake.desk.ui.setState({ focus: pane });
      const table = pane === 'portfolio' ? null : tablePane(pane);
      const row = table?.rows(fake.desk)[selected];
      if (row) fake.desk.ui.setState({ selected: { [pane]: table?.keyOf(row) ?? '' } });
      const lines = paneLines(fake.desk, pane, { x: 0, y: 1, width, height });
      expect(lines).toHaveLength(height);
      for (const line of lines) expect(lineWidth(line), texts([line])[0]).toBe(width);
      if (table && count > 0) expect(texts(lines).filter((line) => line.includes('▸ '))).toHaveLength(1);
    }),
    { numRuns: cases(30, 200) },
  );
});
