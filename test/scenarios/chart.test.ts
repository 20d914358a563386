import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import type { Screen } from '../driver/screen.ts';
import { deskOnPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { boxesOf } from './screen-boxes.ts';
import { fillsSwap } from './swap-form.ts';

const candleGlyph = /[╽╿┃╻╹▌▖▘]/;
/** The book may have the same place: then the border names it too. */
const titled = (what: string): RegExp => new RegExp(`7 ${what}(?: · Book)? [─━]+ [\\d,.]+ {2}[+−]?[\\d.]+ %`);

/** What the screen shows inside the box whose border begins so, a line a row. */
function rowsOf(screen: Screen, border: RegExp): string[] {
  const lines = screen.lines();
  const box = boxesOf(screen).find((one) => one !== null && border.test(lines[one.y]?.slice(one.x) ?? ''));
  if (!box) return [];
  return lines.slice(box.y + 1, box.y + box.height - 1).map((line) => line.slice(box.x + 1, box.x + box.width - 1));
}

const chartRows = (screen: Screen): string[] => rowsOf(screen, /^.. 7 /);

/** Price labels of the axis, from the top. */
const labels = (screen: Screen): string[] => chartRows(screen).flatMap((row) => /^ +([\d,.]+) ┤/.exec(row)?.[1] ?? []);

function isDrawn(screen: Screen): boolean {
  const rows = chartRows(screen);
  return (
    labels(screen).length >= 2 && rows.some((row) => candleGlyph.test(row)) && rows.some((row) => /└.*┬/.test(row))
  );
}

const lastPrice = (screen: Screen): string | undefined => /7 SOL .*?[─━] ([\d,.]+) {2}/.exec(screen.text())?.[1];

describe('at 120×40 the chart stands below the tape', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await deskOnPaper({ columns: 120, rows: 40 });
  });
  afterAll(() => desk?.close());

  test('with candles, prices on the left, times below, and the last price as a dotted line', async () => {
    await desk.sees(titled('SOL 1 m'));
    await desk.seesWhere(isDrawn, 'candles between their axes');
    const prices = labels(desk.screen()).map((label) => Number(label.replaceAll(',', '')));
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    await desk.seesWhere((screen) => {
      const dotted = chartRows(screen).find((row) => row.includes('┄┄'));
      return dotted?.includes(`${lastPrice(screen)} ┤`) === true;
    }, 'the price of the title on the dotted line');
    expect(chartRows(desk.screen()).at(-1)).toMatch(/\d\d:\d0 +\d\d:\d0/);
  });

  test('the newest candle goes on with the tape', async () => {
    const before = lastPrice(desk.screen());
    await desk.seesWhere((screen) => lastPrice(screen) !== before, 'another last price');
    await desk.seesWhere((screen) => {
      const newest = /\d\d:\d\d:\d\d +(?:BUY|SELL) +\S+ +\S+ +([\d,.]+)/.exec(screen.text())?.[1];
      return newest === lastPrice(screen);
    }, 'the price of the newest swap in the title');
  });

  test('i shows longer candles, I shorter ones down to those that the tape makes', async () => {
    await desk.press('7', 'i');
    await desk.sees(titled('SOL 5 m'));
    await desk.press('I');
    await desk.sees(titled('SOL 1 m'));
    await desk.press('I', 'I', 'I');
    await desk.sees('7 SOL 1 s tape');
    await desk.sees(/tape since \d\d:\d\d:\d\d/);
    await desk.press('i', 'i', 'i');
    await desk.sees(titled('SOL 1 m'));
  });

  test('← puts a crosshair on a candle and tells its numbers; Esc takes it away', async () => {
    const legend = () => chartRows(desk.screen()).slice(0, 2).join(' ');
    await desk.press('Left', 'Left', 'Left');
    await desk.seesWhere((screen) => chartRows(screen).filter((row) => row.includes('┊')).length > 3, 'a crosshair');
    expect(legend()).toMatch(/\d\d:\d\d +[+−]?[\d.]+ % +V [\d,.]+[KM]? +O [\d,.]+ +H [\d,.]+ +L [\d,.]+ +C [\d,.]+/);
    const before = legend();
    await desk.press('Left');
    await desk.seesWhere(() => legend() !== before, 'the numbers of the candle before');
    await desk.press('Esc');
    await desk.seesWhere((screen) => !screen.shows('┊'), 'no crosshair');
    expect(desk.screen().text()).toMatch(/┏━ 7 SOL/);
  });

  test('b draws a line instead of candles', async () => {
    await desk.press('b');
    await desk.seesWhere((screen) => {
      const rows = chartRows(screen).slice(2, -5);
      return rows.some((row) => /[⠁-⣿]/.test(row)) && !rows.some((row) => candleGlyph.test(row));
    }, 'a line of dots');
    await desk.press('b');
    await desk.seesWhere(isDrawn, 'candles again');
  });

  test('t shows another token, on the tape too', async () => {
    await desk.press('t');
    await desk.sees('4 Tape JUP');
    await desk.sees(titled('JUP 1 m'));
  });
});

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 80, rows: 24 });
});
afterAll(() => desk?.close());

describe('at 80×24 there is no place for it beside the others', () => {
  test('7 puts it in front of the others, 1 brings them back', async () => {
    expect(desk.screen().text()).not.toContain('7 SOL');
    await desk.press('7');
    await desk.sees(titled('SOL 1 m'));
    await desk.seesWhere(isDrawn, 'candles between their axes');
    expect(boxesOf(desk.screen())).toEqual([{ x: 0, y: 1, width: 80, height: 22 }]);
    await desk.press('1');
    await desk.sees('1 Positions');
    expect(desk.screen().text()).not.toContain('7 SOL');
  });
});

test('at 200×60 it stands above the book, and all boxes are closed and stand in line', async () => {
  await desk.resizes(200, 60);
  await desk.seesWhere(isDrawn, 'candles between their axes');
  await desk.seesWhere((screen) => boxesOf(screen).length === 6 && !boxesOf(screen).includes(null), 'six closed boxes');
  const boxes = boxesOf(desk.screen()).filter((box) => box !== null);
  expect(boxes.reduce((area, { width, height }) => area + width * height, 0)).toBe(200 * 58);
  const middle = boxes.filter(({ x }) => x > 60 && x < 120);
  expect(middle).toHaveLength(2);
  for (const { width } of middle) expect(width).toBeGreaterThanOrEqual(60);
  // A wide or missing cell would push the border behind it.
  for (const { x, y, width, height } of boxes)
    for (let row = y; row < y + height; row++)
      expect(desk.screen().cells[row]?.[x + width - 1]?.char, `row ${row}`).toMatch(/[│┃╮╯┓┛]/);
});

/** The book's levels from the top, its middle among them. */
function bookPrices(screen: Screen): { readonly prices: readonly number[]; readonly middle: number } {
  const rows = rowsOf(screen, /^.. Book BTC /).flatMap(
    (row) => /^ [BS─ ] +([\d,.]+) +(?:mid .* bps|[\d.,]+ )/.exec(row) ?? [],
  );
  const found = rows.filter((_, index) => index % 2 === 1).map((price) => Number(price.replaceAll(',', '')));
  return {
    prices: found,
    middle: rows.filter((_, index) => index % 2 === 0).findIndex((row) => row.includes(' mid ')),
  };
}

function hasBook(screen: Screen): boolean {
  const { prices, middle } = bookPrices(screen);
  const isOrdered = prices.every((price, index) => index === 0 || price < (prices[index - 1] ?? 0));
  return (
    isOrdered &&
    middle >= 4 &&
    prices.length - middle > 4 &&
    rowsOf(screen, /^.. Book /).some((row) => row.includes('▄'))
  );
}

describe('a perp market', () => {
  test.each([
    [120, 40],
    [200, 60],
  ])('at %i×%i has its book beside the chart of its marks, with entry and liquidation', async (columns, rows) => {
    await desk.resizes(columns, rows);
    await desk.press('F2');
    await desk.sees(/7 BTC perp 1 m marks [─━]+ [\d,]+ /);
    await desk.seesWhere(hasBook, 'asks above the middle, bids below, the dearest first');
    expect(desk.screen().text()).toMatch(/Book BTC .*[\d,]+ {2}[+−]?[\d.]+ %\/h/);
    await desk.seesWhere(
      (screen) => [/marks since /, /entry/, /liq \d/].every((sign) => chartRows(screen).some((row) => sign.test(row))),
      'since when, the entry and the liquidation',
    );
  });

  test('of another position is shown by a key on the book', async () => {
    await desk.resizes(120, 40);
    await desk.press('F1', 'M-b');
    await desk.sees(/┏━ Book BTC /);
    await desk.seesWhere(hasBook, 'the book of BTC');
    await desk.press('t');
    await desk.sees(/┏━ Book ETH /);
    await desk.sees(/ mid {2}[\d.]+ bps/);
  });
});

test('a swap that was made is drawn into the chart of its token, and told where the crosshair stands', async () => {
  await desk.resizes(120, 40);
  await desk.press('F1', '1');
  await fillsSwap(desk);
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  await desk.press('y');
  await desk.sees('✓ Swap submitted: 0.5 SOL → JUP');
  await desk.press('Enter');
  await desk.says(/✓ .*0\.5 SOL → JUP.*: done, tx /);
  await desk.press('7', 't');
  await desk.sees(titled('JUP 1 m'));
  await desk.seesWhere((screen) => chartRows(screen).some((row) => row.includes('▲')), '▲ where the JUP were bought');
  await desk.press('z');
  await desk.sees(/7 JUP 1 m .* ▲ 1 /);
  // The minute may have ended since.
  await desk.press('x');
  if (!desk.screen().shows('bought')) await desk.press('Left');
  await desk.sees(/bought \d+\.\d\d USD @ 0\.\d+/);
});
