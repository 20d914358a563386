import { afterEach, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk, deskOnPaper } from './desk-on-paper.ts';
import { boxesOf } from './screen-boxes.ts';

let desk: Desk | null = null;
afterEach(async () => {
  await desk?.close();
  desk = null;
});

const open = async (columns: number, rows: number): Promise<Desk> => {
  desk = await deskOnPaper({ columns, rows });
  return desk;
};

test.each([
  [80, 24],
  [120, 40],
  [200, 60],
])('a token is found by its symbol and bought in a filled-in form, at %i×%i', async (columns, rows) => {
  const on = await open(columns, rows);
  await on.press('C-f');
  await on.sees('symbol, name or address');
  await on.types('penguu');
  await on.sees(/No token goes by this symbol/);
  await on.press('Backspace');
  await on.sees(/▸ PENGU +Pudgy Penguins|▸ PENGU /);
  const titleAt = on.screen().positionOf('Find a token');
  expect(boxesOf(on.screen()).some((box) => box?.y === titleAt?.y)).toBe(true);
  await on.press('Enter');
  await on.sees('buy it with SOL');
  await on.press('s');
  await on.sees(/┏━ .*[Ss]wap/);
  await on.sees('PENGU');
  await backToDesk(on);
});

test('a token is put on the tape, shown there, and taken off again', async () => {
  const on = await open(120, 40);
  await on.press('4', 'a');
  await on.sees('Watch a token');
  await on.types('NOSUCHTOKEN');
  await on.press('Enter');
  await on.sees(/NOSUCHTOKEN is not known on Solana/);
  await on.press('C-u');
  await on.types('PENGU');
  await on.sees(/address +\w{30,}/);
  await on.press('Enter');
  await on.sees('PENGU is on the tape');
  await on.press('Enter');
  await on.sees('4 Tape PENGU');
  await on.press('x');
  await on.sees('PENGU is off the tape');
  await on.sees('4 Tape SOL');
});

test(':tape with a name that is not on it leads to the form that finds it', async () => {
  const on = await open(80, 24);
  await on.press(':');
  await on.types('tape PENGU');
  await on.sees('PENGU is not on the tape: opens the form');
  await on.press('Enter');
  await on.sees('Watch a token');
  await on.sees(/Token +.*PENGU/);
});
