import { expect, test } from 'vitest';
import { workspaces } from '../../src/ui/workspaces/workspaces.ts';
import type { Desk } from '../driver/open-desk.ts';
import type { Screen } from '../driver/screen.ts';
import { deskOnPaper } from './desk-on-paper.ts';
import { boxesOf } from './screen-boxes.ts';

const size = { columns: 200, rows: 60 };
/** Panes that fill as the market goes: something in them is enough. A chart is titled by its coin alone and has no name here. */
const live = /^$|Tape|Signals|Callers|Notices|Streams|Activity|Context|trades|Trades|Chart|fills/;

/** Rows with text in each pane on the screen, by its title. */
const rowsOf = (screen: Screen): Map<string, number> =>
  new Map(
    boxesOf(screen).flatMap((box) => {
      if (!box) return [];
      const lines = screen.lines().slice(box.y, box.y + box.height);
      const inside = lines.map((line) => [...line].slice(box.x + 1, box.x + box.width - 1).join(''));
      const title = /[A-Z][a-z]+( [a-z]+)*/.exec(inside[0] ?? '')?.[0] ?? '';
      return [[title, inside.slice(1, -1).filter((line) => /[\p{L}\d]/u.test(line)).length] as const];
    }),
  );

const isReading = (screen: Screen): boolean => /Reading|Loading/.test(screen.text());

async function panes(desk: Desk, isFull: (rows: Map<string, number>, index: number) => boolean) {
  const all: Map<string, number>[] = [];
  for (const [index, { title }] of workspaces.entries()) {
    await desk.press(`F${index + 1}`);
    await desk.seesWhere(
      (screen) => !isReading(screen) && isFull(rowsOf(screen), index),
      `the workspace ${title} as full as with the contract's answers`,
    );
    expect(desk.screen().text()).not.toMatch(/(?<! 0 )unreadable|cannot be read/);
    all.push(rowsOf(desk.screen()));
  }
  return all;
}

test('every pane is as full with published and with loose answers as with those of the contract', async () => {
  await using contract = await deskOnPaper(size);
  const full = await panes(contract, () => true);
  for (const answers of ['published', 'loose'] as const) {
    await using desk = await deskOnPaper(size, answers);
    await panes(desk, (rows, index) =>
      [...full[index]!].every(([title, count]) => (rows.get(title) ?? 0) >= (live.test(title) ? 1 : count)),
    );
  }
});
