import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import { lineWidth, plainText } from '../../text/span.ts';
import { armed, onLadder, press, readBook } from './ladder.fixture.ts';
import { ladderPane } from './ladder-pane.ts';

const drawn = ({ desk }: FakeDesk, width = 79, height = 17): string[] =>
  texts(ladderPane.lines(desk, { x: 0, y: 0, width, height }));

/** Prices of the rows, from the top. */
const prices = (fake: FakeDesk): string[] =>
  drawn(fake)
    .slice(2)
    .flatMap((line) => / (?:›| )(9[67],\d{3})(?:‹| )/.exec(line)?.[1] ?? []);

describe('the price ladder', () => {
  test('has bids and asks beside fixed prices, the mark between arrows, and says what its keys do', async () => {
    const fake = armed();
    await Promise.resolve();
    const lines = drawn(fake);
    expect(lines[0]).toMatch(/^┏━ Ladder BTC ━+ ARMED {2}0\.01 BTC {2}97,032 {2}rows of 10 ━┓$/);
    expect(lines[1]).toMatch(/ BIDS +PRICE +ASKS +OWN/);
    expect(lines.find((line) => line.includes('97,040'))).toMatch(/ {2}97,040 {2}0\.5000 ▄+ /);
    expect(lines.find((line) => line.includes('▸'))).toMatch(/▸ +▄+ 0\.5000 ›97,030‹ +mark /);
    expect(lines.at(-2)).toMatch(/b buys, s sells 0\.01 BTC at 97,030 ≈ 970\.30 USD {3}s fills immediately/);
  });

  test('keeps its prices while the mark moves, says where it is then, and centres by a key', () => {
    const fake = onLadder();
    const before = prices(fake);
    fake.answer(
      'markets',
      [{ ctx: { markPx: '97531' }, meta: { name: 'BTC', szDecimals: 4, maxLeverage: 40 } }],
      readAtMs,
    );
    fake.cache.setQueryData(
      ['market', 'BTC'],
      { ctx: { markPx: '97531' }, meta: { name: 'BTC', szDecimals: 4 } },
      { updatedAt: fake.clock.nowMs },
    );
    expect(prices(fake)).toEqual(before);
    expect(drawn(fake)[0]).toContain('mark 97,531 ↑ c centres');
    press(fake, 'c');
    expect(prices(fake)).toContain('97,530');
    expect(drawn(fake)[0]).not.toContain('↑');
  });

  test('has own orders, exits, entry and liquidation at their rows', () => {
    const fake = onLadder();
    const order = (oid: number, over: object) => ({
      coin: 'BTC',
      side: 'buy',
      sz: '0.1',
      oid,
      orderType: 'limit',
      limitPx: '97013',
      ...over,
    });
    const orders = [
      order(1, {}),
      order(2, { sz: '0.2', limitPx: '97010' }),
      order(3, { side: 'sell', limitPx: '97043' }),
      order(4, { side: 'sell', orderType: 'stopMarket', limitPx: '97000' }),
      order(5, { side: 'sell', orderType: 'takeProfit', limitPx: '97080' }),
    ];
    fake.answer('perpOrders', orders, readAtMs);
    const position = { coin: 'BTC', szi: '0.1', entryPx: '97021', liquidationPx: '96999' };
    fake.answer(
      'positions',
      { accountValue: '1', totalMarginUsed: '1', totalNtlPos: '1', withdrawable: '1', positions: [position] },
      readAtMs,
    );
    const notes = Object.fromEntries(
      drawn(fake).flatMap((line) => {
        const [, price = '', note = ''] =
          /(9[67],\d{3}).*?(?:▄|▖| ) +((?:[BS]|TP|SL|entry|liq)\b.*?) +[┃│]$/.exec(line) ?? [];
        return price === '' ? [] : [[price, note.split(/ {2,}/)[0]]];
      }),
    );
    expect(notes).toEqual({
      '97,080': 'TP',
      '97,050': 'S 0.1',
      '97,020': 'entry',
      '97,010': 'B×2 0.3',
      '97,000': 'SL',
      '96,990': 'liq',
    });
  });

  test('sums own fills by row', () => {
    const fake = onLadder();
    const fill = (px: string, sz: string) => ({ coin: 'BTC', side: 'buy', px, sz, time: readAtMs });
    fake.answer(
      'fills',
      [fill('97011', '0.1'), fill('97019', '0.2'), { ...fill('97011', '9'), coin: 'ETH' }],
      readAtMs,
    );
    expect(drawn(fake)[1]).toContain('FILLED');
    expect(drawn(fake).find((line) => line.includes('97,010'))).toContain(' 0.3000 ');
  });

  test('locks entry when its book is older than its poll allows, and while nothing comes in', () => {
    const fake = armed();
    fake.clock.nowMs += 7_000;
    expect(drawn(fake)[0]).toMatch(/book \d+(\.\d)? s old: entry locked {2}ARMED/);
    expect(drawn(fake).at(-2)).toMatch(/book .* old: entry locked/);
    readBook(fake);
    expect(drawn(fake)[0]).not.toContain('locked');
    fake.connect({ state: 'reconnecting' });
    expect(drawn(fake)[0]).toContain('stream reconnecting: entry locked');
  });

  test('fills its place exactly at any size, and stays inside it', () => {
    const fake = armed();
    fc.assert(
      fc.property(fc.integer({ min: 24, max: 200 }), fc.integer({ min: 4, max: 60 }), (width, height) => {
        const lines = ladderPane.lines(fake.desk, { x: 0, y: 0, width, height });
        expect(lines).toHaveLength(height);
        for (const line of lines) expect(lineWidth(line), plainText(line)).toBe(width);
        expect(texts(lines).join('\n')).toContain('▸');
      }),
    );
  });

  test('waits for the markets before it shows prices', () => {
    const fake = onLadder();
    fake.cache.clear();
    expect(drawn(fake).join('\n')).toContain('Reading perp markets');
  });
});
