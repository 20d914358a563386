import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk, deskOnPaper, seesArmed } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 120, rows: 40 });
});
afterEach(() => backToDesk(desk));
afterAll(() => desk?.close());

test('all limit orders shown are moved by one request, each listed old to new', async () => {
  await desk.press('8');
  await desk.sees(/BTC +BUY +limit/);
  await desk.press('M');
  await desk.sees('3 limit orders, as shown in the pane');
  await desk.types('-1');
  await desk.sees(/SOL sell +[\d,.]+ → +[\d,.]+ × [\d.]+ +[+−][\d.]+ % from the mark/);
  await desk.press('Enter');
  await desk.sees(/BTC buy .*order \d+/);
  await seesArmed(desk, 'Type CHANGE');
  await desk.types('CHANGE');
  await desk.press('Enter');
  await desk.sees('✓ 3 of 3 orders changed');
  const sent = sentRequests(desk);
  expect(sent).toMatchObject([
    { event: 'sent', operation: 'perp.modifyOrders', input: { body: { walletId: 'wal_perp' } } },
    { event: 'accepted' },
  ]);
  const { modifications } = (sent[0]!.input as { body: { modifications: { limitPx: string; newCloid: string }[] } })
    .body;
  expect(new Set(modifications.map(({ newCloid }) => newCloid)).size).toBe(3);
});

test('a shift that is none is refused under its field, and nothing is sent', async () => {
  const before = sentRequests(desk).length;
  await desk.press('8', 'M');
  await desk.sees('Move perp orders');
  await desk.types('lots');
  await desk.press('Enter');
  await desk.sees('A shift is a percentage from -50 to 100');
  expect(sentRequests(desk)).toHaveLength(before);
});
