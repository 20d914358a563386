// Records a first trade as it is played in a terminal, in asciinema's format (version 2), for the docs:
//   npm run recording && asciinema play docs/recordings/first-trade.cast
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Desk, openDesk } from '../test/driver/open-desk.ts';
import { hasData, seesArmedConfirmation } from '../test/scenarios/desk-on-paper.ts';

const [columns, rows] = [120, 34];
/** How often what was written is looked at; a player shows it no finer. */
const tickMs = 40;

async function play(desk: Desk): Promise<void> {
  await hasData(desk);
  await pause(2_500);
  // Half of ETH.
  await slowly(desk, ['Down', 'c', 'h'], 1_200);
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  await pause(2_500);
  await desk.press('y');
  await desk.sees(/Closed .* ETH/);
  await pause(2_500);
  await desk.press('Esc');
  // An order sized by its risk.
  await slowly(desk, [...':long SOL risk 1% sl 3% tp 2R'], 70);
  await pause(1_200);
  await desk.press('Enter');
  await desk.sees(/reward/);
  await pause(4_000);
  await desk.press('Esc');
  await desk.press('F2');
  await pause(2_500);
  await desk.press('F6');
  await desk.sees(/Closed .* ETH/);
  await pause(3_000);
}

async function slowly(desk: Desk, keys: readonly string[], pauseMs: number): Promise<void> {
  for (const key of keys) {
    await desk.press(key === ' ' ? 'Space' : key);
    await pause(pauseMs);
  }
}

const events: string[] = [];
const startMs = performance.now();
await using desk = await openDesk({
  columns,
  rows,
  args: ['--ephemeral', '--seed', '1'],
  env: { COLORTERM: 'truecolor' },
});
let taken = 0;
const take = (): void => {
  const text = desk.output.slice(taken);
  taken += text.length;
  if (text) events.push(JSON.stringify([Number(((performance.now() - startMs) / 1_000).toFixed(3)), 'o', text]));
};
const ticks = setInterval(take, tickMs);
await play(desk);
clearInterval(ticks);
take();
const header = {
  version: 2,
  width: columns,
  height: rows,
  title: 'swapdeck: a first trade on paper',
  env: { TERM: 'xterm-256color' },
};
const folder = join(import.meta.dirname, '../docs/recordings');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'first-trade.cast'), `${[JSON.stringify(header), ...events].join('\n')}\n`);
