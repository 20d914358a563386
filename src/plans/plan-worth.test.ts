import Big from 'big.js';
import { expect, test } from 'vitest';
import { baseFeeRates } from '../domain/market/fee-rates.ts';
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
  ['limit orders at their own prices', [child({ px: '99' }), child({ px: '98' })], null, ['394', false]],
  ['market buys at their worst price', [child(), child()], '105', ['420', false]],
  ['market orders without one: ten per cent above the mark', [child()], null, ['220', true]],
  ['market sales, whose value grows with the price', [child({ isBuy: false })], '95', ['220', true]],
])('%s', (_name, planned, limit, wanted) => {
  expect(worth(planned, limit)).toEqual(wanted);
});

test('without a price the value is unknown, and so is the cap', () => {
  expect(worth([child()], null, { ...facts, mark: null })).toEqual([null, false]);
  expect(planCapsOf(12, null)).toEqual({ operations: 12, usd: null });
});

test('what is sold for money needs no allowance where it is money itself', () => {
  const usdc = { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', symbol: 'USDC', decimals: 6 };
  const other = { address: 'x', symbol: 'X', decimals: 6 };
  const spot: SpotFacts = {
    kind: 'spot',
    chain: 'solana',
    input: usdc,
    output: other,
    inputUsd: new Big(1),
    outputUsd: null,
    balance: null,
  };
  expect(worth([child({ isBuy: false, size: '50' })], null, spot)).toEqual(['50', false]);
  expect(worth([child({ isBuy: false, size: '50' })], null, { ...spot, input: other })).toEqual(['55', true]);
});

test('caps are rounded up to a whole dollar, and leave room for changes', () => {
  expect(planCapsOf(usualOperations(20), new Big('99.01'))).toEqual({ operations: 50, usd: '100' });
  expect(usualOperations(1, 200)).toBe(210);
});
