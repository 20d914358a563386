import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk, deskOnPaper } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 120, rows: 40 });
});
afterEach(() => backToDesk(desk));
afterAll(() => desk?.close());

test(':wallet completes a name, says what it will do, and forms, header and balances follow', async () => {
  await desk.press(':');
  await desk.types('wallet sn');
  await desk.press('Tab');
  await desk.sees(/swaps and trigger orders start with sniper on Solana \(4HJn…QS8j\) for this session/);
  await desk.press('Enter');
  await desk.sees('sniper 4HJn…QS8j');
  await desk.sees(/• sniper +solana/);
  await desk.press('s');
  await desk.sees('‹sniper · solana›');
  expect(sentRequests(desk)).toEqual([]);
});

test('one-click is taken back by another wallet', async () => {
  await desk.press('!', 'Enter');
  await desk.sees('1-CLICK');
  await desk.press('3', 'w');
  await desk.seesNot('1-CLICK');
  await desk.sees('• main');
});

test('a name that several wallets have, and one that none has, are refused with the names there are', async () => {
  await desk.press(':');
  await desk.types('wallet main');
  await desk.sees('3 wallets are named main: enter main:solana or main:base or main:monad.');
  await desk.press('C-u');
  await desk.types('wallet nobody');
  await desk.press('Enter');
  await desk.sees(/No active wallet named nobody\..*Allowed: main:solana, sniper, main:base, cold/);
});
