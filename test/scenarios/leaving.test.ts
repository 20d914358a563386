import { expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { deskOnPaper } from './desk-on-paper.ts';

test.each([
  ['q', (desk: Desk) => desk.press('q')],
  ['Ctrl-C', (desk: Desk) => desk.press('C-c')],
  ['a termination signal', (desk: Desk) => desk.signal('SIGTERM')],
  ['a terminal that is closed', (desk: Desk) => desk.signal('SIGHUP')],
])('%s leaves the terminal as it was, with code 0', async (_how, leave) => {
  await using desk = await deskOnPaper({ columns: 80, rows: 24 });
  expect(desk.screen()).toMatchObject({ isAlternate: true, modes: { bracketedPaste: true } });
  expect(desk.screen().cursor.isVisible).toBe(false);
  await leave(desk);
  const exit = await desk.exits();
  expect(exit).toMatchObject({ code: 0, signal: null });
  expect(exit.after).toMatchObject({ isAlternate: false, modes: { bracketedPaste: false, mouse: false } });
  expect(exit.after.cursor.isVisible).toBe(true);
  expect(exit.after.text()).toBe('');
});

test('q in a text field is a letter', async () => {
  await using desk = await deskOnPaper({ columns: 80, rows: 24 });
  await desk.press('/', 'q');
  await desk.sees('/ q');
  expect(desk.screen().isAlternate).toBe(true);
});
