import Big from 'big.js';
import type { Operation } from '../../../actions/operations.ts';
import type { Problems } from '../../../actions/pipeline/limits.ts';
import type { Desk } from '../../desk/desk.ts';
import type { FormRow } from '../form-spec.ts';
import { accountRows } from '../position-form-parts.ts';
import { walletRows } from '../wallet-choice.ts';
import type { BuiltPlan, PlanInputs } from './plan-inputs.ts';

/** Why the risk check would refuse the largest order of the plan now; it checks each again when it is due. */
export function firstOrderProblem(desk: Desk, { values }: PlanInputs, plan: BuiltPlan): Problems {
  const { facts, planned, worth, walletId } = plan;
  if (facts.kind !== 'perp') return {};
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
      slippageBps: slippageBps(values),
      usd: new Big(child.size).times(child.px ?? facts.mark),
    },
  };
  const why = desk.actions.whyRefused(operation);
  return why === null ? {} : { form: why };
}

/** Of a kind that asks for it in per cent; null where it does not, or while it is not a number. */
function slippageBps({ slippage = '' }: Readonly<Record<string, string>>): number | null {
  const pct = slippage.replace(/ ?%$/, '');
  return /^\d{1,3}(\.\d+)?$/.test(pct) ? Number(new Big(pct).times(100).round(0, Big.roundUp).toFixed()) : null;
}

/** Mode, service, and the wallet that pays, in full. What the plan takes of the key has a row of its own. */
export const accountRowsOf = (desk: Desk, { spot }: PlanInputs): FormRow[] =>
  spot?.wallet ? walletRows(desk, spot.wallet) : accountRows(desk).filter(({ label }) => label !== 'key limit');
