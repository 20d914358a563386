import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { noRiskLimits, type RiskLimits } from '../../domain/market/risk-limits.ts';
import { wire } from '../../stores/desk-data.fixture.ts';
import { operationRecord, unknownRecord } from '../../stores/orders/operation-records.fixture.ts';
import { accountHeat, heatAfter } from '../../stores/portfolio/account-heat.ts';
import { equityTotal } from '../../stores/portfolio/equity.ts';
import { intentOf, type Operation } from '../operations.ts';
import type { PlacePerpOrder } from '../orders/place-perp-order.ts';
import { fakeContext } from './fake-context.fixture.ts';
import { whyRefused } from './guard.ts';

const [btc, eth] = wire.positions.positions;
const market = (name: string, markPx: string) => ({ ctx: { markPx }, meta: { name, szDecimals: 2, maxLeverage: 20 } });
const noTriggers = { orders: [], nextCursor: null };

interface Held {
  readonly positions?: readonly unknown[];
  readonly perpOrders?: readonly unknown[];
  readonly triggers?: unknown;
}

/** A desk with limits, on an account with a BTC long (isolated) and an ETH short whose stop is at 3,700, 201.90 above the mark. */
function deskWith(limits: Partial<RiskLimits>, { positions = [btc, eth], perpOrders, triggers }: Held = {}) {
  const fake = fakeContext(() => ({}));
  const context = { ...fake.context, caps: { ...fake.context.caps, risk: { ...noRiskLimits, ...limits } } };
  const answer = (name: Parameters<typeof fake.reads.answer>[0], value: unknown): void =>
    fake.reads.answer(name, value, fake.clock.now());
  answer('positions', { ...wire.positions, positions });
  answer('markets', [...wire.markets, market('SOL', '200'), market('XRP', '2')]);
  answer('perpOrders', perpOrders ?? [wire.perpOrders[1]]);
  answer('orders', triggers ?? noTriggers);
  return { ...fake, context, answer };
}

const place = (over: Partial<PlacePerpOrder> = {}): Operation => ({
  kind: 'placePerpOrder',
  draft: {
    walletId: 'w-main',
    coin: 'SOL',
    isBuy: true,
    sz: '10',
    orderType: 'limit',
    limitPx: '200',
    reduceOnly: false,
    tp: null,
    sl: '190',
    grouping: 'normalTpsl',
    cloid: `0x${'a'.repeat(32)}`,
    slippageBps: null,
    usd: new Big(2_000),
    ...over,
  },
});

const refusal = ({ context }: ReturnType<typeof deskWith>, order: Operation) =>
  whyRefused(context, intentOf(context, order));

const solOrder = { coin: 'SOL', side: 'buy', limitPx: '199', sz: '1', oid: 90, orderType: 'limit' };

describe('max_open_positions', () => {
  test.each<[string, number, Held, Operation, string | null]>([
    ['one more than there are', 3, {}, place(), null],
    [
      'as many as there are',
      2,
      {},
      place(),
      'It would be position 3, counting resting orders that would open one; your limit is 2.',
    ],
    ['a coin that is held grows', 2, {}, place({ coin: 'BTC', sz: '0.01', limitPx: '97000', sl: null }), null],
    [
      'above the limit already, a held coin',
      1,
      {},
      place({ coin: 'BTC', sz: '0.01', limitPx: '97000', sl: null }),
      null,
    ],
    [
      'a resting order counts',
      3,
      { perpOrders: [solOrder] },
      place({ coin: 'XRP' }),
      'It would be position 4, counting resting orders that would open one; your limit is 3.',
    ],
    ['its coin is counted once', 3, { perpOrders: [solOrder] }, place(), null],
    [
      'an exit opens nothing',
      3,
      { perpOrders: [{ ...solOrder, orderType: 'stopMarket' }] },
      place({ coin: 'XRP' }),
      null,
    ],
    [
      'a reduce-only order opens nothing',
      3,
      { perpOrders: [{ ...solOrder, reduceOnly: true }] },
      place({ coin: 'XRP' }),
      null,
    ],
    [
      'an unreadable position counts',
      3,
      { positions: [btc, eth, { coin: 'DOGE', szi: '?' }] },
      place(),
      'It would be position 4, counting resting orders that would open one; your limit is 3.',
    ],
    [
      'a reduce-only order is never refused',
      1,
      {},
      place({ coin: 'BTC', isBuy: false, reduceOnly: true, sl: null }),
      null,
    ],
    [
      'a close is never refused',
      1,
      {},
      { kind: 'closePosition', draft: { walletId: 'w-main', coin: 'BTC', percentage: 100, side: 'long' } },
      null,
    ],
    [
      'a market order counts too',
      2,
      {},
      place({ orderType: 'market' }),
      'It would be position 3, counting resting orders that would open one; your limit is 2.',
    ],
  ])('%s', (_, maxOpenPositions, held, order, message) => {
    expect(refusal(deskWith({ maxOpenPositions }, held), order)).toEqual(
      message === null ? null : { code: 'ACCOUNT_LIMIT', message },
    );
  });

  test('an order of unknown outcome counts', () => {
    const desk = deskWith({ maxOpenPositions: 3 });
    const record = unknownRecord({ operation: 'perp.placeOrder', blocks: 'w-main perp:XRP buy' });
    desk.context.records.setState({ records: [record] });
    expect(refusal(desk, place())?.code).toBe('ACCOUNT_LIMIT');
    expect(refusal(desk, place({ coin: 'XRP', isBuy: false }))).toBeNull();
  });
});

describe('max_open_orders', () => {
  const [trigger] = wire.orders.orders;
  const triggers = (count: number) => ({
    orders: Array.from({ length: count }, (_, index) => ({ ...trigger, orderId: `ord-${index}` })),
    nextCursor: null,
  });
  test.each<[string, number, Held, string | null]>([
    ['none yet', 1, {}, null],
    [
      'as many as allowed',
      2,
      { perpOrders: [solOrder], triggers: triggers(1) },
      'It would be open order 3; your limit is 2.',
    ],
    ['one fewer', 3, { perpOrders: [solOrder], triggers: triggers(1) }, null],
    [
      'exits and reduce-only orders do not count',
      1,
      { perpOrders: [wire.perpOrders[1], { ...solOrder, reduceOnly: true }] },
      null,
    ],
    ['an unreadable order counts', 1, { perpOrders: [{ coin: 'SOL' }] }, 'It would be open order 2; your limit is 1.'],
    [
      'ended trigger orders do not',
      1,
      { triggers: { orders: [{ ...trigger, status: 'success' }], nextCursor: null } },
      null,
    ],
    [
      'a list with more to come is not known to be within it',
      9,
      { triggers: { ...triggers(1), nextCursor: 'x' } },
      'Your limit is 9 open orders, and the service lists only a part of them.',
    ],
    [
      'unless what it lists is above it',
      1,
      { triggers: { ...triggers(1), nextCursor: 'x' } },
      'It would be open order 2 or later; your limit is 1.',
    ],
  ])('%s', (_, maxOpenOrders, held, message) => {
    expect(refusal(deskWith({ maxOpenOrders }, held), place())?.message ?? null).toBe(message);
  });

  test('a market order rests nowhere', () => {
    expect(
      refusal(deskWith({ maxOpenOrders: 1 }, { perpOrders: [solOrder] }), place({ orderType: 'market' })),
    ).toBeNull();
  });

  test('an order in flight counts, and one that was cancelled to be edited does not', () => {
    const desk = deskWith({ maxOpenOrders: 2 }, { triggers: triggers(1) });
    const flying = operationRecord({ operation: 'perp.placeOrder', blocks: 'w-main perp:XRP buy', state: 'sent' });
    desk.context.records.setState({ records: [flying] });
    expect(refusal(desk, place())?.message).toBe('It would be open order 3; your limit is 2.');
    const cancelled = operationRecord({ operation: 'trigger.cancel', blocks: ' trigger:ord-0 cancel', sentAtMs: 1 });
    desk.context.records.setState({ records: [flying, cancelled] });
    expect(refusal(desk, place())).toBeNull();
  });
});

describe('max_heat_pct', () => {
  /** 4.2 ETH × 201.90 USD to the stop = 847.98. */
  const held: Held = { positions: [{ ...eth }] };
  test('the account is what the cases below take it for', () => {
    expect(accountHeat(deskWith({}, held).context.data).open.usd?.toFixed()).toBe('847.98');
    expect(heatAfter(deskWith({}, held).context.data, [])?.toFixed()).toBe('847.98');
  });

  test('is exact to the base unit', () => {
    const equity = equityTotal(deskWith({}, held).context) ?? new Big(0);
    const room = equity.times('2.5').div(100).minus('847.98');
    const stop = new Big(200).minus(room.div(10));
    const at = (sl: Big) => refusal(deskWith({ maxHeatPct: '2.5' }, held), place({ sl: sl.toFixed() }));
    expect(at(stop)).toBeNull();
    expect(at(stop.plus('0.0000001'))).toBeNull();
    expect(at(stop.minus('0.0000001'))?.code).toBe('ACCOUNT_LIMIT');
    expect(at(stop.minus(1))?.message).toMatch(
      /^The heat would be 1,040\.92 USD, 2\.53 %, now 847\.98; your limit is 2\.5 % of the equity\.$/,
    );
  });

  test.each<[string, string, Held, Operation, boolean]>([
    ['no stop counts whole', '5', held, place({ sl: null, grouping: 'na' }), false],
    ['and fits into a wide limit', '20', held, place({ sl: null, grouping: 'na' }), true],
    ['what reduces is never refused', '0.01', held, place({ coin: 'ETH', reduceOnly: true, sl: null }), true],
    [
      'an order against the position lowers the heat',
      '0.01',
      held,
      place({ coin: 'ETH', sz: '1', limitPx: '3500', sl: null }),
      true,
    ],
    [
      'a reversal opens the other side',
      '3',
      held,
      place({ coin: 'ETH', sz: '8.4', limitPx: '3500', sl: '3300' }),
      true,
    ],
    ['and counts it', '2', held, place({ coin: 'ETH', sz: '8.4', limitPx: '3500', sl: '3300' }), true],
    ['a wide stop of it', '2', held, place({ coin: 'ETH', sz: '8.4', limitPx: '3500', sl: '3200' }), false],
    [
      'a resting order counts',
      '3',
      { ...held, perpOrders: [wire.perpOrders[1], { ...solOrder, sz: '2' }] },
      place(),
      false,
    ],
    [
      'with its own stop, less',
      '3',
      {
        ...held,
        perpOrders: [
          wire.perpOrders[1],
          { ...solOrder, sz: '2' },
          { coin: 'SOL', side: 'sell', limitPx: '190', sz: '2', oid: 91, orderType: 'stopMarket' },
        ],
      },
      place(),
      true,
    ],
    [
      'a stop for the whole position lowers the heat of a naked one',
      '0.1',
      { positions: [btc], perpOrders: [] },
      place({ coin: 'BTC', sz: '0.0002', limitPx: '97031.5', sl: '96000', grouping: 'positionTpsl' }),
      true,
    ],
  ])('%s', (_, maxHeatPct, account, order, passes) => {
    expect(refusal(deskWith({ maxHeatPct }, account), order)?.code ?? null).toBe(passes ? null : 'ACCOUNT_LIMIT');
  });

  test('a changed order takes the place of what it was, with its stop', () => {
    const resting = { ...solOrder, sz: '10', limitPx: '200' };
    const exit = { coin: 'SOL', side: 'sell', limitPx: '190', sz: '10', oid: 91, orderType: 'stopMarket' };
    const desk = deskWith({ maxHeatPct: '2.5' }, { ...held, perpOrders: [wire.perpOrders[1], resting, exit] });
    const change = (limitPx: string): Operation => ({
      kind: 'modifyPerpOrder',
      draft: {
        walletId: 'w-main',
        coin: 'SOL',
        oid: 90,
        isBuy: true,
        limitPx,
        sz: '10',
        newCloid: `0x${'b'.repeat(32)}`,
      },
    });
    expect(refusal(desk, change('195'))).toBeNull();
    expect(refusal(desk, change('208'))).toBeNull();
    expect(refusal(desk, change('209'))?.code).toBe('ACCOUNT_LIMIT');
  });

  test.each<[string, (desk: ReturnType<typeof deskWith>) => void, RegExp]>([
    [
      'the orders are not read',
      ({ answer }) => answer('perpOrders', [{ coin: 'SOL' }]),
      /heat is unknown \(an unreadable perp order\)/,
    ],
    [
      'a position is unreadable',
      ({ answer }) => answer('positions', { ...wire.positions, positions: [{ coin: 'X', szi: '?' }] }),
      /unreadable position/,
    ],
    [
      'a mark is unknown',
      ({ answer }) => answer('positions', { ...wire.positions, positions: [{ coin: 'NEW', szi: '1' }] }),
      /mark of NEW/,
    ],
    [
      'the equity is unknown',
      ({ answer }) => answer('positions', { ...wire.positions, accountValue: '?' }),
      /heat is unknown/,
    ],
    [
      'the data is old',
      ({ clock, answer }) => {
        clock.stall(31_000);
        answer('positions', wire.positions);
        answer('markets', wire.markets);
      },
      /cannot be checked yet\. Waiting for the open perp orders/,
    ],
    [
      'an order is of unknown outcome',
      ({ context }) =>
        context.records.setState({
          records: [unknownRecord({ operation: 'perp.placeOrder', blocks: 'w perp:XRP buy', summary: 'buy XRP' })],
        }),
      /unknown while the outcome of “buy XRP” is/,
    ],
    [
      'an order was accepted since',
      ({ context, clock }) =>
        context.records.setState({
          records: [
            operationRecord({
              operation: 'perp.placeOrder',
              blocks: 'w perp:XRP buy',
              summary: 'buy XRP',
              endedAtMs: clock.now(),
            }),
          ],
        }),
      /last read before “buy XRP” was accepted/,
    ],
  ])('is never taken to be within the limit: %s', (_, happen, message) => {
    const desk = deskWith({ maxHeatPct: '100' });
    happen(desk);
    expect(refusal(desk, place())?.message).toMatch(message);
  });

  test('a spot order is not one that it counts', () => {
    const desk = deskWith({ maxHeatPct: '0.01', maxOpenPositions: 1 });
    const { opens } = intentOf(desk.context, place());
    expect(opens?.trades).toHaveLength(1);
    expect(
      whyRefused(desk.context, { ...intentOf(desk.context, place()), opens: { orders: 1, trades: [] } }),
    ).toBeNull();
  });
});

test('of any order the heat is that of whole units, on both sides of the limit', () => {
  const property = fc.property(
    fc.bigInt(1n, 500n),
    fc.bigInt(5_000n, 25_000n),
    fc.bigInt(4_000n, 26_000n),
    fc.boolean(),
    (size, px, sl, isBuy) => {
      const away = isBuy ? px - sl : sl - px;
      // The stop at 3,700 of 4.2 ETH: 420 × 20,190 units of a cent of a hundredth coin.
      const expected = 420n * 20_190n + size * (away > 0n ? away : 0n);
      const text = (units: bigint): string => new Big(units.toString()).div(100).toFixed();
      const order = place({ isBuy, sz: text(size), limitPx: text(px), sl: text(sl) });
      const desk = deskWith({}, { positions: [eth] });
      const { opens } = intentOf(desk.context, order);
      expect(
        heatAfter(desk.context.data, opens?.trades ?? [])
          ?.times(10_000)
          .toFixed(),
      ).toBe(expected.toString());
    },
  );
  fc.assert(property, { numRuns: cases(50, 2_000) });
});
