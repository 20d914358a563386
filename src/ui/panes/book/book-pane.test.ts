import { describe, expect, test } from 'vitest';
import { queryKeys } from '../../../stores/desk-data.ts';
import { runCommand } from '../../commands/run-command.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import { lineWidth, plainText } from '../../text/span.ts';
import { bookPane } from './book-pane.ts';

const side = (from: number, by: number) =>
  Array.from({ length: 5 }, (_, index) => ({ price: String(from + by * index), size: '0.5', numOrders: 1 }));

const answer = (coin: string, over: object = {}) => ({
  ctx: { markPx: '97031.5', funding: '0.0000125' },
  meta: { name: coin, szDecimals: 4, maxLeverage: 40 },
  asks: side(97_032, 1),
  bids: side(97_030, -1),
  ...over,
});

function desk(over: object = {}): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  for (const coin of ['BTC', 'ETH'])
    fake.cache.setQueryData(queryKeys.market(coin), answer(coin, over), { updatedAt: readAtMs });
  return fake;
}

const drawn = ({ desk: shown }: FakeDesk, width = 60, height = 20): string[] =>
  texts(bookPane.lines(shown, { x: 0, y: 0, width, height }));

describe('the order book', () => {
  test('says whose it is, the mark and the funding of an hour', () => {
    expect(drawn(desk())[0]).toMatch(/^╭─ Book BTC ─+ 97,032 {2}\+0\.0013 %\/h funding ─╮$/);
    expect(drawn(desk(), 42)[0]).toMatch(/ 97,032 {2}\+0\.0013 %\/h ─╮$/);
    expect(drawn(desk(), 30)[0]).toMatch(/^╭─ Book BTC ─+ 97,032 ─╮$/);
  });

  test('marks own orders that rest in it: no others’, no triggers', () => {
    const fake = desk();
    const order = (oid: number, over: object) => ({
      coin: 'BTC',
      side: 'buy',
      sz: '0.1',
      oid,
      orderType: 'limit',
      limitPx: '97029',
      ...over,
    });
    const orders = [
      order(1, {}),
      order(2, { side: 'sell', limitPx: '97033.0' }),
      order(3, { orderType: 'stopMarket', side: 'sell', limitPx: '97034' }),
      order(4, { coin: 'ETH', limitPx: '97030' }),
    ];
    fake.answer('perpOrders', orders, readAtMs);
    const marked = drawn(fake).flatMap((line) => /│ ([BS]) +([\d,]+) /.exec(line)?.slice(1, 3).join(' ') ?? []);
    expect(marked).toEqual(['S 97,033', 'B 97,029']);
  });

  test('is that of the position chosen by its key', () => {
    const fake = desk();
    runCommand(fake.desk, 'book.market');
    expect(drawn(fake)[0]).toContain('Book ETH');
    runCommand(fake.desk, 'book.market');
    expect(drawn(fake)[0]).toContain('Book BTC');
    fake.answer(
      'positions',
      { accountValue: '0', totalMarginUsed: '0', totalNtlPos: '0', withdrawable: '0', positions: [] },
      readAtMs,
    );
    runCommand(fake.desk, 'book.market');
    expect(drawn(fake)[0]).toContain('Book BTC');
  });

  test('has no rows to filter, and says what its key does instead', () => {
    const fake = desk();
    fake.desk.ui.setState({ focus: 'book' });
    runCommand(fake.desk, 'pane.filter');
    expect(fake.notices()).toEqual(['info: the book has no rows to filter: t shows the market of the next position']);
    expect(fake.desk.ui.getState().overlay).toBeNull();
  });

  test('steps back with its age when it is old', () => {
    const fake = desk();
    fake.clock.nowMs += 20_000;
    const lines = bookPane.lines(fake.desk, { x: 0, y: 0, width: 60, height: 20 });
    expect(plainText(lines[0] ?? [])).toContain(' 20 s old  97,032');
    expect(
      lines
        .slice(1, -1)
        .flatMap((line) => line.slice(2, -2).filter(({ tone }) => tone !== 'muted' && tone !== 'plain')),
    ).toEqual([]);
  });

  test('says what it waits for, what failed, and that nothing is offered', () => {
    expect(drawn(fakeDesk()).join('\n')).toContain('Reading perp markets …');
    const loading = fakeDesk();
    loading.fill();
    expect(drawn(loading).join('\n')).toContain('Reading the book of BTC …');
    loading.cache
      .getQueryCache()
      .build(loading.cache, { queryKey: queryKeys.market('BTC') })
      .setState({ status: 'error', error: Object.assign(new Error('no such market'), { code: 'NOT_FOUND' }) });
    expect(drawn(loading).join('\n')).toMatch(/✕ no such market/);
    expect(drawn(desk({ asks: [], bids: null })).join('\n')).toContain('The book of BTC is empty. r reads it again.');
    const none = fakeDesk();
    none.answer('markets', [], readAtMs);
    expect(drawn(none).join('\n')).toContain('The service lists no perp markets.');
  });

  test('fits its place, from 30×8 to 60×58', () => {
    const fake = desk();
    for (const [width, height] of [
      [30, 8],
      [38, 5],
      [44, 20],
      [60, 58],
    ] as const) {
      const lines = bookPane.lines(fake.desk, { x: 0, y: 0, width, height });
      expect(lines).toHaveLength(height);
      for (const line of lines) expect(lineWidth(line), plainText(line)).toBe(width);
    }
    expect(drawn(fake, 30, 8).join('\n')).toMatch(/97,032 .*▄.*\n.*97,031\.0 mid.*bps.*\n.*97,030/);
  });
});
