import type { Field } from './form-spec.ts';

const allowed = 'Slippage is 0 to 100 %, with at most 2 decimals, such as 1 or 0.5.';

/** Slippage typed in per cent, as whole basis points; the sentence that says what is allowed when it can't be read. */
export function readSlippage(text: string): number | string {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{0,2}))?\s*%?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return allowed;
  const bps = Number(whole + fraction.padEnd(2, '0'));
  return bps <= 10_000 ? bps : allowed;
}

/** Whole basis points as the field takes them: `150` is `1.5`. */
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
