import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk, deskOnPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 100, rows: 30 });
});
afterEach(() => backToDesk(desk));
afterAll(() => desk?.close());

const coins = ['BTC', 'ETH', 'SOL'];

/** Keys of one finger that never lets go: on a machine that is busy, they would come so slowly that it does. */
async function holds(bytes: string, times: number): Promise<void> {
  await desk.stopsClock();
  for (let held = 0; held < times; held++) await desk.sends(bytes);
  await desk.startsClock();
}

/** Selects a position and opens its closing form at 50 %, as far as the confirmation. */
async function asksToCloseHalf(coin: string): Promise<void> {
  await desk.press('1', 'g', ...Array<string>(coins.indexOf(coin)).fill('j'));
  await desk.sees(new RegExp(`▸ ${coin} `));
  await desk.press('c');
  await desk.sees(new RegExp(`${coin} (long|short) `));
  await desk.press('h');
  await desk.sees('‹50›');
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
}

test('the confirmation shows what will be sent, from which wallet, and that it is paper', async () => {
  await asksToCloseHalf('BTC');
  const screen = desk.screen();
  expect(screen.line('Close position')).toContain(' PAPER ');
  expect(screen.line(/close /)).toContain('50 % of BTC long');
  expect(screen.line(/size /)).toMatch(/0\.07500 BTC +≈ [\d,.]+K? USD/);
  expect(screen.line(/remaining /)).toContain('0.07500 BTC');
  expect(screen.line(/price +market/)).toMatch(/mark [\d,.]+ \([\d.]+ s\)/);
  expect(screen.line(/mode +PAPER/)).toContain('http://127.0.0.1:');
  expect(screen.line(/wallet +perps/)).toMatch(/ 0x[0-9a-f]{40}\b/);
});

test('Esc at the confirmation sends nothing', async () => {
  await asksToCloseHalf('BTC');
  await desk.press('Esc');
  await desk.sees('‹ Close 50 % … ›');
  await backToDesk(desk);
  await desk.sees(/BTC +\+0\.15000 /);
  expect(sentRequests(desk)).toEqual([]);
});

test('Enter held down stops at the confirmation and sends nothing', async () => {
  await asksToCloseHalf('BTC');
  await holds('\r\r', 20);
  await seesArmedConfirmation(desk);
  expect(sentRequests(desk)).toEqual([]);
});

test('a pasted y sends nothing', async () => {
  await asksToCloseHalf('BTC');
  await desk.pastes('y\n');
  await desk.pastes('y\ny\n');
  await desk.press('Tab');
  await desk.seesWhere((screen) => screen.styleOf('Send (y)')?.inverse === true, 'the other button focused');
  expect(sentRequests(desk)).toEqual([]);
});

test('a resize takes the confirmation back', async () => {
  await asksToCloseHalf('BTC');
  await desk.resizes(100, 31);
  await desk.sees('The terminal was resized');
  await desk.press('y');
  expect(desk.screen().shows('‹ Close')).toBe(true);
  expect(sentRequests(desk)).toEqual([]);
});

test('c, h, Enter, y closes half of the position, once, with a request id', async () => {
  await asksToCloseHalf('BTC');
  await desk.press('y');
  await desk.sees('✓ Close accepted: 50 % of BTC long');
  const [, requestId] = /request +(\S+)/.exec(desk.screen().text()) ?? [];
  const [sent, accepted, ...more] = sentRequests(desk);
  expect(sent).toMatchObject({
    event: 'sent',
    operation: 'perp.closePosition',
    input: { body: { coin: 'BTC', percentage: 50 } },
  });
  expect(accepted).toMatchObject({ event: 'accepted', id: sent?.id, requestId });
  expect(more).toEqual([]);
  await desk.press('Enter');
  await desk.sees(/▸ BTC +\+0\.07500 /);
});

test('y pressed again and again sends once', async () => {
  const before = sentRequests(desk).length;
  await asksToCloseHalf('SOL');
  await holds('y', 8);
  await backToDesk(desk);
  await desk.sees(/SOL +\+17\.50 /);
  expect(sentRequests(desk).slice(before)).toMatchObject([{ event: 'sent' }, { event: 'accepted' }]);
});

test('Enter held on the button sends once', async () => {
  const before = sentRequests(desk).length;
  await asksToCloseHalf('ETH');
  await desk.press('Tab');
  // What comes in a bunch is no distinct key.
  await desk.sends('\r'.repeat(9));
  expect(sentRequests(desk)).toHaveLength(before);
  await holds('\r', 9);
  await desk.sees(/ETH +−2\.1000 /);
  expect(sentRequests(desk).slice(before)).toMatchObject([{ event: 'sent' }, { event: 'accepted' }]);
});
