import Big from 'big.js';
import { formatPct } from '../../../../domain/numbers/format.ts';
import { averageVolume } from '../../../../stores/market/day-volume.ts';
import type { Desk } from '../../../desk/desk.ts';
import { muted, span } from '../../../text/span.ts';
import { spanText } from '../../../text/span-text.ts';
import type { FormRow } from '../../form-spec.ts';
import type { BuiltPlan } from '../plan-inputs.ts';

/**
 * Of slices of a perp: what one is of the market's average volume in its interval, and how long the plan takes where its cap
 * by volume slows it down.
 */
export function volumeRows(desk: Desk, { spec, planned, facts }: BuiltPlan): FormRow[] {
  const { everyMs, maxPartPct } = spec;
  const [first] = planned;
  if (facts.kind !== 'perp' || typeof everyMs !== 'number' || !first) return [];
  const volume = averageVolume(desk.data, facts.coin, everyMs);
  if (!volume?.gt(0))
    return maxPartPct === null
      ? []
      : [{ label: 'volume', value: [span('unknown: with a cap the plan waits', 'warn')] }];
  const pct = new Big(first.size).times(100).div(volume);
  const value = [span(`a slice is ${pctText(pct)}`), muted(` of the day's average in ${spanText(everyMs)}`)];
  if (typeof maxPartPct !== 'number' || pct.lte(maxPartPct)) return [{ label: 'volume', value }];
  const tookMs = Number(pct.div(maxPartPct).times(everyMs).times(planned.length).round(-3, Big.roundUp).toFixed());
  return [
    { label: 'volume', value },
    {
      label: '',
      value: [span(`above the cap of ${maxPartPct} %: it takes about ${spanText(tookMs)}`, 'warn')],
      wraps: true,
    },
  ];
}

const pctText = (pct: Big): string => (pct.lt('0.01') ? 'under 0.01 %' : formatPct(pct, 2));
