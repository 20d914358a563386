import type { Field } from './form-spec.ts';

const allowed = 'Slippage must be 0 to 100 %, with at most 2 decimals, such as 1 or 0.5.';

/** Parses slippage typed in percent into whole basis points. Returns an error message if it is invalid. */
export function readSlippage(text: string): number | string {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{0,2}))?\s*%?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return allowed;
  const bps = Number(whole + fraction.padEnd(2, '0'));
  return bps <= 10_000 ? bps : allowed;
}

/** Basis points as input text: 150 is `1.5`. */
export const slippageInput = (bps: number): string =>
  `${Math.trunc(bps / 100)}.${String(bps % 100).padStart(2, '0')}`.replace(/\.?0+$/, '');

export const slippageField = (text: string): Field => {
  const bps = readSlippage(text);
  return {
    id: 'slippage',
    label: 'Slippage',
    kind: 'text',
    width: 12,
    unit: typeof bps === 'number' ? `%   ${bps} bps` : '%',
  };
};
