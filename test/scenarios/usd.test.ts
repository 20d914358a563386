import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk, deskOnPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { widestSlippage } from './swap-form.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 120, rows: 40 });
});
afterEach(() => backToDesk(desk));
afterAll(() => desk?.close());

const converted = /amount +50 USD ≈ 0\.\d+ SOL at \d+\.\d+ \(\d+(?:\.\d)? s\)/;

test('a swap of 50 USD of SOL is converted at the price shown, confirmed and sent', async () => {
  await desk.press('s');
  await desk.sees(/Sell +▕SOL .*✓ SOL/);
  await desk.press('Tab', 'Tab');
  await desk.types('50 usd');
  await desk.press('Tab');
  await desk.types('JUP');
  await desk.press('Tab', 'C-u');
  await desk.types(widestSlippage.pct);
  await desk.sees(converted);
  await desk.sees(/min received +[\d.]+ JUP/);
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  const text = desk.screen().text();
  const [, amount] = /50 USD ≈ (0\.\d+) SOL/.exec(text) ?? [];
  expect(text).toMatch(converted);
  expect(text).toContain(`${amount} SOL = ${amount?.slice(2).padEnd(9, '0').replace(/^0+/, '')} base units`);
  await desk.press('y');
  await desk.sees(/✓|accepted|submitted/i);
});

test('`:buy 50 usd BONK` says what it sells and opens the form filled in', async () => {
  await desk.press(':');
  await desk.types('buy 50 usd BONK');
  await desk.sees(/sells 50 USD ≈ 0\.\d+ SOL at .* for BONK from/);
  await desk.press('Enter');
  await desk.sees(/Amount +▕50 usd .*USD/);
  await desk.sees(converted);
});

test('the help is searched with /', async () => {
  await desk.press('?', '/');
  await desk.types('break even');
  await desk.sees('/ break even');
  await desk.press('Enter');
  await desk.sees(/Keys: break even/);
  expect(desk.screen().text()).not.toContain('Move a border');
});
