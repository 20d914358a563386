import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { startPaper } from '../driver/paper-process.ts';
import { backToDesk, deskOnPaper, hasData, seesArmed } from './desk-on-paper.ts';
import { addFault } from './paper-levers.ts';
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
  await desk.sees('3 limit orders as listed in the pane');
  await desk.types('-1');
  await desk.sees(/SOL sell +[\d,.]+ → +[\d,.]+ × [\d.]+ +[+−][\d.]+ % from mark/);
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

test('an answer that is lost is unknown until the orders are found by their new names; only typed keys type the word', async () => {
  const paper = await startPaper({ seed: 1 });
  const own = await openDesk({
    columns: 120,
    rows: 40,
    args: ['--base-url', paper.baseUrl],
    env: { SWAPDECK_API_KEY: paper.apiKey },
  });
  try {
    await hasData(own);
    await addFault(paper, { kind: 'dropAnswer', route: 'PATCH /api/v2/perp/orders' });
    await own.press('8');
    await own.sees(/BTC +BUY +limit/);
    await own.press('M');
    await own.sees('3 limit orders as listed in the pane');
    await own.types('-1');
    await own.press('Enter');
    await seesArmed(own, 'Type CHANGE');
    // Neither a paste nor a bunch of keys types the word.
    await own.pastes('CHANGE\n');
    await own.sends('CHANGE\r');
    expect(sentRequests(own)).toEqual([]);
    await own.types('CHANGE');
    await own.press('Enter');
    await own.sees('Unknown outcome');
    await own.press('Esc', '6');
    await own.sees(/change 3 perp orders.* unknown, done \(by evidence\)/s);
    await own.press('Enter');
    await own.sees('3 of 3 changed orders were found by their cloid');
    expect(sentRequests(own).map(({ event }) => event)).toEqual(['sent', 'unknown', 'looked', 'resolved']);
  } finally {
    await own.close();
    await paper.stop();
  }
});

test('a shift that is none is refused under its field, and nothing is sent', async () => {
  const before = sentRequests(desk).length;
  await desk.press('8', 'M');
  await desk.sees('Move perp orders');
  await desk.types('lots');
  await desk.press('Enter');
  await desk.sees('Enter a percentage from -50 to 100');
  expect(sentRequests(desk)).toHaveLength(before);
});
