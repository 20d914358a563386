import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileTexts, isCellSafe } from '../../../stores/desk-data.fixture.ts';
import { queryKeys } from '../../../stores/desk-data.ts';
import { answerPortfolio, wireHoldings, wireTrade } from '../../../stores/portfolio.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../../fake-desk.fixture.ts';
import { lineWidth } from '../../text/span.ts';
import { cellText } from '../../text/texts.fixture.ts';
import { paneLines } from '../pane-lines.ts';
import { portfolioPane } from './portfolio-pane.ts';

function opened(over?: Parameters<typeof answerPortfolio>[2]): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  answerPortfolio(fake, readAtMs, over);
  fake.desk.ui.setState({ focus: 'portfolio' });
  return fake;
}

const drawn = ({ desk }: FakeDesk, width = 120, height = 38): string[] =>
  texts(paneLines(desk, 'portfolio', { x: 0, y: 1, width, height }));
const shown = (fake: FakeDesk, width?: number, height?: number): string => drawn(fake, width, height).join('\n');
const other = ({ desk }: FakeDesk): void =>
  desk.ui.setState(({ portfolio }) => ({ portfolio: { ...portfolio, table: 'trades' } }));

describe('with both tables on screen', () => {
  test('the totals of the timeframe are all there', () => {
    const text = shown(opened(), 200, 58);
    expect(text).toMatch(/9 Portfolio ━+ 22\.90K USD ━┓/);
    expect(text).toMatch(
      /value 22\.90K {3}PnL 30d \+120\.50 {3}realised −20\.00 {3}unrealised \+140\.50 {3}bought 1,500\.25 {3}sold 300\.00 {3}positions 3/,
    );
    expect(text).toContain(' 1d  7d ‹30d› lifetime   i next');
    expect(text).toMatch(/22\.90K ┤ +[\u2800-\u28ff]+ 22\.90K/);
    expect(text).toMatch(/20\.00K ┤[\u2800-\u28ff]+/);
  });

  test('a position has its cost, a trade its sizes', () => {
    const text = shown(opened(), 200, 58);
    expect(text).toMatch(
      /▸ JUP +JUPy…DvCN +main +solana +100\.1234 +0\.69870 +69\.95 +80\.50 +10\.00 +−2\.5 % +\+4\.3 % +3 +1/,
    );
    expect(text).toMatch(/USDC +EPjF…Dt1v +main +solana +5 +– +5\.00 +– +– +– +– +– +–/);
    expect(text).toMatch(/sum {3}value 74\.95 {3}bought 80\.50 \+ 1 not known {3}sold 10\.00 \+ 1 not known/);
    expect(text).toMatch(
      /01-01 11:59:00 +BUY +JUP +301\.2500 +1\.5000 +SOL +210\.50 +0\.69870 +main +solana +tx1a…aaaa/,
    );
  });
});

describe('at 80×24', () => {
  test('one table at a time, the other named', () => {
    const fake = opened();
    expect(shown(fake, 80, 22)).toMatch(/‹Positions› 2 +Trades {2}2 +t other/);
    expect(shown(fake, 80, 22)).toContain('▸ JUP');
    other(fake);
    expect(shown(fake, 80, 22)).toMatch(/ Positions {2}2 +‹Trades› 2 +t other +all trades/);
    expect(shown(fake, 80, 22)).toContain('BUY');
  });

  test('says that there are older trades, that they are being read, or why not', () => {
    const fake = opened({ hasMore: true });
    other(fake);
    expect(shown(fake, 80, 22)).toContain('‹Trades› 2+');
    expect(shown(fake, 80, 22)).toContain('PageDown at the end reads older ones');
    const older = { isFetching: true, problem: null };
    const busy = { ...fake, desk: { ...fake.desk, portfolio: { ...fake.desk.portfolio, older } } };
    expect(shown(busy, 80, 22)).toContain('reading older trades …');
    const problem = { kind: 'server', code: 'HTTP_503', message: 'no', requestId: null };
    const failed = {
      ...fake,
      desk: { ...fake.desk, portfolio: { ...fake.desk.portfolio, older: { isFetching: false, problem } } },
    };
    expect(shown(failed, 80, 22)).toContain('✕ older trades: HTTP_503');
  });
});

describe('in the place of data', () => {
  test('what it waits for', () => {
    const fake = fakeDesk();
    fake.desk.ui.setState({ focus: 'portfolio' });
    expect(shown(fake)).toContain('Reading profit and loss, 30d …');
    expect(shown(fake)).toContain('Reading spot positions …');
    expect(shown(fake)).toContain('Reading trades …');
  });

  test('the next key where there is nothing yet', () => {
    const fake = opened({ holdings: [], trades: [], pnl: { portfolioHistory: [] } });
    expect(shown(fake)).toContain('s swaps into a token');
    expect(shown(fake)).toContain('s swaps, o leaves a trigger order');
    expect(shown(fake)).toContain('The service gives no past values');
  });

  test('what failed, with its code', () => {
    const fake = fakeDesk();
    fake.desk.ui.setState({ focus: 'portfolio' });
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
    expect(shown(fake).match(/✕ the service rests/g)).toHaveLength(2);
    expect(shown(fake)).toContain('HTTP_503, request req-9; trying again. r tries now.');
  });

  test('an unreadable row keeps its place', () => {
    const fake = opened({ holdings: [{ walletAddress: 5 }, wireHoldings.positions[0]], trades: [{ chain: 5 }] });
    expect(shown(fake).match(/unreadable: /g)).toHaveLength(2);
    expect(shown(fake)).toMatch(/▸ unreadable: /);
  });
});

test('old data says its age, quietly', () => {
  const fake = opened();
  fake.clock.nowMs += 60_000;
  expect(drawn(fake)[0]).toContain('1 m old');
  expect(shown(fake).match(/1 m old/g)).toHaveLength(3);
});

test('a filter that nothing passes says so', () => {
  const fake = opened();
  fake.desk.ui.setState({ filter: { portfolio: 'zzz' } });
  expect(shown(fake)).toContain('No row contains “zzz”');
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
  for (const width of [60, 80, 200])
    for (const line of paneLines(fake.desk, 'portfolio', { x: 0, y: 1, width, height: 40 })) {
      const [words = ''] = texts([line]);
      expect(isCellSafe(words), JSON.stringify(words)).toBe(true);
      expect(lineWidth(line), words).toBe(width);
    }
  for (const table of ['holdings', 'trades'] as const) {
    fake.desk.ui.setState(({ portfolio }) => ({ portfolio: { ...portfolio, table } }));
    const [row] = portfolioPane.rows(fake.desk);
    for (const { value } of portfolioPane.details(row!, fake.desk)) expect(isCellSafe(value), value).toBe(true);
    for (const { value } of portfolioPane.fields?.(row!, fake.desk) ?? [])
      expect(isCellSafe(String(value)), String(value)).toBe(true);
  }
});

test('has its size from 60×16 to 200×60, and the selected row in it, whatever is listed', () => {
  const view = fc.record({
    text: cellText,
    holdings: fc.nat(30),
    trades: fc.nat(60),
    selected: fc.nat(60),
    table: fc.constantFrom('holdings', 'trades'),
    width: fc.integer({ min: 60, max: 200 }),
    height: fc.integer({ min: 14, max: 58 }),
  });
  fc.assert(
    fc.property(view, ({ text, holdings, trades, selected, table, width, height }) => {
      const fake = opened({
        holdings: Array.from({ length: holdings }, (_, index) => ({
          ...wireHoldings.positions[0],
          tokenAddress: `${text}${index}`,
        })),
        trades: Array.from({ length: trades }, (_, index) => wireTrade(index)),
      });
      fake.desk.ui.setState(({ portfolio }) => ({ portfolio: { ...portfolio, table } }));
      const rows = portfolioPane.rows(fake.desk);
      const row = rows[selected];
      if (row) fake.desk.ui.setState({ selected: { portfolio: row.key } });
      const lines = paneLines(fake.desk, 'portfolio', { x: 0, y: 1, width, height });
      expect(lines).toHaveLength(height);
      for (const line of lines) expect(lineWidth(line), texts([line])[0]).toBe(width);
      if (rows.length > 0) expect(texts(lines).filter((line) => line.includes('▸ '))).toHaveLength(1);
    }),
    { numRuns: 200 },
  );
});
