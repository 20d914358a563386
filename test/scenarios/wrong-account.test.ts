import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk } from './desk-on-paper.ts';
import { profileOnPaper } from './profile-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
let close = async (): Promise<void> => {};
beforeAll(async () => {
  ({ desk, close } = await profileOnPaper('fund', 'wallet = "wal_of_the_fund"'));
});
afterAll(() => close());

test('a key of an account without the configured wallet is said in the header, and nothing is sent with it', async () => {
  await desk.sees(/^ PAPER +WRONG ACCOUNT /);
  for (const key of ['c', 's', 'o', 'F']) {
    await desk.press('1', key);
    await desk.sees('This account has no wallet wal_of_the_fund');
    await desk.press('Enter', 'Tab', 'y');
    expect(desk.screen().shows('Send (y)')).toBe(false);
    await backToDesk(desk);
  }
  expect(sentRequests(desk)).toEqual([]);
});
