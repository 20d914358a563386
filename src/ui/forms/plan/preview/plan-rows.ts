import Big from 'big.js';
import { formatClockZone, formatUsd, groupThousands } from '../../../../domain/numbers/format.ts';
import { allowancePct } from '../../../../plans/plan-worth.ts';
import type { Desk } from '../../../desk/desk.ts';
import { muted, span } from '../../../text/span.ts';
import { spanText } from '../../../text/span-text.ts';
import type { FormRow } from '../../form-spec.ts';
import type { BuiltPlan, PlanInputs } from '../plan-inputs.ts';
import type { Kind } from '../plan-values.ts';
import { childRows } from './child-rows.ts';
import { marginRows } from './plan-margin.ts';
import { priceRows } from './plan-market-rows.ts';
import { swapFeeRow } from './swap-price-rows.ts';
import { volumeRows } from './volume-rows.ts';

/** The unit of the sizes: the coin, or what is sold. */
export const unitOf = ({ facts }: BuiltPlan): string => (facts.kind === 'perp' ? facts.coin : facts.input.symbol);

/** What a plan will do, most important rows first: in all, at which prices, from what margin, and how it ends. */
export function planRows(desk: Desk, inputs: PlanInputs, plan: BuiltPlan, isAll: boolean): FormRow[] {
  const { kind } = inputs;
  return [
    totalRow(plan),
    ...priceRows(desk, inputs, plan),
    ...marginRows(desk, inputs, plan),
    feeRow(inputs, plan),
    ...volumeRows(desk, plan),
    ...keyRows(desk, kind, plan),
    capsRow(plan),
    { label: 'desk closed', value: [span(kind.withoutDesk(plan.spec))], wraps: true },
    { label: 'after a gap', value: [span(kind.gapRule)], wraps: true },
    ...childRows(plan.planned, { unit: unitOf(plan), each: plan.worth.each, isAll }),
  ];
}

/** `20 orders over 57m   ≈ 6,900.00 USD`. */
function totalRow({ planned, worth }: BuiltPlan): FormRow {
  const count = planned.length;
  const lastMs = Math.max(0, ...planned.map(({ afterMs }) => afterMs ?? 0));
  const when = lastMs > 0 ? `over ${spanText(lastMs)}` : planned.some(({ afterMs }) => afterMs === 0) ? 'at once' : '';
  const usd = worth.usd ? `   at most ${formatUsd(worth.usd)} USD in all` : '   value unknown';
  return {
    label: 'plan',
    value: [
      span(`${count} order${count === 1 ? '' : 's'}`, 'title', { bold: true }),
      span(when && ` ${when}`),
      muted(usd),
    ],
  };
}

/** What is not priced fills at once and pays the taker rate; a limit order may rest and pay the maker's. */
function feeRow(inputs: PlanInputs, plan: BuiltPlan): FormRow {
  const { planned, worth, facts } = plan;
  if (facts.kind === 'spot') return swapFeeRow(inputs, { ...plan, facts });
  const { fees } = facts;
  const sum = (isLimit: boolean): Big =>
    planned.reduce(
      (all, { type }, index) => ((type === 'limit') === isLimit ? all.plus(worth.each[index] ?? 0) : all),
      new Big(0),
    );
  const [maker, taker] = [sum(true).times(fees.maker), sum(false).times(fees.taker)];
  const words = [...(maker.eq(0) ? [] : ['maker where it rests']), ...(taker.eq(0) ? [] : ['taker'])];
  const whose = fees.isBaseTier ? "the base tier; your account's rates are unknown" : "your account's rates";
  const value = [span(`≈ ${formatUsd(maker.plus(taker))} USD`), muted(`   ${[...words, whose].join(', ')}`)];
  return { label: 'fee', value, wraps: true };
}

/** What it takes of the key's executions, and when they would run out. */
function keyRows(desk: Desk, { title }: Kind, { keyRoom: room, planned, triggersLeft }: BuiltPlan): FormRow[] {
  if (!room) return [];
  if (room.count === 0)
    return [
      { label: 'key limit', value: [span(`takes ${planned.length} of ${triggersLeft} trigger orders left today`)] },
    ];
  const takes = span(
    `takes ${groupThousands(String(room.count))} of ${groupThousands(String(room.most))} executions left while it runs`,
    room.count > room.most ? 'danger' : 'plain',
  );
  if (!room.dry || room.count > room.most) return [{ label: 'key limit', value: [takes], wraps: true }];
  const at = formatClockZone(desk.now() + room.dry.afterMs);
  const key = planned[room.dry.index]?.key ?? title;
  return [
    { label: 'key limit', value: [takes] },
    { label: '', value: [span(`none left for ${key} at about ${at}: it pauses there`, 'warn')], wraps: true },
  ];
}

function capsRow({ worth, operations }: BuiltPlan): FormRow {
  const usd = worth.usd?.round(0, Big.roundUp).toFixed();
  const how = worth.hasAllowance ? `, ${allowancePct} % above the price now` : '';
  return {
    label: 'caps',
    value: [
      span(`${operations} operations`),
      muted(usd === undefined ? '; value unknown, so no cap in USD' : `, ${groupThousands(usd)} USD${how}`),
    ],
    wraps: true,
  };
}
