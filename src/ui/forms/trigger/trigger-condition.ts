import Big from 'big.js';
import { maxDecimalLength } from '../../../domain/numbers/decimal.ts';
import { groupThousands } from '../../../domain/numbers/format.ts';
import type { Field, Values } from '../form-spec.ts';

/** The parsed trigger condition. Values that cannot be parsed are null and have an error in `problems`. */
export interface TypedCondition {
  readonly behavior: 'immediate' | 'trailing';
  readonly metric: Metric;
  readonly direction: 'above' | 'below';
  /** Plain decimal text; immediate orders only. */
  readonly value: string | null;
  /** Trailing orders only. */
  readonly trailingPct: number | null;
  readonly expiryHours: number | null;
  readonly problems: Readonly<Record<string, string>>;
}

export type Metric = 'price_usd' | 'market_cap_usd' | 'liquidity_usd';

const behaviorNames = { immediate: 'fixed', trailing: 'trailing stop' } as const;

export const behaviorName = (behavior: TypedCondition['behavior']): string => behaviorNames[behavior];

const behaviorField: Field = {
  id: 'behavior',
  label: 'Type',
  kind: 'choice',
  choices: Object.entries(behaviorNames).map(([value, label]) => ({ value, label })),
};

const metricField: Field = {
  id: 'metric',
  label: 'Metric',
  kind: 'choice',
  choices: [
    { value: 'price_usd', label: 'price' },
    { value: 'market_cap_usd', label: 'market cap' },
    { value: 'liquidity_usd', label: 'liquidity' },
  ],
};

const directionField: Field = {
  id: 'direction',
  label: 'Direction',
  kind: 'choice',
  choices: [
    { value: 'above', label: 'above' },
    { value: 'below', label: 'below' },
  ],
};

/** A trailing order has a distance instead of a value. */
export function conditionFields(values: Values): readonly Field[] {
  const value = readValue(values.value ?? '');
  return [
    behaviorField,
    metricField,
    directionField,
    values.behavior === 'trailing'
      ? { id: 'trailing', label: 'Trail', kind: 'text', width: 12, unit: '%   0.01 to 99' }
      : { id: 'value', label: 'Value', kind: 'text', width: 12, unit: 'text' in value ? plainUnit(value.text) : 'USD' },
  ];
}

const plainUnit = (text: string): string => `USD   ${groupThousands(text)}`;

export function expiryField({ expiry }: Values, nowMs: number): Field {
  const hours = readHours(expiry ?? '');
  return { id: 'expiry', label: 'Expiry', kind: 'text', width: 12, unit: `h   ${expiryText(hours, nowMs)}` };
}

/** When the order expires. The API does not define 0 hours. */
export function expiryText(hours: number | null, nowMs: number): string {
  if (hours === null) return '';
  if (hours === 0) return '0 is up to the service';
  return `until ${new Date(nowMs + hours * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Parses the condition fields. Ranges are checked with the whole order. */
export function readCondition(values: Values): TypedCondition {
  const isTrailing = values.behavior === 'trailing';
  const value = isTrailing ? null : readValue(values.value ?? '');
  const trailing = isTrailing ? readTrailing(values.trailing ?? '') : null;
  const hours = readHours(values.expiry ?? '');
  return {
    behavior: isTrailing ? 'trailing' : 'immediate',
    metric: metrics.find((metric) => metric === values.metric) ?? 'price_usd',
    direction: values.direction === 'above' ? 'above' : 'below',
    value: value && 'text' in value ? value.text : null,
    trailingPct: trailing,
    expiryHours: hours,
    problems: {
      ...(value && 'problem' in value ? { value: value.problem } : {}),
      ...(isTrailing && trailing === null ? { trailing: trailingAllowed } : {}),
      ...(hours === null ? { expiry: 'Enter a whole number of hours, at most 9 digits, such as 24.' } : {}),
    },
  };
}

const metrics: readonly Metric[] = ['price_usd', 'market_cap_usd', 'liquidity_usd'];
const valueAllowed = 'Enter a number above zero in USD, such as 0.95, 250K or 1.1B.';
const trailingAllowed = 'Enter 0.01 to 99 %, with at most 2 decimals, such as 8.';
const suffixes: Readonly<Record<string, string>> = { k: '1000', m: '1000000', b: '1000000000' };

/** Converts `0.95`, `250K` or `1.1B` to plain decimal text, exactly. */
export function readValue(typed: string): { readonly text: string } | { readonly problem: string } {
  const [, digits, suffix = ''] = /^(\d+\.?\d*|\.\d+)\s*([kmb]?)$/i.exec(typed.trim()) ?? [];
  if (digits === undefined || digits.length > maxDecimalLength - 10) return { problem: valueAllowed };
  const value = new Big(digits.startsWith('.') ? `0${digits}` : digits.replace(/\.$/, ''));
  return value.gt(0)
    ? { text: value.times(suffixes[suffix.toLowerCase()] ?? '1').toFixed() }
    : { problem: valueAllowed };
}

/** At most two decimals, so the JSON number equals the typed one. */
function readTrailing(typed: string): number | null {
  const [, digits] = /^(\d{1,3}(?:\.\d{1,2})?)\s*%?$/.exec(typed.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}

// Nine digits of hours still fit a Date.
const readHours = (typed: string): number | null => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed.trim()) : null);
