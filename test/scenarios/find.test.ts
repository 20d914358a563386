import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk, deskOnPaper } from './desk-on-paper.ts';
import { boxesOf } from './screen-boxes.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 80, rows: 24 });
});
afterEach(() => backToDesk(desk));
afterAll(() => desk?.close());

test.each([
  [80, 24],
  [120, 40],
  [200, 60],
])('a token is found by its symbol and bought in a filled-in form, at %i×%i', async (columns, rows) => {
  await desk.resizes(columns, rows);
  await desk.press('C-f');
  await desk.sees('symbol, name or address');
  await desk.types('penguu');
  await desk.sees(/No token has this symbol/);
  await desk.press('Backspace');
  await desk.sees(/▸ PENGU +Pudgy Penguins|▸ PENGU /);
  const titleAt = desk.screen().positionOf('Find token');
  expect(boxesOf(desk.screen()).some((box) => box?.y === titleAt?.y)).toBe(true);
  await desk.press('Enter');
  await desk.sees('buy with SOL');
  await desk.press('s');
  await desk.sees(/┏━ .*[Ss]wap/);
  await desk.sees('PENGU');
});

test('a token is put on the tape, shown there, and taken off again', async () => {
  await desk.resizes(120, 40);
  await desk.press('4', 'a');
  await desk.sees('Watch token');
  await desk.types('NOSUCHTOKEN');
  await desk.press('Enter');
  await desk.sees(/NOSUCHTOKEN not found on Solana/);
  await desk.press('C-u');
  await desk.types('PENGU');
  await desk.sees(/address +\w{30,}/);
  await desk.press('Enter');
  await desk.sees('PENGU is on the tape');
  await desk.press('Enter');
  await desk.sees('4 Tape PENGU');
  await desk.press('x');
  await desk.sees('removed PENGU from the tape');
  await desk.sees('4 Tape SOL');
});

test(':tape with a name that is not on it leads to the form that finds it', async () => {
  await desk.resizes(80, 24);
  await desk.press(':');
  await desk.types('tape PENGU');
  await desk.sees('PENGU is not on the tape: opens the form');
  await desk.press('Enter');
  await desk.sees('Watch token');
  await desk.sees(/Token +.*PENGU/);
});
