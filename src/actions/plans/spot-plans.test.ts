import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../client/http/errors.ts';
import type { DcaSpec } from '../../plans/kinds/dca.ts';
import type { LadderSpec } from '../../plans/kinds/ladder.ts';
import type { OcoSpec } from '../../plans/kinds/oco.ts';
import type { SwapTwapSpec } from '../../plans/kinds/swap-twap.ts';
import { jup, usdc } from '../../stores/desk-data.fixture.ts';
import { plainFate, SpotDesk } from './spot-desk.fixture.ts';

const market = {
  chain: 'solana',
  input: { address: jup, symbol: 'JUP', decimals: 6 },
  output: { address: usdc, symbol: 'USDC', decimals: 6 },
  slippageBps: 100,
} as const;
const dca: DcaSpec = {
  kind: 'dca',
  ...market,
  baseUnits: '10000000',
  totalBaseUnits: '25000000',
  everyMs: 60_000,
  forMs: null,
  limitPx: null,
};
const twap: SwapTwapSpec = {
  kind: 'swap-twap',
  ...market,
  slices: [0, 60_000, 120_000].map((afterMs) => ({ baseUnits: '10000000', afterMs })),
  everyMs: 60_000,
  limitPx: null,
  maxPartPct: null,
};
const oco: OcoSpec = {
  kind: 'oco',
  ...market,
  baseUnits: '40000000',
  takeProfit: '2',
  stop: '0.5',
  expiryHours: 24,
};
const ladder: LadderSpec = {
  kind: 'ladder',
  ...market,
  levels: ['2', '3', '5'].map((value) => ({ baseUnits: '20000000', value })),
  expiryHours: 24,
};

const lost = new Error('the connection broke');
const statuses = ({ service }: SpotDesk) => service.triggers.map(({ status }) => status);

describe('a DCA', () => {
  test('sells the same amount each time, and the rest of its budget at last', async () => {
    const desk = new SpotDesk();
    desk.create(dca);
    await desk.pass(130_000);
    expect(desk.service.tasks.map(({ amount }) => amount)).toEqual([10_000_000n, 10_000_000n, 5_000_000n]);
    await desk.pass(70_000);
    expect(desk.plan).toMatchObject({ state: 'done', why: '25 JUP sold' });
  });

  test('skips what was missed and says so, except the newest while it is less than half an interval late', async () => {
    const desk = new SpotDesk();
    desk.create(dca);
    await desk.pass(4_000);
    desk.clock.stall(196_000);
    await desk.pass(10_000);
    expect(desk.service.tasks.map(({ tag }) => tag.split(' ').at(-1))).toEqual(['1', '4']);
    expect(desk.context.plans.getState().now[desk.plan.id]?.what).toBe('swap 5; 2 were skipped');
    desk.clock.stall(60_000);
    await desk.pass(10_000);
    expect(desk.service.tasks).toHaveLength(2);
    await desk.pass(90_000);
    expect(desk.plan).toMatchObject({ state: 'done', why: '25 JUP sold; 3 were skipped' });
  });

  test('does not repeat a swap that failed, and makes up for it at a later time', async () => {
    const desk = new SpotDesk();
    desk.service.course = () => ({ takesMs: 1_000, fails: desk.service.tasks.length === 0 });
    desk.create(dca);
    await desk.pass(50_000);
    expect(desk.plan.children).toMatchObject([{ key: 'swap 1', state: 'over', filled: '0' }]);
    await desk.pass(300_000);
    expect(desk.plan).toMatchObject({ state: 'done', why: '25 JUP sold; 1 failed' });
    expect(desk.service.sold().done).toBe(25_000_000n);
  });

  test('waits for its worst price, by a quote less the slippage', async () => {
    const desk = new SpotDesk();
    desk.create({ ...dca, limitPx: '0.995' });
    await desk.pass(20_000);
    expect(desk.service.tasks).toEqual([]);
    expect(desk.context.plans.getState().now[desk.plan.id]?.what).toBe(
      'swap 1: the price with slippage is beyond 0.995 USDC for one JUP',
    );
    desk.service.price = new Big('1.006');
    await desk.pass(8_000);
    expect(desk.service.tasks).toHaveLength(1);
  });

  test('pauses when the first outcome is unknown, even where the account shows later what it was', async () => {
    const desk = new SpotDesk();
    const id = desk.create(dca);
    desk.fate = (call) => (call === 'swap.execute' ? { ...plainFate, error: lost } : plainFate);
    await desk.pass(120_000);
    expect(desk.plan).toMatchObject({ state: 'paused', why: 'the outcome of swap 1 is unknown' });
    expect(desk.service.tasks).toHaveLength(1);
    desk.fate = () => plainFate;
    desk.settleAll();
    expect(desk.plans.resume(id)).toBeNull();
    await desk.pass(200_000);
    expect(desk.plan).toMatchObject({ state: 'done', why: '25 JUP sold; 1 was skipped' });
  });

  test('pauses after three failures in a row', async () => {
    const desk = new SpotDesk();
    desk.service.course = () => ({ takesMs: 1_000, fails: true });
    desk.create(dca);
    await desk.pass(200_000);
    expect(desk.service.tasks).toHaveLength(3);
    expect(desk.plan).toMatchObject({ state: 'paused' });
  });

  test('is not paused into a swap: what a person does while prices are read counts', async () => {
    const desk = new SpotDesk();
    const id = desk.create(dca);
    desk.fate = (call) => (call === 'swap.quote' ? { ...plainFate, lateMs: 5_000 } : plainFate);
    await desk.pass(2_000);
    desk.plans.pause(id);
    await desk.pass(20_000);
    expect(desk.service.tasks).toEqual([]);
  });
});

describe('a TWAP of swaps', () => {
  test('sends each slice when it is due, and a failed one once more at the end', async () => {
    const desk = new SpotDesk();
    desk.service.course = () => ({ takesMs: 1_000, fails: desk.service.tasks.length === 1 });
    desk.create(twap);
    await desk.pass(130_000);
    expect(desk.service.tasks).toHaveLength(3);
    await desk.pass(130_000);
    expect(desk.plan).toMatchObject({ state: 'done' });
    expect(desk.service.tasks.map(({ tag }) => tag.slice(9))).toEqual([
      'slice 1',
      'slice 2',
      'slice 3',
      'slice 2 again',
    ]);
    expect(desk.service.sold().done).toBe(30_000_000n);
  });

  test('waits for what the tape shows, and says so where it shows nothing', async () => {
    const desk = new SpotDesk();
    desk.create({ ...twap, maxPartPct: 10 });
    const what = () => desk.context.plans.getState().now[desk.plan.id]?.what;
    await desk.pass(10_000);
    expect(what()).toBe('slice 1 is over 10 % of what was traded');
    const swap = {
      kind: 'swap',
      tokenId: `solana:${jup}`,
      isBuy: true,
      sizeNative: '1',
      usd: 150,
      maker: null,
    } as const;
    desk.context.tape.push({ ...swap, atMs: desk.clock.now(), sizeUsd: '150', priceUsd: '1.5' });
    await desk.pass(10_000);
    expect(desk.service.tasks).toHaveLength(1);
    desk.context.watchlist.setState({ tokens: [] });
    await desk.pass(60_000);
    expect(what()).toBe('slice 2: what is traded is unknown, because its token is not on the tape');
  });
});

describe('an OCO', () => {
  test('cancels the other order when one has fired', async () => {
    const desk = new SpotDesk();
    desk.create(oco);
    await desk.pass(10_000);
    expect(statuses(desk)).toEqual(['active', 'active']);
    desk.service.price = new Big(2);
    await desk.pass(30_000);
    expect(statuses(desk)).toEqual(['cancelled', 'success']);
    expect(desk.plan).toMatchObject({ state: 'done', why: 'take profit sold, and stop was cancelled' });
  });

  test('needs the value of one of its orders, not of both', async () => {
    const desk = new SpotDesk();
    desk.create(oco, { operations: 3, usd: '40' });
    await desk.pass(10_000);
    expect(statuses(desk)).toEqual(['active', 'active']);
    const other = new SpotDesk();
    other.create(oco, { operations: 3, usd: '39.9' });
    await other.pass(10_000);
    expect(other.plan).toMatchObject({ state: 'paused', why: expect.stringContaining('more than the 39.9 USD') });
  });

  test('cancels it when the desk is back', async () => {
    const desk = new SpotDesk();
    desk.create(oco);
    await desk.pass(10_000);
    desk.kill();
    desk.service.price = new Big('0.4');
    await desk.pass(60_000);
    expect(statuses(desk)).toEqual(['success', 'active']);
    desk.restart();
    await desk.pass(20_000);
    expect(statuses(desk)).toEqual(['success', 'cancelled']);
  });

  test('asks a person where the exit that fired sold nothing', async () => {
    const desk = new SpotDesk();
    desk.service.course = () => ({ takesMs: 0, fails: true });
    desk.create(oco);
    await desk.pass(10_000);
    desk.service.price = new Big('0.4');
    await desk.pass(30_000);
    expect(desk.plan).toMatchObject({
      state: 'paused',
      why: expect.stringContaining('stop has ended without selling'),
    });
  });

  test('finds the order whose creation had no answer by its terms, and cancels it by its id', async () => {
    const desk = new SpotDesk();
    const id = desk.create(oco);
    desk.fate = (call) => (call === 'trigger.create' ? { ...plainFate, error: lost } : plainFate);
    await desk.pass(20_000);
    expect(desk.plan).toMatchObject({ state: 'paused', children: [{ key: 'stop', state: 'working' }] });
    desk.fate = () => plainFate;
    desk.plans.resume(id);
    await desk.pass(20_000);
    desk.service.price = new Big(3);
    await desk.pass(30_000);
    expect(statuses(desk)).toEqual(['cancelled', 'success']);
  });

  test('sends a refused cancel again', async () => {
    const desk = new SpotDesk();
    desk.create(oco);
    await desk.pass(10_000);
    let refusals = 0;
    const fields = {
      endpointId: 'trigger.cancel',
      kind: 'rate-limited',
      code: 'SLOW_DOWN',
      outcome: 'rejected',
    } as const;
    desk.fate = (call) =>
      call === 'trigger.cancel' && refusals++ < 2
        ? { ...plainFate, arrives: false, error: new ApiError({ ...fields, message: 'slow down', status: 429 }) }
        : plainFate;
    desk.service.price = new Big(2);
    await desk.pass(40_000);
    expect(statuses(desk)).toEqual(['cancelled', 'success']);
  });

  test('leaves nothing behind when it is cancelled', async () => {
    const desk = new SpotDesk();
    const id = desk.create(oco);
    await desk.pass(10_000);
    expect(desk.plans.cancel(id, false)).toBeNull();
    await desk.pass(40_000);
    expect(statuses(desk)).toEqual(['cancelled', 'cancelled']);
    expect(desk.plan).toMatchObject({ state: 'cancelled' });
  });
});

describe('a ladder', () => {
  test('places every level, and ends when the last one is over', async () => {
    const desk = new SpotDesk();
    desk.create(ladder);
    await desk.pass(20_000);
    expect(statuses(desk)).toEqual(['active', 'active', 'active']);
    desk.service.price = new Big(3);
    await desk.pass(30_000);
    expect(desk.context.plans.getState().now[desk.plan.id]?.what).toContain('2 of 3 levels have sold');
    desk.clock.stall(86_400_000);
    await desk.pass(30_000);
    expect(desk.plan).toMatchObject({
      state: 'done',
      why: '2 of 3 levels sold; the others have ended without selling',
    });
    expect(desk.service.sold().done).toBe(40_000_000n);
  });
});

test('a wallet with an own key has no plans', () => {
  const { plans } = new SpotDesk();
  const draft = { summary: '', spec: dca, caps: { operations: 9, usd: null }, arrivalPx: null };
  expect(plans.create({ ...draft, walletId: 'own:main' })).toEqual({ why: expect.stringContaining('only by hand') });
});
