import Big from 'big.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cases } from '../../../../test/run/cases.ts';
import { perpFills, perpFunding } from '../../../protocol/endpoints/perp-account.ts';
import {
  cancelPerpOrder,
  modifyPerpOrder,
  perpOrders,
  placePerpOrder,
} from '../../../protocol/endpoints/perp-orders.ts';
import { adjustPerpMargin, closePerpPosition, setPerpLeverage } from '../../../protocol/endpoints/perp-position.ts';
import { perpPositions } from '../../../protocol/endpoints/perp-positions.ts';
import type { StoredAccount } from './margin/margin-account-state.ts';
import { big, openPerpLab } from './perp-lab.fixture.ts';

const walletId = 'wal_perp';
const coins = ['BTC', 'ETH', 'SOL', 'JUP', 'MON'] as const;
type Lab = ReturnType<typeof openPerpLab>;

const coin = fc.constantFrom(...coins);
const share = fc.integer({ min: 70, max: 130 }).map((percent) => percent / 100);
const act = fc.oneof(
  fc.record({
    kind: fc.constant('place' as const),
    coin,
    isBuy: fc.boolean(),
    usd: fc.integer({ min: 1, max: 60_000 }),
    share: fc.option(share),
    reduceOnly: fc.boolean(),
    hasExits: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('modify' as const), pick: fc.nat(9), share, factor: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('cancel' as const), coin }),
  fc.record({ kind: fc.constant('close' as const), coin, percentage: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ kind: fc.constant('margin' as const), coin, cents: fc.integer({ min: -300_000, max: 300_000 }) }),
  fc.record({
    kind: fc.constant('leverage' as const),
    coin,
    leverage: fc.integer({ min: 1, max: 50 }),
    isCross: fc.option(fc.boolean(), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('price' as const), coin, share }),
  fc.record({ kind: fc.constant('hour' as const) }),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** A price on every market's grid: three significant figures. */
const onGrid = (usd: number): string => new Big(usd.toPrecision(3)).toFixed();

async function perform(lab: Lab, step: Act): Promise<void> {
  const { call } = lab;
  if (step.kind === 'hour') return lab.passHours(1);
  if (step.kind === 'modify') {
    const orders = call(perpOrders, {});
    const order = orders[step.pick % Math.max(1, orders.length)];
    if (!order) return;
    const limitPx = onGrid(lab.priceUsd(order.coin) * step.share);
    const sz = big(order.sz).times(step.factor).toFixed();
    call(modifyPerpOrder, {
      body: { walletId, coin: order.coin, isBuy: order.side === 'buy', oid: order.oid, limitPx, sz },
    });
    return;
  }
  const px = lab.priceUsd(step.coin);
  const target = { walletId, coin: step.coin };
  if (step.kind === 'price') return lab.setPrice(step.coin, px * step.share);
  if (step.kind === 'cancel') call(cancelPerpOrder, { body: { ...target, cancelAll: true } });
  else if (step.kind === 'close') call(closePerpPosition, { body: { ...target, percentage: step.percentage } });
  else if (step.kind === 'margin')
    call(adjustPerpMargin, { body: { ...target, amount: new Big(step.cents).div(100).toFixed() } });
  else if (step.kind === 'leverage')
    call(setPerpLeverage, {
      body: { ...target, leverage: step.leverage, ...(step.isCross === undefined ? {} : { isCross: step.isCross }) },
    });
  else placeStep(lab, step, px);
}

function placeStep(lab: Lab, step: Extract<Act, { kind: 'place' }>, px: number): void {
  const before = stored(lab);
  const exit = (near: number) => ({ triggerPx: onGrid(px * near) });
  const { results } = lab.call(placePerpOrder, {
    body: {
      walletId,
      coin: step.coin,
      isBuy: step.isBuy,
      sizeUsd: String(step.usd),
      reduceOnly: step.reduceOnly,
      ...(step.share === null ? {} : { limitPx: onGrid(px * step.share) }),
      ...(step.hasExits ? { tp: exit(step.isBuy ? 1.4 : 0.6), sl: exit(step.isBuy ? 0.6 : 1.4) } : {}),
    },
  });
  if (results[0]?.status === 'error') expect(stored(lab)).toEqual(before);
  else if (exposure(before, step.coin).lt(exposure(stored(lab), step.coin)))
    expect(freeOf(lab).toNumber()).toBeGreaterThan(-0.0001);
}

/** Size of the position and of what rests on top of it. */
function exposure(account: StoredAccount | undefined, name: string): Big {
  const orders = account?.orders.filter((order) => order.coin === name && !order.reduceOnly) ?? [];
  const szi = account?.positions.find((position) => position.coin === name)?.szi ?? '0';
  return sum([new Big(szi).abs(), ...orders.map(({ sz }) => new Big(sz))]);
}

/** Free margin, which `withdrawable` does not show below zero. */
function freeOf(lab: Lab): Big {
  const state = lab.call(perpPositions, {});
  const isolated = state.positions
    .filter(({ leverageType }) => leverageType === 'isolated')
    .map(({ unrealizedPnl }) => big(unrealizedPnl));
  return big(state.accountValue)
    .minus(sum(isolated))
    .minus(big(state.spotBalances?.[0]?.hold ?? '0'));
}

const stored = (lab: Lab): StoredAccount | undefined =>
  (lab.perps.snapshot() as { accounts: Record<string, StoredAccount> }).accounts[walletId];

const sum = (values: readonly Big[]): Big => values.reduce((total, value) => total.plus(value), new Big(0));

/** accountValue = deposits + realised − fees + funding + unrealised, to the last micro-USD, from what the wire shows. */
function checkAccount(lab: Lab): void {
  const state = lab.call(perpPositions, {});
  const fills = lab.call(perpFills, { query: { start_time: 0 } });
  const fundings = lab.call(perpFunding, { query: { start_time: 0 } });
  const expected = sum([
    new Big(25_000),
    ...fills.map(({ closedPnl, fee }) => big(closedPnl).minus(big(fee))),
    ...fundings.map(({ usdc }) => big(usdc)),
    ...state.positions.map(({ unrealizedPnl }) => big(unrealizedPnl)),
    big('1000000').minus(lab.perps.accounts.ledger.usd('insurance')),
    lab.perps.accounts.ledger.usd('deleveraged').times(-1),
  ]);
  expect(big(state.accountValue).toFixed()).toBe(expected.toFixed());
  for (const name of coins) {
    const traded = sum(
      fills.filter((fill) => fill.coin === name).map(({ side, sz }) => big(sz).times(side === 'buy' ? 1 : -1)),
    );
    expect((state.positions.find((position) => position.coin === name)?.szi ?? '0') as string).toBe(traded.toFixed());
  }
  expect(lab.perps.accounts.ledger.total).toBe(0n);
  expect(big(state.withdrawable).gte(0)).toBe(true);
  expect(big(state.accountValue).gte(0)).toBe(true);
}

it('keeps the account’s identity through any sequence of orders, margin changes, prices and hours', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1e6 }),
      fc.array(act, { minLength: 1, maxLength: 25 }),
      async (seed, steps) => {
        const lab = openPerpLab(seed);
        for (const step of steps) {
          await perform(lab, step);
          checkAccount(lab);
        }
      },
    ),
    { numRuns: cases(15, 25) },
  );
});
