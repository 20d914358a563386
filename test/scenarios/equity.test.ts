import { afterEach, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { deskOnPaper, seesArmed } from './desk-on-paper.ts';

let desk: Desk | null = null;
afterEach(() => desk?.close());

const numberOf = (text: string): number => Number(text.replace('−', '-').replace(/[+,]/g, ''));

/** Half of the last digit that the text shows. */
const roundingOf = (text: string): number => 0.5 / 10 ** (text.split('.')[1]?.length ?? 0);

/** COIN SIZE ENTRY MARK, at larger sizes LIQ, then LIQ DIST, STOP, TARGET and uPnL. */
const row =
  /(BTC|ETH|SOL) +([+−][\d.,]+) +([\d.,]+) +([\d.,]+) +(?:[\d.,]+ +)?[\d.]+ % +(?:no stop|…) +[–…] +([+−]?[\d.,]+) /g;

/** Checks the rows of one frame. Returns the sum of their PnL as shown. */
function expectOneMark(text: string): number {
  const rows = [...text.matchAll(row)];
  expect(rows, text).toHaveLength(3);
  for (const [line, , size = '', entry = '', mark = '', pnl = ''] of rows) {
    const expected = numberOf(size) * (numberOf(mark) - numberOf(entry));
    const within = Math.abs(numberOf(size)) * (roundingOf(mark) + roundingOf(entry)) + 0.006;
    expect(Math.abs(numberOf(pnl) - expected), `${line}: ${expected}`).toBeLessThanOrEqual(within);
  }
  return rows.reduce((sum, [, , , , , pnl = '']) => sum + numberOf(pnl), 0);
}

/** Beside the margin ratio is the free margin, or where one line has to do, the heat. */
const equityLine = /equity [\d,]+\.\d\d .*(free (margin )?[\d,]+\.\d\d|heat \d+\.\d %) +margin (ratio )?\d+\.\d %/;

test.each([
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
])('at $columns×$rows: one mark a row, and the equity in every workspace', async (size) => {
  const on = await deskOnPaper(size);
  desk = on;
  await on.sees(/(since \d\d:\d\d|today) [+−]?\d+\.\d\d/);
  const first = on.screen();
  expect(first.line(/equity/)).toMatch(equityLine);
  const sum = expectOneMark(first.text());
  const shown = numberOf(/3 open +([+−][\d.,]+)/.exec(first.text())?.[1] ?? '');
  expect(Math.abs(shown - sum)).toBeLessThan(0.02);
  await on.seesWhere((screen) => screen.line(/BTC/) !== first.line(/BTC/), 'another mark');
  expectOneMark(on.screen().text());
  for (const key of ['F2', 'F3', 'F4', 'F5', 'F6']) {
    await on.press(key);
    await on.sees(/equity \d\d,\d{3}\.\d\d .*[+−]?\d+\.\d\d/);
  }
});

test('the equity stays when the account is flat', async () => {
  const on = await deskOnPaper({ columns: 80, rows: 24 });
  desk = on;
  await on.press('F');
  await seesArmed(on, 'Type FLATTEN and press');
  await on.types('flatten');
  await on.press('Enter');
  await on.sees('All accepted.');
  await on.press('Esc');
  await on.sees('No open positions');
  const line = on.screen().line(/equity/);
  expect(line).toMatch(equityLine);
  expect(line).toContain('margin 0.0 %');
});
