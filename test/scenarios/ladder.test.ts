import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { confirms, deskOnPaper } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 120, rows: 40 });
});
afterAll(() => desk?.close());

const cursorRow = /┃ ▸ .*?(\d\d,\d{3}).*┃/;
const cursorPrice = (): string => cursorRow.exec(desk.screen().text())?.[1] ?? 'no cursor';
const wire = (price: string): string => price.replace(',', '');

test('a disarmed ladder places nothing and says how it is armed', async () => {
  await desk.press('F2', 'M-l');
  await desk.sees(/┏━ Ladder BTC (· Markets )?━+ disarmed /);
  await desk.press('b');
  await desk.says(/the ladder is disarmed: a arms b and s/);
  expect(sentRequests(desk)).toEqual([]);
});

test('armed, with a size, it places a bid at the row under the cursor, after its confirmation', async () => {
  await desk.press('a');
  await desk.sees(/Ladder BTC (· Markets )?━+ ARMED .*no size/);
  await desk.press('S');
  await desk.sees('Order size of the ladder');
  await desk.types('0.01');
  await desk.sees(/each order +0\.01 BTC ≈ /);
  await desk.press('Enter');
  await desk.sees(/ARMED .*0\.01 BTC/);
  await desk.press('Right', 'Right');
  await desk.sees('rows of 50');
  await desk.press('PageDown', 'PageDown');
  const price = cursorPrice();
  await desk.press('b');
  await desk.sees(`Buy at ${price} `);
  await confirms(desk, '✓ Buy order placed');
  await desk.sees(new RegExp(`▸ .*${price}.* B 0\\.01 `));
  expect(sentRequests(desk)).toMatchObject([
    { operation: 'perp.placeOrder', input: { body: { coin: 'BTC', isBuy: true, sz: '0.01', limitPx: wire(price) } } },
    { event: 'accepted' },
  ]);
});

test('the order is moved by arrow keys, and cancelled at its row', async () => {
  const before = cursorPrice();
  await desk.press('>', 'Down', 'Down');
  await desk.sees(`buy ${before} → ${cursorPrice()}`);
  const price = cursorPrice();
  expect(Number(wire(before)) - Number(wire(price))).toBe(100);
  await desk.press('Enter');
  await confirms(desk, `✓ Changed to buy 0.01 BTC at ${wire(price)}`);
  await desk.sees(new RegExp(`▸ .*${price}.* B 0\\.01 `));
  await desk.press('x');
  await desk.sees('Cancel perp order');
  await confirms(desk, '✓ Cancelled: buy 0.01 BTC');
  await desk.seesNot(/▸ .* B 0\.01 /);
  expect(sentRequests(desk).slice(2)).toMatchObject([
    { operation: 'perp.modifyOrder', input: { body: { limitPx: wire(price), sz: '0.01' } } },
    { event: 'accepted' },
    { operation: 'perp.cancelOrder' },
    { event: 'accepted' },
  ]);
});

test('leaving the ladder disarms it', async () => {
  await desk.sees('ARMED');
  await desk.press('1', 'M-l');
  await desk.sees(/┏━ Ladder BTC (· Markets )?━+ disarmed .*0\.01 BTC/);
});
