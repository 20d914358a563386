import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { madePlan, madeSlice, spotTokens, twapOf } from '../../plans/plan.fixture.ts';
import type { Execution } from '../../plans/plan-kind.ts';
import { planChildWords, planPrices, planRows } from './plan-rows.ts';
import { nothingYet } from './plans.ts';

const execution = (filled: string, avgPx: string): Execution => ({
  filled: new Big(filled),
  avgPx: new Big(avgPx),
  feeUsd: new Big('0.5'),
  isOpen: true,
});

test('progress counts what is over and what has executed so far, against the arrival price', () => {
  const plan = madePlan({
    spec: twapOf(4),
    arrivalPx: '100',
    children: [
      madeSlice(1, { state: 'over', filled: '0.1', avgPx: '101', feeUsd: '0.5' }),
      madeSlice(2, { state: 'working' }),
    ],
  });
  const now = { ...nothingYet, executions: new Map([['slice 2', execution('0.05', '104')]]) };
  const [row] = planRows({ plans: [plan], now: { [plan.id]: now } });
  const { executed, target, left, part, avgPx, betterBps, betterUsd, feeUsd } = row!.progress;
  expect([executed, target, left, avgPx, betterBps, betterUsd, feeUsd].map((value) => value?.toFixed())).toEqual([
    '0.15',
    '0.4',
    '0.25',
    '102',
    '-200',
    '-0.3',
    '1',
  ]);
  expect([part, row!.sent, row!.planned, row!.title, row!.unit]).toEqual([0.375, 2, 4, 'TWAP', 'BTC']);
});

test('a sale above its arrival price is better, and what never left counts nothing', () => {
  const spec = { ...twapOf(2), isBuy: false };
  const children = [
    madeSlice(1, { state: 'over', filled: '0.1', avgPx: '101', isBuy: false }),
    madeSlice(2, { state: 'not-sent', isBuy: false }),
  ];
  const [row] = planRows({ plans: [madePlan({ spec, arrivalPx: '100', children })], now: {} });
  expect(row!.progress.betterBps?.toFixed()).toBe('100');
  expect(row!.sent).toBe(1);
});

describe('a plan of swaps', () => {
  const { usdc, sol, jup } = spotTokens;
  /** Two swaps of 50 tokens each, the first at 100 USD, the second at 200. */
  const progress = (input: typeof usdc, output: typeof usdc) => {
    const each = `${50n * 10n ** BigInt(input.decimals)}`;
    const market = { chain: 'solana', input, output, slippageBps: 100 };
    const spec = { kind: 'dca', ...market, baseUnits: each, totalBaseUnits: `${BigInt(each) * 2n}`, everyMs: 60_000 };
    const children = ['100', '200'].map((avgPx, index) => ({
      ...madeSlice(index + 1, { state: 'over', filled: each, avgPx }),
      order: {
        do: 'swap',
        chain: 'solana',
        inputToken: '',
        outputToken: '',
        baseUnits: each,
        slippageBps: 100,
      } as const,
    }));
    const plan = madePlan({ spec: { ...spec, forMs: null, limitPx: null }, arrivalPx: '150', children });
    const { avgPx, betterBps, betterUsd } = planRows({ plans: [plan], now: {} })[0]!.progress;
    return [avgPx, betterBps, betterUsd].map((value) => value?.round(2).toFixed() ?? null);
  };

  test('that buys pays what it spent for what it got: 100 USDC for 0.75 SOL', () => {
    expect(progress(usdc, sol)).toEqual(['133.33', '1111.11', '12.5']);
  });

  test('that sells gets the average of its sales', () => {
    expect(progress(sol, usdc)).toEqual(['150', '0', '0']);
  });

  test('that spends a native token knows no dollars, because its price moves too', () => {
    expect(progress(sol, jup)).toEqual(['133.33', '1111.11', null]);
  });
});

test('exits on the other side do not count as progress', () => {
  const children = [madeSlice(1, { state: 'over', filled: '0.1', avgPx: '101', isBuy: false })];
  const [row] = planRows({ plans: [madePlan({ spec: twapOf(2), children })], now: {} });
  expect(row!.progress.executed.toFixed()).toBe('0');
});

test('the small orders that bring the stop of a bracket do not either', () => {
  const terms = { coin: 'BTC', isBuy: true, sz: '0.2', entryPx: null, slippageBps: 50, stopPx: '90', exits: [] };
  const spec = { kind: 'bracket', ...terms, breakEven: true, trailPct: null, moves: 5, added: '0.1', szDecimals: 3 };
  const over = (key: string, filled: string, avgPx: string) => madeSlice(1, { key, state: 'over', filled, avgPx });
  const children = [over('entry', '0.2', '100'), over('stop 1', '0.016', '110')];
  const { executed, avgPx } = planRows({ plans: [madePlan({ spec, children })], now: {} })[0]!.progress;
  expect([executed.toFixed(), avgPx?.toFixed()]).toEqual(['0.2', '100']);
});

test('active plans come first, then paused ones, then those that have ended, each the newest first', () => {
  const plans = (['done', 'paused', 'active', 'cancelling', 'cancelled'] as const).map((state) =>
    madePlan({ id: state, state }),
  );
  expect(planRows({ plans, now: {} }).map(({ key }) => key)).toEqual([
    'cancelling',
    'active',
    'paused',
    'cancelled',
    'done',
  ]);
});

test('a plan of another version is listed, and says so', () => {
  const [row] = planRows({ plans: [madePlan({ spec: { kind: 'moon' } })], now: {} });
  expect(row).toMatchObject({ problem: 'written by another version: moon', title: 'moon' });
});

test('the same plan in the same moment is computed once', () => {
  const state = { plans: [madePlan({ spec: twapOf(3) })], now: {} };
  expect(planRows(state)[0]).toBe(planRows(state)[0]);
});

test('an order of a plan is named by its place in it', () => {
  const state = { plans: [madePlan({ id: 'p', spec: twapOf(20) })] };
  expect(planChildWords(state, { id: 'p', key: 'slice 3' })).toBe('TWAP slice 3/20');
  expect(planChildWords(state, { id: 'p', key: 'cancel slice 3' })).toBe('TWAP cancel slice 3');
  expect(planChildWords(state, { id: 'gone', key: 'slice 3' })).toBe('slice 3');
});

test('the chart gets the prices that a plan has not placed yet', () => {
  const levels = ['99', '98'].map((px) => ({ px, sz: '0.1' }));
  const spec = { kind: 'scale', coin: 'BTC', isBuy: true, reduceOnly: false, levels };
  const children = [madeSlice(1, { key: 'level 1' })];
  const prices = (coin: string) =>
    planPrices({ plans: [madePlan({ spec, children })] }, coin).map(({ px }) => px.toFixed());
  expect(prices('BTC')).toEqual(['98']);
  expect(prices('ETH')).toEqual([]);
});
