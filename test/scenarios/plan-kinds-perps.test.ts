import Big from 'big.js';
import { expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { type MovedMarket, storiesOnMovedMarket } from './moved-market.ts';
import { planRequests } from './sent-requests.ts';
import { seesPlans, starts } from './start-plan.ts';

// Nothing moves by itself: each price that these plans follow or wait for is set by the test.
let market: MovedMarket;
let desk: Desk;
const sentSince = storiesOnMovedMarket(0, (opened) => {
  market = opened;
  desk = opened.desk;
});

test('a chase follows the best bid up to its worst price, in one order, until it is filled', async () => {
  const before = await positionOf('ETH');
  const first = await bestBid('ETH');
  const limit = new Big(first).plus(10).toFixed();
  await starts(desk, `chase buy 0.02 ETH limit ${limit} max 5`);
  await seesPlans(desk);
  await seesResting((px) => px === first);
  market.moves('ETH', 1.001);
  await seesResting((px) => px !== first);
  const second = await bestBid('ETH');
  market.moves('ETH', 1.01);
  await seesResting((px) => px === limit);
  market.moves('ETH', 0.98);
  await desk.sees(/done +Chase: buy 0\.02 ETH .*100 % .*filled/);
  const change = { operation: 'perp.modifyOrder', coin: 'ETH', isBuy: true, sz: '0.02' };
  expect(planRequests(sentSince())).toMatchObject([
    { key: 'order', operation: 'perp.placeOrder', coin: 'ETH', isBuy: true, sz: '0.02', limitPx: first },
    { ...change, key: 're-pricing 1', limitPx: second },
    { ...change, key: 're-pricing 2', limitPx: limit },
  ]);
  expect(await positionOf('ETH')).toBe(new Big(before).plus('0.02').toFixed());
});

test('an iceberg shows one part at a time, each at the best bid of its moment', async () => {
  const bids: string[] = [];
  await starts(desk, 'iceberg buy 3.5 AVAX show 1.25');
  await seesPlans(desk);
  for (const part of [1, 2, 3]) {
    await desk.sees(new RegExp(`active +Iceberg: .* part ${part} of 3 is in the book`));
    expect(await openOrders('AVAX')).toMatchObject([{ side: 'buy', sz: part === 3 ? '1' : '1.25' }]);
    bids.push(await bestBid('AVAX'));
    market.moves('AVAX', 0.998);
  }
  await desk.sees(/done +Iceberg: buy 3\.5 AVAX .* 100 % .*filled/);
  const part = { operation: 'perp.placeOrder', coin: 'AVAX', isBuy: true, orderType: 'limit' };
  expect(planRequests(sentSince())).toMatchObject([
    { ...part, key: 'part 1', sz: '1.25', limitPx: bids[0] },
    { ...part, key: 'part 2', sz: '1.25', limitPx: bids[1] },
    { ...part, key: 'part 3', sz: '1', limitPx: bids[2] },
  ]);
  expect(await positionOf('AVAX')).toBe('3.5');
  expect(await openOrders('AVAX')).toEqual([]);
});

test('a bracket is entered, moves its stop to break-even after an exit, and ends flat without a stop', async () => {
  await starts(desk, 'bracket buy 0.2 BNB at market stop 2% exits 1R 50%, 2R 50%');
  await seesPlans(desk);
  await desk.sees(/active +Bracket: .* 2 of 2 exits are open/);
  const [stop, ...exits] = await openOrders('BNB');
  expect(await positionOf('BNB')).toBe('0.2');
  expect(exits).toMatchObject([{ side: 'sell' }, { side: 'sell' }]);
  market.moves('BNB', 1.025);
  await desk.sees(/active +Bracket: .* 1 of 2 exits are open/);
  // A stop moves ten seconds after the last order at the earliest.
  await market.ages(10_000);
  await desk.sees(/Bracket cancel stop \d+: cancel order .* accepted/);
  expect(await openOrders('BNB')).toHaveLength(2);
  market.moves('BNB', 1.025);
  await desk.sees(/done +Bracket: buy 0\.2 BNB .*its position is closed/);
  const sent = planRequests(sentSince());
  const order = { operation: 'perp.placeOrder', coin: 'BNB' };
  const [exit, even] = [{ ...order, isBuy: false, reduceOnly: true }, sent[3]?.['sl'] as Trigger];
  expect(sent).toMatchObject([
    { ...order, key: 'entry', isBuy: true, sz: '0.2', orderType: 'market', sl: { triggerPx: stop?.limitPx } },
    { ...exit, key: 'exit 1', sz: '0.1', limitPx: exits[0]?.limitPx },
    { ...exit, key: 'exit 2', sz: '0.1', limitPx: exits[1]?.limitPx },
    { ...order, key: 'stop 1', isBuy: true, orderType: 'market' },
    { key: `cancel stop ${stop?.oid}`, operation: 'perp.cancelOrder', coin: 'BNB', oid: stop?.oid },
    { ...exit, key: 'close', sz: sent[3]?.['sz'], orderType: 'market' },
  ]);
  expect(new Big(even.triggerPx).gt(stop?.limitPx ?? Infinity)).toBe(true);
  expect(await positionOf('BNB')).toBe('0');
  expect(await openOrders('BNB')).toEqual([]);
});

test('a bracket whose stop fires is done, and leaves neither a position nor its exit', async () => {
  await starts(desk, 'bracket sell 2 LINK at market stop 1% exits 2R 100%');
  await seesPlans(desk);
  await desk.sees(/active +Bracket: sell 2 LINK .* 1 of 1 exits are open/);
  expect(await openOrders('LINK')).toHaveLength(2);
  market.moves('LINK', 1.02);
  await desk.sees(/done +Bracket: sell 2 LINK .* 100 % /);
  const order = { operation: 'perp.placeOrder', coin: 'LINK', sz: '2' };
  expect(planRequests(sentSince())).toMatchObject([
    { ...order, key: 'entry', isBuy: false, orderType: 'market' },
    { ...order, key: 'exit 1', isBuy: true, orderType: 'limit', reduceOnly: true },
  ]);
  expect(await positionOf('LINK')).toBe('0');
  expect(await openOrders('LINK')).toEqual([]);
});

interface Trigger {
  readonly triggerPx: string;
}

interface Listed {
  readonly oid: number;
  readonly side: string;
  readonly sz: string;
  readonly limitPx: string;
}

const openOrders = (coin: string) => market.reads<Listed[]>(`perp/orders?coin=${coin}`);

async function bestBid(coin: string): Promise<string> {
  const { bids } = await market.reads<{ readonly bids: { readonly price: string }[] }>(`perp/markets/${coin}`);
  return bids[0]!.price;
}

async function positionOf(coin: string): Promise<string> {
  type Positions = { readonly positions: { readonly coin: string; readonly szi: string }[] };
  const { positions } = await market.reads<Positions>('perp/positions');
  return positions.find((position) => position.coin === coin)?.szi ?? '0';
}

/** Waits until the chase says that its order rests at such a price. */
const seesResting = (isSo: (px: string) => boolean): Promise<void> =>
  desk.seesWhere((screen) => {
    const px = /active +Chase: .* rests at ([\d.]+)/.exec(screen.text())?.[1];
    return px !== undefined && isSo(px);
  }, 'the order of the chase at another price');
