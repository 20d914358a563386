import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pasteSilenceMs } from '../../src/platform/paste-guard.ts';
import type { Desk } from '../driver/open-desk.ts';
import { deskOnPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await deskOnPaper({ columns: 120, rows: 40 });
});
afterEach(() => desk?.close());

/** The desk's own patience with a paste that has no end. */
const patience = (): Promise<void> => pause(pasteSilenceMs + 300);

test('a paste whose end is lost holds the keys for a second, types nothing, and Ctrl-C ends the desk again', async () => {
  await desk.press('3', '/', 'C-u');
  await desk.sends('\x1b[200~jup\r');
  await patience();
  await desk.types('so');
  await desk.sees(/\/ so /);
  expect(desk.screen().shows('jup')).toBe(false);
  await desk.sends('\x1b[200~more');
  await patience();
  await desk.press('C-c');
  await desk.press('C-c');
  expect((await desk.exits()).code).toBe(0);
});

test('neither it nor its late rest confirms anything, nor do keys in one chunk', async () => {
  await desk.press('3', '/', 'C-u');
  await desk.types('jup');
  await desk.press('Enter', 'B');
  await desk.sees('Amounts of the trade settings.');
  await desk.press('1');
  await seesArmedConfirmation(desk);
  await desk.sends('\x1b[200~y\r');
  await desk.sends('y');
  await patience();
  await desk.sends('yy\r');
  await patience();
  await desk.sends('y\x1b[201~');
  await desk.sends('yyyy');
  expect(sentRequests(desk)).toEqual([]);
  expect(desk.screen().shows('Send (y)')).toBe(true);
  await desk.press('Esc');
  await desk.seesNot('Send (y)');
  expect(sentRequests(desk)).toEqual([]);
}, 40_000);
