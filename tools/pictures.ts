// Takes the pictures of the README and docs from the program itself, in light and dark:
//   npm run pictures
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Desk } from '../test/driver/open-desk.ts';
import { backgrounds, toSvg } from '../test/driver/screen-svg.ts';
import { confirms, deskWithPaper } from '../test/scenarios/desk-on-paper.ts';

const folder = join(import.meta.dirname, '../docs/pictures');

/** What is shown, for those who read it; and the keys that lead there. */
const pictures: Readonly<Record<string, { readonly title: string; readonly take: (desk: Desk) => Promise<void> }>> = {
  desk: {
    title: 'The desk: positions, trigger orders, balances, the live tape and a chart',
    take: (desk) =>
      desk.seesWhere(
        (screen) => screen.lines().filter((line) => / (BUY|SELL) +[\d.,]+ +[\d.,]+ /.test(line)).length > 12,
        'a tape with swaps',
      ),
  },
  order: {
    title: 'A perp order with stop, target, size by risk, and what it would change',
    take: async (desk) => {
      await desk.press(':');
      await desk.types('long AVAX 2000 usd 5x sl 3% tp 2R');
      await desk.press('Enter');
      await desk.sees(/fee .*\d/);
      await desk.sees(/reward/);
    },
  },
  perps: {
    title: 'Perp markets with funding and open interest, the order book, chart and positions',
    take: async (desk) => {
      await desk.press('F2');
      await desk.sees('FUNDING');
    },
  },
  ladder: {
    title: 'The price ladder with own orders, entry and exits at their prices',
    take: async (desk) => {
      await desk.press('F2');
      await desk.press('M-l');
      await desk.sees(/Ladder BTC/);
      await desk.sees(/›[\d,.]+‹/);
    },
  },
  activity: {
    title: 'Every operation that was sent, and how it ended',
    take: async (desk) => {
      await desk.press('c', 'h', 'Enter');
      await confirms(desk, /Closed/);
      await desk.press('Esc');
      await desk.press('F6');
      await desk.sees(/accepted/);
    },
  },
};

mkdirSync(folder, { recursive: true });
for (const [name, { title, take }] of Object.entries(pictures))
  for (const [theme, colours] of Object.entries(backgrounds)) {
    const env = { COLORTERM: 'truecolor', COLORFGBG: theme === 'light' ? '0;15' : '15;0' };
    await using desk = await deskWithPaper({ columns: 120, rows: 36, env, args: ['--seed', '1'] });
    await take(desk);
    await desk.settles();
    writeFileSync(join(folder, `${name}-${theme}.svg`), toSvg(desk.screen(), colours, title));
    console.log(`${name}-${theme}.svg`);
  }
