import Big from 'big.js';
import type { Problems } from '../../../../actions/pipeline/limits.ts';
import { toBig } from '../../../../domain/numbers/amount.ts';
import { formatUsd, groupThousands } from '../../../../domain/numbers/format.ts';
import type { Desk } from '../../../desk/desk.ts';
import { muted, span } from '../../../text/span.ts';
import type { FormRow } from '../../form-spec.ts';
import { readLeverageSetting } from '../../perp/leverage-setting.ts';
import { marginProblem, type OrderRoom, orderRoom } from '../../perp/margin-room.ts';
import { livePosition } from '../../position-form-parts.ts';
import type { BuiltPlan, PlanInputs } from '../plan-inputs.ts';
import { sizeOf, sumOf } from './sums.ts';

/** The plan as one order: what it takes of the margin when all of it has filled. Null for what needs none. */
function roomFor(desk: Desk, { market, values }: PlanInputs, { planned, worth, facts }: BuiltPlan) {
  if (facts.kind !== 'perp' || !market?.markPx || values['reduceOnly'] === 'yes') return null;
  const entries = planned.filter(({ type, isBuy }) => type !== 'stop' && isBuy === planned[0]?.isBuy);
  const size = sizeOf(entries);
  const isBuy = planned[0]?.isBuy === true;
  const usd = sumOf(entries.map((one) => worth.each[planned.indexOf(one)] ?? new Big(0)));
  if (size.eq(0) || usd.eq(0)) return null;
  const setting = readLeverageSetting(desk, market, {}, {});
  const room = orderRoom(desk, market, { isBuy, px: usd.div(size), feeRate: facts.fees.taker }, setting);
  return room && { room, size, market };
}

const needed = ({ px, reducible, leverage }: OrderRoom, size: Big): Big => {
  const opened = size.minus(reducible);
  return opened.gt(0) ? opened.times(px).div(leverage) : new Big(0);
};

/** The margin at its worst moment, when all of it is open at the worst price. */
export function marginRows(desk: Desk, inputs: PlanInputs, plan: BuiltPlan): FormRow[] {
  if (plan.facts.kind === 'spot') return balanceRows(plan.facts);
  const found = roomFor(desk, inputs, plan);
  if (!found)
    return [{ label: 'margin', value: [muted(inputs.values['reduceOnly'] === 'yes' ? 'none required' : 'unknown')] }];
  const { room, size } = found;
  const usd = needed(room, size);
  if (usd.eq(0)) return [{ label: 'margin', value: [muted('none required: it only reduces the position')] }];
  const at = room.isAtMost ? `${room.leverage}× at most` : `${room.leverage}×`;
  return [
    {
      label: 'margin',
      value: [
        span(`${formatUsd(usd)} USDC`, usd.gt(room.freeUsd) ? 'danger' : 'plain'),
        muted(` of ${formatUsd(room.freeUsd)} free at the worst moment (${at})`),
      ],
    },
  ];
}

function balanceRows({ balance, input }: Extract<BuiltPlan['facts'], { kind: 'spot' }>): FormRow[] {
  const value =
    balance === null ? 'unknown' : `${groupThousands(toBig(balance, input.decimals).toFixed())} ${input.symbol}`;
  return [{ label: 'balance', value: [muted(value)] }];
}

/** Why a plan cannot be carried out with what the account has; by field. */
export function marginProblems(desk: Desk, inputs: PlanInputs, plan: BuiltPlan, sizeField: string): Problems {
  const wrongSide = plan.facts.kind === 'perp' ? sideProblem(desk, inputs, plan) : null;
  if (wrongSide) return { form: wrongSide };
  const found = roomFor(desk, inputs, plan);
  const problem = found && marginProblem(found.size, found.room, found.market);
  return problem ? { [sizeField]: problem } : {};
}

/** Why the position that the account holds does not fit the plan; null while it is unknown. */
function sideProblem(desk: Desk, { market, values, kind }: PlanInputs, { planned }: BuiltPlan): string | null {
  if (!market || desk.data.read('positions').data === undefined) return null;
  const { coin } = market;
  const held = livePosition(desk, coin)?.position;
  const isBuy = planned[0]?.isBuy === true;
  const isOther = held !== undefined && (held.side === 'short') === isBuy;
  if (values['reduceOnly'] === 'yes')
    return isOther ? null : `No ${coin} position for a ${isBuy ? 'buy' : 'sell'} to reduce: turn reduce-only off.`;
  return kind.opensPosition && isOther
    ? `You are ${held.side} ${held.szi.abs().toFixed()} ${coin}, which this would only reduce: close that first.`
    : null;
}
