import Big from 'big.js';
import type { Operation } from '../../../actions/operations.ts';
import { limitProblems, type Problems, shareOf } from '../../../actions/pipeline/limits.ts';
import { parseAmount, toBig } from '../../../domain/numbers/amount.ts';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import type { PerpFacts } from '../../../plans/plan-kind.ts';
import type { Desk } from '../../desk/desk.ts';
import type { FormRow } from '../form-spec.ts';
import { accountRows } from '../position-form-parts.ts';
import { walletRows } from '../wallet-choice.ts';
import { type BuiltPlan, fieldOf, type PlanInputs, type SpotPlan } from './plan-inputs.ts';

/** Why the risk check would refuse the largest order of the plan now; it checks each again when it is due. */
export function firstOrderProblem(desk: Desk, inputs: PlanInputs, plan: BuiltPlan): Problems {
  return plan.facts.kind === 'perp'
    ? perpProblem(desk, inputs, { ...plan, facts: plan.facts })
    : spotProblem(desk, inputs, { ...plan, facts: plan.facts });
}

function perpProblem(
  desk: Desk,
  { values }: PlanInputs,
  { spec, facts, planned, worth, walletId }: BuiltPlan & { readonly facts: PerpFacts },
): Problems {
  const usdOf = (index: number): Big => worth.each[index] ?? new Big(0);
  const largest = planned.reduce((best, _one, index) => (usdOf(index).gt(usdOf(best)) ? index : best), 0);
  const child = planned[largest];
  if (!child || !facts.mark) return {};
  const operation: Operation = {
    kind: 'placePerpOrder',
    draft: {
      walletId,
      coin: facts.coin,
      isBuy: child.isBuy,
      sz: child.size,
      orderType: child.px === null ? 'market' : 'limit',
      limitPx: child.px ?? facts.mark.toFixed(),
      reduceOnly: values['reduceOnly'] === 'yes',
      tp: null,
      sl: null,
      grouping: 'na',
      cloid: `0x${'0'.repeat(32)}`,
      slippageBps: typeof spec['slippageBps'] === 'number' ? spec['slippageBps'] : null,
      usd: new Big(child.size).times(child.px ?? facts.mark),
    },
  };
  const why = desk.actions.whyRefused(operation);
  return why === null ? {} : { form: why };
}

function spotProblem(
  desk: Desk,
  { kind, reading }: PlanInputs,
  { spec, facts, planned, walletId }: SpotPlan,
): Problems {
  const market = kind.market(spec);
  const [first, ...others] = planned;
  if (market.kind !== 'spot' || !first) return {};
  const { size, type } = others.reduce((best, one) => (new Big(one.size).gt(best.size) ? one : best), first);
  const { chain, input, output } = facts;
  const quote = reading?.quote ?? null;
  const bought = quote && toBig(quote.outBaseUnits, output.decimals);
  const problems = limitProblems(desk, {
    wallet: { chain, walletId },
    slippageBps: market.slippageBps,
    order: {
      kind: type === 'trigger' ? 'trigger' : 'swap',
      input: { chain, address: input.address },
      output: { chain, address: output.address },
      usd: facts.inputUsd?.times(size) ?? (bought && facts.outputUsd?.times(bought)) ?? null,
      sharePct: shareOf(parseAmount(size, input.decimals), facts.balance),
      priceImpactPct: readDecimal(quote?.priceImpactPct),
    },
  });
  return Object.fromEntries(Object.entries(problems).map(([id, problem]) => [fieldOf(kind, id), problem]));
}

/** Mode, service, and the wallet that pays, in full. What the plan takes of the key has a row of its own. */
export const accountRowsOf = (desk: Desk, { spot }: PlanInputs): FormRow[] =>
  spot?.wallet ? walletRows(desk, spot.wallet) : accountRows(desk).filter(({ label }) => label !== 'key limit');
