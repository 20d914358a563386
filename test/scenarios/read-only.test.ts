import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk } from './desk-on-paper.ts';
import { profileOnPaper } from './profile-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
let close = async (): Promise<void> => {};
beforeAll(async () => {
  ({ desk, close } = await profileOnPaper('watch', 'read_only = true'));
});
afterAll(() => close());

const reason = 'The profile watch is read-only';

test('the header says that the profile is read-only', () => {
  expect(desk.screen().text().split('\n')[0]).toMatch(/^ (LIVE|PAPER) +READ-ONLY /);
});

test.each([
  ['closing', '1', 'c'],
  ['a swap', '1', 's'],
  ['a trigger order', '1', 'o'],
  ['flatten', '1', 'F'],
  ['cancel all', '1', 'X'],
])('%s says why nothing is sent, and sends nothing', async (_what, ...keys) => {
  await desk.press(...keys);
  await desk.sees(reason);
  await desk.press('Enter', 'Tab', 'y');
  expect(desk.screen().shows('Send (y)')).toBe(false);
  await backToDesk(desk);
  expect(sentRequests(desk)).toEqual([]);
});

test('one-click cannot be armed', async () => {
  await desk.press('!');
  await desk.sees(reason);
  expect(desk.screen().shows('1-CLICK')).toBe(false);
});
