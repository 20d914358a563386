import Big from 'big.js';
import { z } from 'zod';
import { floorSize, minOrderUsd, roundPrice, sizeStep } from '../domain/market/perp-rules.ts';
import { parseAmount, toBig } from '../domain/numbers/amount.ts';
import { isDecimalText } from '../domain/numbers/decimal.ts';
import type { PerpFacts, PlanMarket } from './plan-kind.ts';

/** What a person entered is not valid. `field`: the input's id; the message says what would be. */
export class InputProblem extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.name = 'InputProblem';
    this.field = field;
  }
}

/** Runs a build, and turns an InputProblem that it throws into its result. */
export function built<S>(build: () => S): { readonly spec: S } | { readonly field: string; readonly problem: string } {
  try {
    return { spec: build() };
  } catch (error) {
    if (error instanceof InputProblem) return { field: error.field, problem: error.message };
    throw error;
  }
}

type Values = Readonly<Record<string, string>>;

export const entered = (values: Values, field: string): string => (values[field] ?? '').trim();

/** A number above zero. Throws InputProblem. */
export function positive(values: Values, field: string, what: string): Big {
  const text = entered(values, field).replaceAll(',', '');
  const number = isDecimalText(text) ? new Big(text) : null;
  if (!number?.gt(0)) throw new InputProblem(field, `Enter ${what} above zero.`);
  return number;
}

/** A whole number within bounds. Throws InputProblem. */
export function whole(values: Values, field: string, what: string, least: number, most: number): number {
  const text = entered(values, field);
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most)) throw new InputProblem(field, `Enter ${what} from ${least} to ${most}.`);
  return number;
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Ten years. */
const longestMs = 3_650 * 86_400_000;

/** `20m`, `1h30m`, `2d` in ms. Throws InputProblem. */
export function duration(values: Values, field: string): number {
  const text = entered(values, field).toLowerCase();
  const parts = [...text.matchAll(/(\d{1,6})([smhd])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text)
    throw new InputProblem(field, 'Enter a time such as 20m, 1h30m or 2d.');
  const ms = parts.reduce((sum, [, number = '0', unit = 's']) => sum + Number(number) * (units[unit] ?? 0), 0);
  if (ms > longestMs) throw new InputProblem(field, 'Enter a time of at most 3650d.');
  return ms;
}

export const isBuySide = (values: Values): boolean => entered(values, 'side') !== 'sell';

/** A price on the market's grid. Throws InputProblem. */
export const price = (values: Values, field: string, { szDecimals }: PerpFacts): Big =>
  roundPrice(positive(values, field, 'a price'), szDecimals);

/**
 * Splits a size by weights into sizes of the market's decimals that add up to it exactly: what rounding leaves goes to the
 * last. Throws InputProblem where a part is below the venue's smallest order.
 */
export function splitSize(
  total: Big,
  weights: readonly bigint[],
  facts: PerpFacts,
  pxOf: (index: number) => Big | null,
): Big[] {
  const sum = weights.reduce((all, one) => all + one, 0n);
  // In steps of the market: hundreds of parts are split at each key of the form, and big.js divides slowly.
  const all = parseAmount(total.toFixed(), facts.szDecimals);
  const steps = weights.map((weight) => (all * weight) / sum);
  const rest = steps.reduce((left, one) => left - one, all);
  steps[steps.length - 1] = rest + (steps.at(-1) ?? 0n);
  const sizes = steps.map((one) => toBig(one, facts.szDecimals));
  const small = sizes.findIndex((size, index) => size.lte(0) || pxOf(index)?.times(size).lt(minOrderUsd) === true);
  if (small >= 0)
    throw new InputProblem(
      'count',
      `Part ${small + 1} would be below the venue's smallest order of ${minOrderUsd} USD: use fewer parts or a larger size.`,
    );
  return sizes;
}

/** Throws InputProblem where an order of this size is below the venue's smallest one. */
export function leastOrder(sz: Big, px: Big, field: string): void {
  if (sz.times(px).lt(minOrderUsd))
    throw new InputProblem(field, `The venue's smallest order is ${minOrderUsd} USD: enter a larger size.`);
}

/** A size within the market's decimals. Throws InputProblem. */
export function size(values: Values, { coin, szDecimals }: PerpFacts): Big {
  const number = positive(values, 'size', `a size in ${coin}`);
  if (!number.eq(floorSize(number, szDecimals)))
    throw new InputProblem(
      'size',
      `${coin} has at most ${szDecimals} decimals: the smallest step is ${sizeStep(szDecimals).toFixed()}.`,
    );
  return number;
}

export function perpFacts(facts: { readonly kind: string }): PerpFacts {
  if (facts.kind !== 'perp') throw new InputProblem('market', 'Choose a perp market.');
  return facts as PerpFacts;
}

/** What was entered, without a per cent sign. */
export const percentText = (values: Values, field: string): string => entered(values, field).replace(/ ?%$/, '');

/** Per cent above zero. Throws InputProblem. */
export const percentInput = (values: Values, field: string): Big =>
  positive({ [field]: percentText(values, field) }, field, 'per cent');

/** Of market orders, in basis points, rounded up. Throws InputProblem. */
export function slippageBps(values: Values): number {
  const pct = percentInput(values, 'slippage');
  if (pct.gt(50)) throw new InputProblem('slippage', 'Enter a slippage of at most 50 per cent.');
  return Number(pct.times(100).round(0, Big.roundUp).toFixed());
}

/** A cap by volume, per cent above zero; null where none was entered. Throws InputProblem. */
export function partPct(values: Values): number | null {
  if (entered(values, 'part') === '') return null;
  const pct = percentInput(values, 'part');
  if (pct.gt(100)) throw new InputProblem('part', 'Enter at most 100 %, or leave it empty for no cap.');
  return Number(pct.toFixed());
}

export const partInput = { id: 'part', label: 'Volume cap', word: 'part', standard: '' } as const;

/** What specs of most perp plans begin with. */
export const perpTerms = z.object({ coin: z.string(), isBuy: z.boolean(), reduceOnly: z.boolean() });

export const readPerpTerms = (values: Values, { coin }: PerpFacts): z.output<typeof perpTerms> => ({
  coin,
  isBuy: isBuySide(values),
  reduceOnly: entered(values, 'reduceOnly') === 'yes',
});

export const perpMarketOf = ({ coin, isBuy }: { readonly coin: string; readonly isBuy: boolean }): PlanMarket => ({
  kind: 'perp',
  coin,
  isBuy,
});

/** The inputs that most perp plans share. */
export const sideInput = {
  id: 'side',
  label: 'Side',
  help: 'buy or sell',
  word: '',
  standard: 'buy',
  choices: ['buy', 'sell'],
} as const;
export const sizeInput = { id: 'size', label: 'Size', help: 'coins in all', word: '' } as const;
export const reduceOnlyInput = {
  id: 'reduceOnly',
  label: 'Reduce-only',
  help: 'yes or no',
  word: 'reduce-only',
  standard: 'no',
  choices: ['no', 'yes'],
} as const;
