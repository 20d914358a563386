import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk, confirms, deskOnPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests, sinceLastLook } from './sent-requests.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 150, rows: 40 });
});
afterEach(() => backToDesk(desk));
afterAll(() => desk?.close());

async function selectsPosition(coin: string): Promise<void> {
  const selected = new RegExp(`▸ ${coin} +[+−]`);
  await desk.press('1', 'g');
  for (let row = 1; row < 3 && !desk.screen().shows(selected); row++) await desk.press('j');
  await desk.sees(selected);
}

const sentSince = sinceLastLook(() => sentRequests(desk));

test('reverse: the position stands the other way with the same size', async () => {
  await selectsPosition('SOL');
  await desk.press('Q');
  await desk.sees('Quick trades');
  await desk.press('r');
  await confirms(desk, '✓ Sell order placed');
  expect(sentSince()).toMatchObject([
    { input: { body: { coin: 'SOL', isBuy: false, sz: '70', orderType: 'market', reduceOnly: false } } },
    { event: 'accepted' },
  ]);
  await desk.sees(/▸ SOL +−35\.00 /);
});

test('. opens the last order again with its values, and sends nothing by itself', async () => {
  await desk.press('.');
  await desk.sees('Perp order again');
  expect(desk.screen().line(/Size +▕/)).toContain('70');
  expect(desk.screen().shows('‹sell / short›')).toBe(true);
  expect(sentSince()).toEqual([]);
});

test('a limit order is placed, stands in the pane, is changed and cancelled', async () => {
  await selectsPosition('BTC');
  await desk.press('n');
  await desk.sees('New perp order');
  await desk.press('Tab', 'Tab', 'Tab');
  await desk.types('80000.4');
  await desk.press('Tab');
  await desk.types('0.012349');
  await desk.sees(/rounding +price 80,000\.4 → 80,000, size down to 5 decimals/);
  await desk.press('Enter');
  await confirms(desk, '✓ Buy order placed');
  expect(sentSince()).toMatchObject([
    {
      event: 'sent',
      operation: 'perp.placeOrder',
      input: {
        body: {
          coin: 'BTC',
          isBuy: true,
          sz: '0.01234',
          orderType: 'limit',
          limitPx: '80000',
          reduceOnly: false,
          grouping: 'na',
          cloid: expect.stringMatching(/^0x[0-9a-f]{32}$/),
        },
      },
    },
    { event: 'accepted' },
  ]);
  await desk.press('8');
  await desk.sees(/BTC +BUY +limit +80,000 +0\.01234 /);
  await desk.press('G');
  await desk.sees(/▸ BTC +BUY +limit +80,000 /);
  await desk.press('e');
  await desk.sees('Modify perp order');
  await desk.types('79500');
  await desk.press('Enter');
  await confirms(desk, '✓ Changed to buy 0.01234 BTC at 79500');
  await desk.sees(/▸ BTC +BUY +limit +79,500 +0\.01234 /);
  await desk.press('x');
  await desk.sees('Cancel perp order');
  await confirms(desk, '✓ Cancelled: buy 0.01234 BTC at 79500, limit');
  await desk.seesNot(/BTC +BUY +limit +79,500/);
  expect(sentSince()).toMatchObject([
    { operation: 'perp.modifyOrder', input: { body: { limitPx: '79500', sz: '0.01234' } } },
    { event: 'accepted' },
    { operation: 'perp.cancelOrder' },
    { event: 'accepted' },
  ]);
});

test('below 10 USD it is refused in place, and nothing typed is lost', async () => {
  await selectsPosition('ETH');
  await desk.press('n');
  await desk.sees('New perp order');
  await desk.press('Tab', 'Tab', 'Tab');
  await desk.types('3000');
  await desk.press('Tab');
  await desk.types('0.003');
  await desk.press('Enter');
  await desk.sees(/Worth 9\.00 USD, below the venue's minimum of 10 USD/);
  expect(desk.screen().line(/Price /)).toContain('▕3000 ');
  expect(desk.screen().line(/Size +▕/)).toContain('▕0.003 ');
  await desk.types('4');
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  expect(desk.screen().line(/order +BUY/)).toContain('BUY 0.0034 ETH   ≈ 10.20 USD');
  expect(sentSince()).toEqual([]);
});

test('a market order brings its take profit and its stop', async () => {
  await selectsPosition('BTC');
  await desk.press('N');
  await desk.sees('New perp order');
  await desk.press('Tab', 'Tab', 'Down');
  await desk.sees('‹market›');
  await desk.press('Tab', 'Tab');
  await desk.types('1000 usd');
  await desk.press('Tab');
  await desk.types('70000');
  await desk.press('Tab');
  await desk.types('120000');
  await desk.sees(/stop loss +market at 70,000 +−[\d.]+ % +−[\d.]+ USD +−1 R/);
  await desk.sees(/take profit +market at 120,000 +\+[\d.]+ % +\+[\d.]+ USD/);
  await desk.press('Enter');
  await confirms(desk, '✓ Buy order placed');
  const [sent] = sentSince();
  expect(sent).toMatchObject({
    input: {
      body: {
        coin: 'BTC',
        isBuy: true,
        orderType: 'market',
        grouping: 'normalTpsl',
        tp: { triggerPx: '120000', isMarket: true },
        sl: { triggerPx: '70000', isMarket: true },
      },
    },
  });
  await desk.press('8');
  await desk.sees(/BTC +SELL +take profit +120,000 /);
  await desk.sees(/BTC +SELL +stop +70,000 /);
});

test('100 BTC are refused at the size field, before any word is asked for', async () => {
  await selectsPosition('BTC');
  await desk.press('N');
  await desk.sees('New perp order');
  await desk.press('Tab', 'Tab', 'Down');
  await desk.sees('‹market›');
  await desk.press('Tab', 'Tab');
  await desk.types('100');
  await desk.press('Enter');
  await desk.sees(/At most 0\.\d+ BTC at 5×: [\d.]+K USDC free/);
  expect(desk.screen().shows(/Type \w+ and press/)).toBe(false);
  expect(sentSince()).toEqual([]);
});

test('1 % of the equity is risked to a stop: size and bound are shown, then position and exits stand', async () => {
  await selectsPosition('ETH');
  await desk.press('N');
  await desk.sees('New perp order');
  await desk.press('Tab');
  await desk.press('Down');
  await desk.sees('‹sell / short›');
  await desk.press('Tab', 'Down');
  await desk.sees('‹market›');
  await desk.press('Tab', 'Tab');
  await desk.types('risk 1 %');
  await desk.press('Tab');
  await desk.types('10 %');
  await desk.press('Tab');
  await desk.types('2R');
  await desk.sees(/order +SELL 0\.\d+ ETH/);
  await desk.sees(/risk +2\d\d\.\d\d of 2\d\d\.\d\d USD \(1 % of equity\), bound by risk/);
  await desk.sees(/reward:risk +1\.\d\d : 1/);
  await desk.sees(/fill +≈ 3,\d{3}\.\d on average/);
  await desk.press('Enter');
  await confirms(desk, '✓ Sell order placed');
  const [sent] = sentSince();
  expect(sent).toMatchObject({ input: { body: { coin: 'ETH', isBuy: false, grouping: 'normalTpsl' } } });
  await desk.sees(/ETH +−4\.\d+/);
  await desk.press('8');
  await desk.sees(/ETH +BUY +stop +3,8\d\d/);
  await desk.sees(/ETH +BUY +take profit +2,[78]\d\d/);
});

test('a leverage in the order form is set first, then the order is placed', async () => {
  await selectsPosition('SOL');
  await desk.press('N');
  await desk.sees('New perp order');
  await desk.press('Tab', 'Tab', 'Down');
  await desk.sees('‹market›');
  await desk.press('Tab', 'Tab');
  await desk.types('1');
  await desk.press('Tab', 'Tab', 'Tab');
  await desk.types('7');
  await desk.press('Enter');
  await desk.sees(/1 leverage +set 7×/);
  // The footer says the first half as soon as it is done.
  await confirms(desk, /✓ [A-Z]+ leverage is 7× isolated\. Then: /);
  expect(sentSince()).toMatchObject([
    { operation: 'perp.setLeverage', input: { body: { coin: 'SOL', leverage: 7, isCross: false } } },
    { event: 'accepted' },
    { operation: 'perp.placeOrder', input: { body: { coin: 'SOL', isBuy: true, sz: '1' } } },
    { event: 'accepted' },
  ]);
  await desk.sees(/SOL .* 7×i/);
});

test('a leverage that is set stands in the position', async () => {
  await selectsPosition('ETH');
  await desk.press('L');
  await desk.sees('Set leverage');
  await desk.types('10');
  await desk.press('Enter');
  await confirms(desk, '✓ ETH leverage is 10× cross');
  expect(sentSince()).toMatchObject([
    { operation: 'perp.setLeverage', input: { body: { coin: 'ETH', leverage: 10, isCross: true } } },
    { event: 'accepted' },
  ]);
  await desk.sees(/▸ ETH .* 10×c/);
});

/** Opens the quick trades of a position that is in profit: only there a stop at the entry is possible. */
async function opensQuickTradesInProfit(): Promise<string> {
  const inProfit = /\b(BTC|ETH|SOL) .* \+[\d.]+ % +[\d,.]+ +\d+×/;
  for (let tries = 0; tries < 20; tries++) {
    await desk.seesWhere((screen) => screen.line(inProfit) !== null, 'a position in profit');
    const coin = inProfit.exec(desk.screen().line(inProfit) ?? '')?.[1] ?? '';
    await selectsPosition(coin);
    await desk.press('Q');
    await desk.sees(new RegExp(`Quick trades[^]*${coin} (long|short)`));
    if (
      desk
        .screen()
        .line(/break-even/)
        ?.includes('stop at entry for the whole position')
    )
      return coin;
    await desk.press('Esc');
    await desk.seesNot('Quick trades');
  }
  throw new Error('a position that is in profit loses it again, time after time');
}

// The last one: its stop closes the position when the market comes back to the entry.
test('break-even: a letter and y put a stop at the entry', async () => {
  const coin = await opensQuickTradesInProfit();
  await desk.press('b');
  await confirms(desk, /✓ (Buy|Sell) order placed/);
  const [sent, accepted] = sentSince();
  expect(sent).toMatchObject({ input: { body: { coin, grouping: 'positionTpsl', reduceOnly: false } } });
  expect(accepted).toMatchObject({ event: 'accepted' });
});
