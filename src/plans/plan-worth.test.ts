import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { baseFeeRates } from '../domain/market/fee-rates.ts';
import { spotTokens } from './plan.fixture.ts';
import type { PerpFacts, PlannedChild, SpotFacts } from './plan-kind.ts';
import { planCapsOf, planWorth, usualOperations } from './plan-worth.ts';

const facts: PerpFacts = {
  kind: 'perp',
  coin: 'ETH',
  szDecimals: 4,
  maxLeverage: 20,
  mark: new Big(100),
  bid: null,
  ask: null,
  fees: baseFeeRates,
};
const child = (over: Partial<PlannedChild> = {}): PlannedChild => ({
  key: 'slice 1',
  type: 'market',
  isBuy: true,
  px: null,
  size: '2',
  afterMs: 0,
  ...over,
});
const worth = (planned: PlannedChild[], limit: string | null, about: PerpFacts | SpotFacts = facts) => {
  const { usd, hasAllowance } = planWorth(planned, about, limit === null ? null : new Big(limit));
  return [usd?.toFixed() ?? null, hasAllowance];
};

test.each([
  [
    'limit orders at their own prices',
    [child({ px: '99' }), child({ key: 'slice 2', px: '98' })],
    null,
    ['394', false],
  ],
  ['market buys at their worst price', [child(), child({ key: 'slice 2' })], '105', ['420', false]],
  ['market orders without one: ten per cent above the mark', [child()], null, ['220', true]],
  ['market sales, whose value grows with the price', [child({ isBuy: false })], '95', ['220', true]],
])('%s', (_name, planned, limit, wanted) => {
  expect(worth(planned, limit)).toEqual(wanted);
});

test('without a price the value is unknown, and so is the cap', () => {
  expect(worth([child()], null, { ...facts, mark: null })).toEqual([null, false]);
  expect(planCapsOf(12, null)).toEqual({ operations: 12, usd: null });
});

const { usdc } = spotTokens;
const other = { address: 'x', symbol: 'X', decimals: 6 };
const spot: SpotFacts = {
  kind: 'spot',
  chain: 'solana',
  input: other,
  output: usdc,
  inputUsd: new Big(1),
  outputUsd: null,
  balance: null,
};

test('what is sold for money needs no allowance where it is money itself', () => {
  const swap = child({ type: 'swap', isBuy: false, size: '50' });
  expect(worth([swap], null, { ...spot, input: usdc, output: other })).toEqual(['50', false]);
  expect(worth([swap], null, spot)).toEqual(['55', true]);
});

describe('trigger orders', () => {
  const at = (key: string, px: string) => child({ key, type: 'trigger', isBuy: false, px });

  test('are worth what they sell for at their prices, and at most that or a little above the price now', () => {
    const { each, usd } = planWorth([at('level 1', '2'), at('level 2', '3')], spot, null);
    expect([...each.map(String), usd?.toFixed()]).toEqual(['4', '6', '10']);
    expect(worth([at('level 1', '1.05')], null, spot)).toEqual(['2.2', true]);
  });

  test('that exclude each other count as the dearest', () => {
    const exits = [at('stop', '0.5'), at('take profit', '3')];
    const { each, usd } = planWorth(exits, spot, null, [['stop', 'take profit']]);
    expect([...each.map(String), usd?.toFixed()]).toEqual(['1', '6', '6']);
  });

  test('without a price now have no known value, because the check of each order has none either', () => {
    expect(worth([at('level 1', '2')], null, { ...spot, inputUsd: null })).toEqual([null, false]);
  });
});

test('caps are rounded up to a whole dollar, and leave room for changes', () => {
  expect(planCapsOf(usualOperations(20), new Big('99.01'))).toEqual({ operations: 50, usd: '100' });
  expect(usualOperations(1, 200)).toBe(210);
});
