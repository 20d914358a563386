import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk, deskOnPaper } from './desk-on-paper.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 80, rows: 24 });
});
afterEach(() => backToDesk(desk));
afterAll(() => desk?.close());

test('V shows all about the token of the selected trigger order, on the smallest usual screen', async () => {
  await desk.press('2', 'V');
  await desk.sees(/price +[\d,.]+ USD +[\d.]+ s old/);
  await desk.sees(/24h +[+−]?[\d.]+ % +[\d.KM]+ \/ [\d.KM]+/);
  await desk.sees(/same symbol|warning/);
  await desk.seesNot('loading …');
  expect(desk.screen().line(/address/)).toMatch(/[1-9A-HJ-NP-Za-km-z]{32,44}|0x[0-9a-f]{40}/i);
  expect(desk.screen().line(/market cap/)).toMatch(/[\d.]+[KMB]? USD/);
});

test('on a pane without tokens it says where to find one', async () => {
  await desk.press('1', 'V');
  await desk.says('no token selected');
});
