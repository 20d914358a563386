import { describe, expect, test } from 'vitest';
import { ApiError } from '../client/http/errors.ts';
import { isCellSafe, wire } from '../stores/desk-data.fixture.ts';
import { bindActions } from './desk-actions.ts';
import { fakeContext } from './pipeline/fake-context.fixture.ts';
import { rejection } from './pipeline/operation-kinds.fixture.ts';

const open = [
  { coin: 'BTC', side: 'sell', limitPx: '99000', sz: '0.1', oid: 1 },
  { coin: 'ETH', side: 'buy', limitPx: '3000', sz: '1', oid: 2 },
  { coin: 'BTC', side: 'sell', limitPx: '99500', sz: '0.1', oid: 3 },
];
const account: Readonly<Record<string, unknown>> = {
  'account.wallets': wire.wallets,
  'perp.orders': open,
  'perp.positions': wire.positions,
  'trigger.list': wire.orders,
  'perp.closePosition': { results: [{ status: 'success', oid: 7 }] },
  'perp.cancelOrder': { results: [{ status: 'success' }] },
  'trigger.cancel': { orderId: 'ord-1', status: 'cancelled' },
};

function setUp(over: Readonly<Record<string, unknown>> = {}) {
  const fake = fakeContext((id) => {
    const answer = id in over ? over[id] : account[id];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const labels = async (what: 'planFlatten' | 'planCancelAll' = 'planFlatten') =>
    (await actions[what]()).steps.map(({ label }) => label);
  const actions = bindActions(fake.context);
  return { ...fake, actions, labels };
}

const down = new ApiError({
  endpointId: 'x',
  kind: 'network',
  code: 'ECONNRESET',
  outcome: 'unknown',
  message: 'lost',
});

describe('the plan', () => {
  test('to flatten: open orders by coin, positions, open trigger orders; nothing that has ended', async () => {
    expect(await setUp().labels()).toEqual([
      'cancel 2 open BTC orders',
      'cancel 1 open ETH order',
      'close BTC long 0.15',
      'close ETH short 4.2',
      expect.stringMatching(/^cancel trigger order BUY .* when price < 1\.6.*, ord-1$/),
    ]);
  });

  test('says which orders go and what is realised', async () => {
    const stop = { coin: 'BTC', side: 'sell', limitPx: '90000', sz: '0.0', oid: 4, orderType: 'stopMarket' };
    const { steps } = await setUp({ 'perp.orders': [{ ...open[0], orderType: 'limit' }, stop] }).actions.planFlatten();
    expect(steps.map(({ effect }) => effect)).toEqual([
      'sell 0.1000 at 99,000; stop 90,000 (whole position)',
      'realised PnL ≈ +92.93 USD before the fee',
      'realised PnL ≈ +60.06 USD before the fee',
      undefined,
    ]);
  });

  test('to cancel all leaves positions alone', async () => {
    expect(await setUp().labels('planCancelAll')).toEqual([
      'cancel 2 open BTC orders',
      'cancel 1 open ETH order',
      expect.stringMatching(/^cancel trigger order/),
    ]);
  });

  test('an order that the desk has not read yet is included', async () => {
    const desk = setUp({ 'trigger.list': { orders: [{ ...wire.orders.orders[0], orderId: 'ord-77' }] } });
    expect((await desk.labels()).at(-1)).toMatch(/^cancel trigger order BUY .* when price < 1\.6.*, ord-77$/);
  });

  test('an unreadable item is a step that says so, and the rest continues', async () => {
    expect(await setUp({ 'trigger.list': down }).labels()).toHaveLength(5);
    expect((await setUp({ 'trigger.list': down }).labels()).at(-1)).toBe('trigger orders: cannot be read');
    expect(await setUp({ 'perp.positions': down }).labels()).toEqual([
      'perp orders: cannot be read',
      'positions: cannot be read',
      expect.stringMatching(/^cancel trigger order/),
    ]);
  });

  test('reads every page', async () => {
    let page = 0;
    const fake = fakeContext((id) => {
      if (id !== 'trigger.list') return account[id];
      page++;
      return {
        orders: [{ ...wire.orders.orders[0], orderId: `ord-${page}0` }],
        nextCursor: page < 3 ? `c${page}` : null,
      };
    });
    const { steps } = await bindActions(fake.context).planCancelAll();
    expect(steps.slice(2).map(({ label }) => label.split(' ').at(-1))).toEqual(['ord-10', 'ord-20', 'ord-30']);
  });

  test('text of the service cannot leave its cell', async () => {
    const orders = [{ ...wire.orders.orders[0], orderId: '\u001B[2J\u202Eord' }];
    const positions = { ...wire.positions, positions: [{ ...wire.positions.positions[0], coin: '\u001B[2JBTC' }] };
    for (const label of await setUp({ 'trigger.list': { orders }, 'perp.positions': positions }).labels())
      expect(isCellSafe(label)).toBe(true);
  });
});

describe('the run', () => {
  const items = ({ context }: ReturnType<typeof setUp>) =>
    context.bulk.getState().run?.items.map(({ state, trouble }) => [state, trouble]);

  test('sends each step once, and continues after a refusal', async () => {
    const desk = setUp({ 'perp.closePosition': rejection });
    await desk.actions.runBulk(await desk.actions.planFlatten());
    expect(items(desk)).toEqual([
      ['accepted', null],
      ['accepted', null],
      ['rejected', 'NO_MARGIN no'],
      ['rejected', 'NO_MARGIN no'],
      ['accepted', null],
    ]);
    expect(desk.context.bulk.getState().run?.isOver).toBe(true);
    expect(desk.notices().at(-1)).toBe('error: Flatten: 2 of 5 not done');
    const sent = desk.requests().map(({ id }) => id);
    expect(sent.filter((id) => id === 'perp.closePosition')).toHaveLength(2);
    expect(sent.filter((id) => id === 'perp.cancelOrder')).toHaveLength(2);
    expect(sent.filter((id) => id === 'trigger.cancel')).toHaveLength(1);
  });

  test('sends nothing more once trading is halted', async () => {
    const desk = setUp();
    const plan = await desk.actions.planFlatten();
    const running = desk.actions.runBulk(plan);
    desk.actions.setMode('halted', 'H was pressed');
    await running;
    const states = items(desk)?.map(([state]) => state);
    expect(states?.slice(1)).toEqual(['not-sent', 'not-sent', 'not-sent', 'not-sent']);
    expect(items(desk)?.at(-1)?.[1]).toContain('HALTED');
  });

  test('a second run at the same time is refused', async () => {
    const desk = setUp();
    const plan = await desk.actions.planFlatten();
    await Promise.all([desk.actions.runBulk(plan), desk.actions.runBulk(plan)]);
    expect(desk.requests().filter(({ id }) => id === 'perp.closePosition')).toHaveLength(2);
    expect(desk.notices().some((text) => text.includes('another bulk run is still in progress'))).toBe(true);
  });
});
