import { afterAll, beforeAll, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { deskOn } from './desk-on-paper.ts';
import { addFault } from './paper-levers.ts';
import { isTiled } from './screen-boxes.ts';

let paper: PaperProcess;
let desk: Desk;
beforeAll(async () => {
  paper = await startPaper({ seed: 1 });
  desk = await deskOn(paper, { columns: 120, rows: 40 });
});
afterAll(async () => {
  await desk?.close();
  await paper?.stop();
});

test('9 shows totals, a curve, what the holdings cost, and the trades', async () => {
  await desk.press('9');
  await desk.sees(/equity [\d,]+\.\d\d +today .* spot PnL 30d [+−][\d,.]+K?/);
  await desk.sees(/[\d.]+K ┤.*[\u2801-\u28ff]/);
  await desk.sees(/ JUP +\S{4,6}…\S{4} +\S+ +\S+ +[\d,.]+/);
  await desk.sees(/sum {3}value [\d.]+K/);
  await desk.sees(/ Trades ─.* 25\+ trades/);
});

test.each([
  [80, 24],
  [200, 60],
  [60, 16],
  [120, 40],
])('fills %i×%i with closed boxes', async (columns, rows) => {
  await desk.resizes(columns, rows);
  await desk.seesWhere((screen) => isTiled(screen, columns, rows), 'boxes over the whole area');
  await desk.sees('9 Portfolio');
  await desk.sees(/TOKEN .*VALUE/);
});

test('i asks for another timeframe', async () => {
  await desk.press('i');
  await desk.sees(/spot PnL lifetime [+−]/);
  await desk.sees('‹lifetime›');
  await desk.press('i');
  await desk.sees(/spot PnL 1d /);
});

test('going down at the end of the trades reads older ones; Enter shows the whole transaction; Esc leads back', async () => {
  await desk.resizes(80, 24);
  await desk.press('Tab', 'Tab', 'Tab');
  await desk.sees(/▸ \d\d-\d\d \d\d:\d\d:\d\d +(BUY|SELL)/);
  await desk.press('Enter');
  await desk.sees('Trades: details');
  await desk.sees(/transaction +\S{20}/);
  await desk.press('Esc');
  await desk.sees(/━ Trades .* 25\+ trades/);
  await desk.sees('End goes to the end and reads older ones');
  await desk.press('End');
  await desk.sees(/━ Trades .* 40 trades/);
  await desk.sees('all trades');
  await desk.press('PageDown', 'PageDown');
  await desk.sees(/▸ \d\d-\d\d/);
  await desk.press('Backspace');
  await desk.sees('1 Positions');
});

test('a period that cannot be read says why, with the key that tries again', async () => {
  const end = await addFault(paper, {
    kind: 'serverError',
    status: 503,
    route: 'GET /api/v2/portfolio/pnl',
    times: null,
  });
  await desk.press('9', 'i');
  await desk.sees('‹7d›');
  await desk.sees(/✕ .*/);
  await desk.sees(/retrying\. r retries now\./);
  await end();
  await desk.press('r');
  await desk.sees(/PnL 7d [+−]/);
  await desk.sees(/[\u2801-\u28ff]/);
});
