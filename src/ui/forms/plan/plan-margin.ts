import Big from 'big.js';
import type { Problems } from '../../../actions/pipeline/limits.ts';
import { toBig } from '../../../domain/numbers/amount.ts';
import { formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { FormRow } from '../form-spec.ts';
import { readLeverageSetting } from '../perp/leverage-setting.ts';
import { marginProblem, type OrderRoom, orderRoom } from '../perp/margin-room.ts';
import { livePosition } from '../position-form-parts.ts';
import type { BuiltPlan, PlanInputs } from './plan-inputs.ts';

const sumOf = (numbers: readonly Big[]): Big => numbers.reduce((sum, one) => sum.plus(one), new Big(0));

/** The plan as one order: what it takes of the margin when all of it has filled. Null for what needs none. */
function roomFor(desk: Desk, { market, values }: PlanInputs, { planned, worth, facts }: BuiltPlan) {
  if (facts.kind !== 'perp' || !market?.markPx || values['reduceOnly'] === 'yes') return null;
  const entries = planned.filter(({ type, isBuy }) => type !== 'stop' && isBuy === planned[0]?.isBuy);
  const size = sumOf(entries.map((one) => new Big(one.size)));
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
  const { market, values } = inputs;
  if (plan.facts.kind === 'perp' && market && values['reduceOnly'] === 'yes') {
    const held = livePosition(desk, market.coin)?.position;
    const isBuy = plan.planned[0]?.isBuy === true;
    const isRead = desk.data.read('positions').data !== undefined;
    if (isRead && (!held || (held.side === 'short') !== isBuy))
      return { form: `No ${market.coin} position for a ${isBuy ? 'buy' : 'sell'} to reduce: turn reduce-only off.` };
  }
  const found = roomFor(desk, inputs, plan);
  const problem = found && marginProblem(found.size, found.room, found.market);
  return problem ? { [sizeField]: problem } : {};
}
