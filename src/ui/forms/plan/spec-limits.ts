import Big from 'big.js';
import { roundPrice } from '../../../domain/market/perp-rules.ts';
import { isDecimalText } from '../../../domain/numbers/decimal.ts';
import type { PlanSpec } from '../../../plans/plan.ts';

/** A limit of a plan that may change while it runs: where its spec keeps it, and how a person types it. */
export interface SpecLimit {
  readonly key: string;
  readonly label: string;
  /** `isSpot`: the plan trades tokens. */
  unit(isSpot: boolean): string;
  show(value: unknown): string;
  /** The value for the spec; a price on the grid of a perp market, or as it is for tokens. A string says what is allowed. */
  read(text: string, perpDecimals: number | null): { readonly value: unknown } | string;
}

const number = (text: string): Big | null => {
  const typed = text.trim().replaceAll(',', '').replace(/ ?%$/, '');
  return isDecimalText(typed) && new Big(typed).gt(0) ? new Big(typed) : null;
};

/** The limits that specs of plans have, by their names in them; a kind has those that its spec names. */
export const specLimits: readonly SpecLimit[] = [
  {
    key: 'limitPx',
    label: 'Worst price',
    unit: (isSpot) => `${isSpot ? 'in the other token' : 'USD'}; empty for none`,
    show: (value) => (typeof value === 'string' ? value : ''),
    read: (text, perpDecimals) => {
      if (text.trim() === '') return { value: null };
      const px = number(text);
      const onGrid = px && perpDecimals !== null ? roundPrice(px, perpDecimals) : px;
      return onGrid ? { value: onGrid.toFixed() } : 'Enter a price above zero, or leave it empty.';
    },
  },
  {
    key: 'maxPartPct',
    label: 'Volume cap',
    unit: () => '% of the volume; empty for no cap',
    show: (value) => (typeof value === 'number' ? String(value) : ''),
    read: (text) => {
      if (text.trim() === '') return { value: null };
      const pct = number(text);
      return pct?.lte(100) ? { value: Number(pct.toFixed()) } : 'Enter per cent above zero, or leave it empty.';
    },
  },
  {
    key: 'slippageBps',
    label: 'Slippage',
    unit: () => '% for each order',
    show: (value) => (typeof value === 'number' ? new Big(value).div(100).toFixed() : ''),
    read: (text) => {
      const bps = number(text)?.times(100);
      return bps?.lte(10_000) && bps.eq(bps.round(0))
        ? { value: Number(bps.toFixed()) }
        : 'Enter per cent above zero with at most two decimals.';
    },
  },
];

export const limitsOf = (spec: PlanSpec): readonly SpecLimit[] =>
  specLimits.filter(({ key }) => spec[key] !== undefined);
