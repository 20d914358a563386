import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk, confirms, deskOnPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests, sinceLastLook } from './sent-requests.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 120, rows: 40 });
});
afterEach(() => backToDesk(desk));
afterAll(() => desk?.close());

const sentSince = sinceLastLook(() => sentRequests(desk).filter(({ event }) => event === 'sent'));

async function opensExits(): Promise<void> {
  await desk.press('1', 'g');
  await desk.sees(/▸ BTC /);
  await desk.press('e');
  await desk.sees('Stop and take profit');
}

test('a stop is added to an open position, and listed for the whole of it', async () => {
  await desk.press('8');
  await desk.sees(/Perp orders .* 3 open/);
  await opensExits();
  await desk.types('90000');
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  expect(desk.screen().line(/stop +90,000/)).toMatch(/whole position +est\. PnL −[\d,]+\.\d\d USD/);
  expect(desk.screen().line('attached to')).toMatch(/BUY 0\.000\d+ BTC at market, ≤ 1\d\.\d\d USD/);
  await confirms(desk, '✓ Buy order placed');
  expect(sentSince()).toMatchObject([
    {
      operation: 'perp.placeOrder',
      input: { body: { coin: 'BTC', grouping: 'positionTpsl', sl: { triggerPx: '90000' } } },
    },
  ]);
  await desk.press('8');
  await desk.sees(/BTC +SELL +stop, whole position +90,000/);
});

test('it is moved, and the old one is cancelled after the new one is placed', async () => {
  await opensExits();
  await desk.types('91000');
  await desk.press('Enter');
  await desk.sees('the new exit is placed, then the old one is cancelled');
  await confirms(desk, /✓ .*Then: .*[Cc]ancelled/s);
  expect(sentSince()).toMatchObject([{ operation: 'perp.placeOrder' }, { operation: 'perp.cancelOrder' }]);
  await desk.press('8');
  await desk.sees(/BTC +SELL +stop, whole position +91,000/);
  await desk.seesNot(/BTC +SELL +stop, whole position +90,000/);
});

test('it is removed from the command line, after a warning', async () => {
  await desk.press(':');
  await desk.types('exits BTC sl off');
  await desk.sees('remove stop of BTC long; asks for confirmation');
  await desk.press('Enter');
  await desk.sees('Stop and take profit');
  await desk.press('Tab', 'Tab', 'Tab', 'Enter');
  await desk.sees(/stop +91,000 is removed: no stop/);
  await confirms(desk, /✓ .*[Cc]ancelled/);
  expect(sentSince()).toMatchObject([{ operation: 'perp.cancelOrder' }]);
  await desk.press('8');
  await desk.seesNot(/BTC +SELL +stop, whole position/);
});
