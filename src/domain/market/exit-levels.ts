import Big from 'big.js';
import { AmountError, parseAmount, toBig } from '../numbers/amount.ts';
import { roundPrice, tickSize } from './perp-rules.ts';

/** An exit as typed: a price, or a distance from the entry. */
export interface ExitText {
  readonly unit: 'price' | 'pct' | 'ticks' | 'r';
  /** Above zero. */
  readonly value: Big;
  /** Typed before a distance: the direction of the price. */
  readonly sign: '+' | '-' | null;
}

const units: readonly { readonly unit: ExitText['unit']; readonly ending: RegExp }[] = [
  { unit: 'pct', ending: /\s*%$/ },
  { unit: 'ticks', ending: /\s*(t|ticks?)$/i },
  { unit: 'r', ending: /\s*r$/i },
];

/** Enough for any price or distance that a person types. */
const anyDecimals = 30;

/** Parses `3300`, `-2 %`, `25t` (ticks) or `1.5R`. Returns an error message if it is invalid. */
export function parseExit(text: string): ExitText | string {
  const typed = text.trim();
  const found = units.find(({ ending }) => ending.test(typed));
  const [, sign = null, digits = ''] = /^([+−-])?\s*(.*)$/.exec(found ? typed.replace(found.ending, '') : typed) ?? [];
  if (sign !== null && !found) return 'Enter a price without a sign, or a distance such as 2 %, 25t or 1.5R.';
  try {
    const value = toBig(parseAmount(digits, anyDecimals, 'A number here'), anyDecimals);
    if (value.lte(0)) return 'Enter a number above zero, such as 2 %, 25t or 1.5R.';
    if (found?.unit === 'ticks' && !value.eq(value.round(0))) return 'Ticks are whole: enter a number such as 25t.';
    return { unit: found?.unit ?? 'price', value, sign: sign === null ? null : sign === '+' ? '+' : '-' };
  } catch (error) {
    if (error instanceof AmountError) return error.message;
    throw error;
  }
}

/** An order whose exit is placed. */
export interface ExitOf {
  readonly kind: 'tp' | 'sl';
  readonly isBuy: boolean;
  /** The price that distances start from, USD. */
  readonly entryPx: Big;
  /** The stop on the grid; null if there is none. R is its distance from the entry. */
  readonly stopPx: Big | null;
  readonly szDecimals: number;
}

export interface ExitLevel {
  /** On the price grid, rounded towards the entry: a stop never loses more, a take profit never waits for more. */
  readonly value: Big;
  /** A price as typed, before rounding; for a distance, the same as `value`. */
  readonly typed: Big;
}

/** The price of an exit, USD. Returns an error message if it cannot be one. */
export function exitLevel(text: string, exit: ExitOf): ExitLevel | string {
  const read = parseExit(text);
  if (typeof read === 'string') return read;
  const price = read.unit === 'price' ? read.value : fromEntry(read, exit);
  if (typeof price === 'string') return price;
  if (price.lte(0)) return 'The price would be zero or less: enter a smaller distance.';
  const value = roundPrice(price, exit.szDecimals, isAbove(exit) ? Big.roundDown : Big.roundUp);
  return value.gt(0)
    ? { value, typed: read.unit === 'price' ? price : value }
    : `Prices in this market have at most ${6 - exit.szDecimals} decimals: enter a higher one.`;
}

/** Whether the exit is above the entry: the take profit of a buy, the stop of a sell. */
const isAbove = ({ kind, isBuy }: Pick<ExitOf, 'kind' | 'isBuy'>): boolean => (kind === 'tp') === isBuy;

function fromEntry({ unit, value, sign }: ExitText, exit: ExitOf): Big | string {
  const { kind, isBuy, entryPx, stopPx, szDecimals } = exit;
  const direction = isAbove(exit) ? '+' : '-';
  if (sign !== null && sign !== direction)
    return `The ${kind === 'tp' ? 'take profit' : 'stop loss'} of a ${isBuy ? 'buy' : 'sell'} is ${isAbove(exit) ? 'above' : 'below'} the entry: leave out the sign, or write ${direction}.`;
  if (unit === 'r' && kind === 'sl')
    return 'R is the distance to the stop itself: enter a price, or a distance such as 2 % or 25t.';
  if (unit === 'r' && stopPx === null) return 'R is the distance to the stop: enter a stop loss first.';
  const distance =
    unit === 'pct'
      ? entryPx.times(value).div(100)
      : unit === 'ticks'
        ? tickSize(entryPx, szDecimals).times(value)
        : entryPx
            .minus(stopPx ?? entryPx)
            .abs()
            .times(value);
  return isAbove(exit) ? entryPx.plus(distance) : entryPx.minus(distance);
}

/** An exit's distance from the entry in R, the distance of the stop. Positive in profit. */
export const distanceInR = (exitPx: Big, entryPx: Big, stopPx: Big, isBuy: boolean): Big =>
  exitPx
    .minus(entryPx)
    .times(isBuy ? 1 : -1)
    .div(entryPx.minus(stopPx).abs());
