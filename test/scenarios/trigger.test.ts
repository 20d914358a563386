import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk, deskOnPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 120, rows: 40 });
});
afterEach(() => backToDesk(desk));
afterAll(() => desk?.close());

test('a trailing order is left at the service and appears in the list', async () => {
  await desk.press('o');
  await desk.sees(/Sell +▕JUP .*✓ JUP/);
  await desk.press('Tab', 'Tab', 'h', 'Tab');
  await desk.types('USDC');
  await desk.press('Tab', 'Down', 'Tab', 'Tab', 'Tab');
  await desk.types('8');
  await desk.sees('SELL 50 % JUP for USDC when price falls 8 % from its highest');
  const { amount, baseUnits } = /sell +(?<amount>[\d.]+) JUP = (?<baseUnits>\d+) base units/.exec(desk.screen().text())!
    .groups!;
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  const confirmation = desk.screen();
  expect(confirmation.line('New trigger order')).toContain(' PAPER ');
  expect(confirmation.shows('8qNrbwBzWo63i3UjDgN5zPdPc7XEgu4EcduJkyJNmJVe')).toBe(true);
  expect(confirmation.line(/sell +[\d.]+ JUP/)).toContain(`${amount} JUP = ${baseUnits} base units`);
  expect(confirmation.line(/slippage /)).toMatch(/2 % \(200 bps\), at most [\d.,]+ USD +expiry 24 h/);
  await desk.press('y');
  await desk.sees('✓ Trigger order active: SELL 50 % JUP for USDC');
  expect(desk.screen().line(/request +req_/)).not.toBeNull();
  await desk.press('Enter');
  await desk.sees(/2 Trigger orders .* 4 active/);
  await desk.sees(/SELL +50 % +JUP +trail 8 %: 0\.\d+ +−[78]\.\d % +2[34] h +active/);
  expect(sentRequests(desk)).toMatchObject([
    {
      event: 'sent',
      operation: 'trigger.create',
      input: {
        body: {
          amount: baseUnits,
          slippageBps: 200,
          expiryHours: 24,
          triggerBehavior: 'trailing',
          trailingPercentage: 8,
        },
      },
    },
    { event: 'accepted' },
  ]);
});

test('it is edited: cancelled and created again, as the confirmation says', async () => {
  const before = sentRequests(desk).length;
  await desk.press('2', 'g');
  await desk.sees(/▸ SELL .* trail 8 %/);
  await desk.press('e');
  await desk.sees('Edit trigger order');
  await desk.types('9');
  await desk.press('Enter');
  await desk.sees('cancel, then create: no order is active in between');
  await seesArmedConfirmation(desk);
  await desk.press('y');
  await desk.sees(/✓ Order cancelled: SELL /);
  await desk.press('Enter');
  await desk.sees(/SELL .* JUP +trail 9 %.* active/);
  expect(sentRequests(desk).slice(before)).toMatchObject([
    { event: 'sent', operation: 'trigger.cancel' },
    { event: 'accepted' },
    { event: 'sent', operation: 'trigger.create', input: { body: { trailingPercentage: 9 } } },
    { event: 'accepted' },
  ]);
});

test('it is cancelled with x, after a confirmation', async () => {
  const before = sentRequests(desk).length;
  await desk.press('2', 'g');
  await desk.sees(/▸ SELL .* trail 9 %/);
  await desk.press('x');
  await desk.sees('Cancel trigger order');
  await seesArmedConfirmation(desk);
  expect(desk.screen().line(/order id/)).toMatch(/ord_[0-9a-f]{16}/);
  await desk.press('y');
  await desk.sees(/┃ ✓ /);
  await desk.press('Enter');
  await desk.sees(/2 Trigger orders .* 3 active/);
  await desk.sees(/SELL .* JUP +trail 9 %.*cancelled/);
  expect(sentRequests(desk).slice(before)).toMatchObject([
    { event: 'sent', operation: 'trigger.cancel' },
    { event: 'accepted' },
  ]);
});

test('an order that has ended says why it cannot be cancelled', async () => {
  await desk.press('2', 'G', 'x');
  await desk.sees(/this order is (success|expired|cancelled): only an active one can be changed or cancelled/);
});
