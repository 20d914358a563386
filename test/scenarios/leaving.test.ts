import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { deskOn } from './desk-on-paper.ts';

let paper: PaperProcess;
beforeAll(async () => {
  paper = await startPaper({ seed: 1 });
});
afterAll(() => paper?.stop());

test.each([
  ['q', (desk: Desk) => desk.press('q')],
  ['Ctrl-C', (desk: Desk) => desk.press('C-c')],
  ['a termination signal', (desk: Desk) => desk.signal('SIGTERM')],
  ['Ctrl-\\ of a job', (desk: Desk) => desk.signal('SIGQUIT')],
  ['the signal that opens a debugger', (desk: Desk) => desk.signal('SIGUSR1')],
  ['a terminal that is closed', (desk: Desk) => desk.signal('SIGHUP')],
])('%s leaves the terminal as it was, with code 0', async (_how, leave) => {
  await using desk = await deskOn(paper, { columns: 80, rows: 24 });
  expect(desk.screen()).toMatchObject({ isAlternate: true, modes: { bracketedPaste: true } });
  expect(desk.screen().cursor.isVisible).toBe(false);
  await leave(desk);
  const exit = await desk.exits();
  expect(exit).toMatchObject({ code: 0, signal: null });
  expect(exit.after).toMatchObject({ isAlternate: false, modes: { bracketedPaste: false, mouse: false } });
  expect(exit.after.cursor.isVisible).toBe(true);
  // Nor does it say that a debugger listens.
  expect(exit.after.text()).toBe('');
});

test('a window that is closed leaves nobody behind, and nothing crashes', async () => {
  await using desk = await deskOn(paper, { columns: 80, rows: 24 });
  desk.hangsUp();
  expect((await desk.exits()).signal).toBe(null);
});

test('q in a text field is a letter', async () => {
  await using desk = await deskOn(paper, { columns: 80, rows: 24 });
  await desk.press('/', 'q');
  await desk.sees('/ q');
  expect(desk.screen().isAlternate).toBe(true);
});
