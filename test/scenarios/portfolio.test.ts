import { afterAll, beforeAll, test } from 'vitest';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { hasData } from './desk-on-paper.ts';
import { addFault } from './paper-levers.ts';
import { boxesOf } from './screen-boxes.ts';

let paper: PaperProcess;
let desk: Desk;
beforeAll(async () => {
  paper = await startPaper({ seed: 1 });
  desk = await openDesk({
    args: ['--base-url', paper.baseUrl],
    env: { SWAPDECK_API_KEY: paper.apiKey },
    columns: 120,
    rows: 40,
  });
  await hasData(desk);
});
afterAll(async () => {
  await desk?.close();
  await paper?.stop();
});

test('9 shows totals, a curve and what the positions cost', async () => {
  await desk.press('9');
  await desk.sees(/value [\d.]+K {3}PnL 30d [+−][\d,.]+K? {3}realised [+−]/);
  await desk.sees(/[\d.]+K ┤.*[\u2801-\u28ff]/);
  await desk.sees(/▸ \S+ +\S{4,6}…\S{4} +\S+ +\S+ +[\d,.]+/);
  await desk.sees(/sum {3}value [\d.]+K/);
});

test.each([
  [80, 24],
  [200, 60],
  [60, 16],
  [120, 40],
])('fills %i×%i in one closed box', async (columns, rows) => {
  await desk.resizes(columns, rows);
  await desk.seesWhere((screen) => {
    const [box, ...others] = boxesOf(screen);
    return others.length === 0 && box?.x === 0 && box.y === 1 && box.width === columns && box.height === rows - 2;
  }, 'one box over the whole area');
  await desk.sees(/Positions/);
  await desk.sees(/TOKEN .*VALUE/);
});

test('i asks for another timeframe', async () => {
  await desk.press('i');
  await desk.sees(/PnL lifetime [+−]/);
  await desk.sees('‹lifetime›');
  await desk.press('i');
  await desk.sees(/PnL 1d /);
});

test('t leads to the trades; going down at the end reads older ones; Enter shows the whole transaction', async () => {
  await desk.resizes(80, 24);
  await desk.press('t');
  await desk.sees(/▸ \d\d-\d\d \d\d:\d\d:\d\d +(BUY|SELL)/);
  await desk.press('Enter');
  await desk.sees('Portfolio: details');
  await desk.sees(/transaction +\S{20}/);
  await desk.press('Esc');
  await desk.sees(/‹Trades› 25\+ .*PageDown at the end/);
  await desk.press('End');
  await desk.sees(/‹Trades› 40 .*all trades/);
  await desk.press('PageDown', 'PageDown');
  await desk.sees(/▸ \d\d-\d\d/);
  await desk.press('Esc');
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
  await desk.sees(/trying again\. r tries now\./);
  await end();
  await desk.press('r');
  await desk.sees(/PnL 7d [+−]/);
  await desk.sees(/[\u2801-\u28ff]/);
});
