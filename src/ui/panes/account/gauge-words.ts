import Big from 'big.js';
import { formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import type { Gauge } from '../../../stores/account/account-rows.ts';
import type { Tone } from '../../text/span.ts';

const nearlyUsed = 0.8;

/** The used share, 0 to 1; NaN if the service does not report usage. */
export function usedPart({ used, of }: Gauge): number {
  if (used === null) return Number.NaN;
  return used.gte(of) ? 1 : Number(used.div(of));
}

/** The usage as text, in three lengths. */
interface GaugeWords {
  /** `3 of 60 used, 57 left` */
  readonly text: string;
  /** `57 of 60 left` */
  readonly short: string;
  /** `57 left` */
  readonly least: string;
}

export function gaugeWords({ used, of, unit, unknown }: Gauge): GaugeWords {
  const show = (value: Big): string => (unit === 'usd' ? formatUsd(value) : groupThousands(value.toFixed()));
  if (used === null) {
    const limit = `limit ${show(of)}`;
    // The desk's own limits: what is not known to be within one must not look as if it were.
    if (unknown !== undefined) return { text: `${unknown}, ${limit}`, short: `${unknown}, ${limit}`, least: unknown };
    return { text: `${limit}, usage not reported`, short: limit, least: limit };
  }
  const left = of.minus(used);
  const leftText = show(left.lt(0) ? new Big(0) : left);
  return {
    text: `${show(used)} of ${show(of)} used, ${leftText} left`,
    short: `${leftText} of ${show(of)} left`,
    least: `${leftText} left`,
  };
}

export function gaugeTone({ used, of }: Gauge): Tone {
  if (used === null) return 'muted';
  if (used.gte(of)) return 'danger';
  return used.gte(of.times(nearlyUsed)) ? 'warn' : 'plain';
}
