import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { priceTick } from '../../domain/market/perp-rules.ts';
import { madePlan, madeSlice } from '../plan.fixture.ts';
import type { Child, Plan } from '../plan.ts';
import type { PlanView } from '../plan-kind.ts';
import { bracket } from './bracket.ts';
import type { BracketSpec } from './bracket-spec.ts';

const specOf = (isBuy: boolean, takerRate: string | undefined): BracketSpec => ({
  kind: 'bracket',
  coin: 'BTC',
  isBuy,
  sz: '1',
  entryPx: '100',
  slippageBps: 50,
  stopPx: isBuy ? '90' : '110',
  exits: [
    { px: isBuy ? '105' : '95', sharePct: 50 },
    { px: isBuy ? '120' : '80', sharePct: 50 },
  ],
  breakEven: true,
  ...(takerRate === undefined ? {} : { takerRate }),
  trailPct: null,
  moves: 5,
  added: '1',
  szDecimals: 3,
});

/** An order of the plan by its key. */
function child(spec: BracketSpec, key: string, over: Partial<Child>): Child {
  const isEntry = key === 'entry';
  const { order, ...made } = madeSlice(1, { isBuy: spec.isBuy === isEntry, ...over });
  const terms = { sz: isEntry ? '1' : '0.5', reduceOnly: !isEntry, sl: isEntry ? spec.stopPx : null };
  return { ...made, key, order: { ...order, ...terms } as Child['order'] };
}

/** Half of it was taken at the first exit, and the mark is far on the good side. */
function moved(spec: BracketSpec, avgPx: string) {
  const { isBuy } = spec;
  const children = [
    child(spec, 'entry', { state: 'over', filled: '1', avgPx }),
    child(spec, 'exit 1', { state: 'over', filled: '0.5', avgPx: isBuy ? '105' : '95' }),
    child(spec, 'exit 2', { state: 'working' }),
  ];
  const plan = madePlan({ spec, children, operations: 3 }) as unknown as Plan<BracketSpec>;
  const mark = new Big(isBuy ? 115 : 85);
  const view: PlanView = {
    nowMs: 1_000_000,
    bid: mark,
    ask: mark,
    mark,
    szi: new Big(isBuy ? '0.5' : '-0.5'),
    stops: [{ oid: 9, px: new Big(spec.stopPx) }],
    executions: new Map([['exit 2', { filled: new Big(0), avgPx: null, feeUsd: null, isOpen: true }]]),
    volumeSince: () => null,
    newCloid: () => `0x${'0'.repeat(32)}`,
  };
  const decision = bracket.decide(plan, view);
  const sl = decision.do === 'send' && decision.order.do === 'perp' ? decision.order.sl : null;
  return new Big(sl ?? Number.NaN);
}

test('break-even is the first price that pays the fees of both trades at the rate of the plan', () => {
  const rates = fc.integer({ min: 0, max: 100 }).map((tenths) => new Big(tenths).div(100_000).toFixed());
  const prices = fc.integer({ min: 9_900, max: 10_100 }).map((cents) => new Big(cents).div(100).toFixed());
  fc.assert(
    fc.property(fc.boolean(), rates, prices, (isBuy, rate, avgPx) => {
      const spec = specOf(isBuy, rate);
      const stop = moved(spec, avgPx);
      const gain = (px: Big): Big => {
        const fees = px.plus(avgPx).times(rate);
        return (isBuy ? px.minus(avgPx) : new Big(avgPx).minus(px)).minus(fees);
      };
      expect(gain(stop).gte(0)).toBe(true);
      const worse = stop.plus(priceTick(stop, spec.szDecimals).times(isBuy ? -1 : 1));
      expect(gain(worse).lt(0)).toBe(true);
    }),
    { numRuns: cases(300, 20_000) },
  );
});

test('a plan without a rate counts the base tier', () => {
  expect(moved(specOf(true, undefined), '100').eq(moved(specOf(true, '0.00045'), '100'))).toBe(true);
});
