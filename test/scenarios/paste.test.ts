import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { deskOnPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await deskOnPaper({ columns: 120, rows: 40 });
});
afterEach(() => desk?.close());

test('a paste whose end is lost holds the keys for a second, types nothing, and Ctrl-C ends the desk again', async () => {
  await desk.press('3', '/', 'C-u');
  await desk.sends('\x1b[200~jup\r');
  await desk.settles();
  await desk.types('so');
  await desk.sees(/\/ so /);
  expect(desk.screen().shows('jup')).toBe(false);
  await desk.sends('\x1b[200~more');
  await desk.settles();
  await desk.press('C-c');
  await desk.press('C-c');
  expect((await desk.exits()).code).toBe(0);
});

test('neither it nor its late rest confirms anything, nor do keys in one chunk', async () => {
  await desk.press('3', '/', 'C-u');
  await desk.types('jup');
  await desk.press('Enter', 'B');
  await desk.sees('Amounts from the trade settings.');
  await desk.press('1');
  await seesArmedConfirmation(desk);
  await desk.sends('\x1b[200~y\r');
  await desk.sends('y');
  await desk.settles();
  await desk.sends('yy\r');
  await desk.settles();
  await desk.sends('y\x1b[201~');
  await desk.sends('yyyy');
  expect(sentRequests(desk)).toEqual([]);
  expect(desk.screen().shows('Send (y)')).toBe(true);
  await desk.press('Esc');
  await desk.seesNot('Send (y)');
  expect(sentRequests(desk)).toEqual([]);
});
