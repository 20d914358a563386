import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import type { Screen } from '../driver/screen.ts';
import { deskOnPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 100, rows: 34 });
});
afterAll(() => desk?.close());

const typed = ['‹sniper · solana›', '▕0.25', '▕USDC', '▕250'];

/** The wallet `sniper` has no nonce accounts. */
async function fillsIn(): Promise<void> {
  await desk.press('o');
  await desk.sees('New trigger order');
  const wallet = (screen: Screen) => /Wallet +‹([^›]+)›/.exec(screen.text())?.[1];
  for (let now = wallet(desk.screen()); now !== 'sniper · solana'; now = wallet(desk.screen())) {
    await desk.press('Down');
    await desk.seesWhere((screen) => wallet(screen) !== now, 'the next wallet');
  }
  await desk.press('Tab', 'C-u');
  await desk.types('SOL');
  await desk.press('Tab');
  await desk.types('0.25');
  await desk.press('Tab');
  await desk.types('USDC');
  await desk.press('Tab', 'Tab', 'Tab', 'Tab');
  await desk.types('250');
  await desk.sees(/when price/);
}

test('a refused order offers to enable multisend, and keeps what was typed', async () => {
  await fillsIn();
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  await desk.press('y');
  await desk.sees('NONCE_NOT_INITIALIZED, request req_');
  await desk.sees('press Ctrl-e');
  for (const value of typed) expect(desk.screen().shows(value), value).toBe(true);
});

test('it says what multisend is and costs, asks, and follows the task to its end', async () => {
  await desk.press('C-e');
  await desk.sees('Enable multisend for sniper');
  expect(desk.screen().text()).toMatch(/unknown in advance/);
  expect(desk.screen().shows(/4HJn\w{36,40}/)).toBe(true);
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  await desk.press('y');
  await desk.sees(/status +success/);
  await desk.sees('Any key returns to the order.');
  expect(sentRequests(desk).filter(({ event }) => event === 'sent')).toMatchObject([
    { operation: 'trigger.create' },
    { operation: 'account.enableMultisend' },
  ]);
});

test('it leads back to the order as it was typed, which is sent only when it is asked for', async () => {
  await desk.press('Enter');
  await desk.sees('Multisend is enabled for sniper.');
  for (const value of typed) expect(desk.screen().shows(value), value).toBe(true);
  expect(sentRequests(desk).filter(({ event }) => event === 'sent')).toHaveLength(2);
  // Another key between two of them: the same one again could be one that is held.
  await desk.press('Tab', 'S-Tab', 'Enter');
  await seesArmedConfirmation(desk);
  await desk.press('y');
  await desk.sees('✓ Trigger order active');
});
