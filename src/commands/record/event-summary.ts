import { type Fields, fieldsOf } from '../../domain/fields.ts';
import { cleanText } from '../../domain/text/clean-text.ts';

const fieldChars = 64;
const lineChars = 240;

interface Swap {
  readonly isBuy: boolean;
  readonly usd: unknown;
  readonly native: unknown;
  readonly price: unknown;
  readonly maker: unknown;
}

/** A stream event as one line. */
export function eventSummary(data: unknown): string {
  if (typeof data !== 'object' || data === null) return cleanText(data, lineChars);
  const swap = swapOf(fieldsOf(data));
  return swap ? swapText(swap) : fieldsText(data);
}

/** Swaps of both families, in one shape. */
function swapOf({ isBuy, sizeUsd, amountUsd, sizeSol, amountNative, priceUsd, maker }: Fields): Swap | null {
  const usd = sizeUsd ?? amountUsd;
  if (typeof isBuy !== 'boolean' || usd === undefined) return null;
  return { isBuy, usd, native: sizeSol ?? amountNative, price: priceUsd, maker };
}

const swapText = ({ isBuy, usd, native, price, maker }: Swap): string =>
  [
    `${isBuy ? 'BUY ' : 'SELL'} ${cleanText(usd, fieldChars)} USD`,
    `${cleanText(native, fieldChars)} native`,
    `at ${cleanText(price, fieldChars)}`,
    ...(maker ? [`by ${cleanText(maker, fieldChars)}`] : []),
  ].join('  ');

/** Every plain field with its name; nested objects and lists are omitted and marked. */
function fieldsText(data: object): string {
  const fields = Object.entries(data).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    const text = typeof value === 'object' ? (Array.isArray(value) ? `[${value.length}]` : '{…}') : value;
    return [`${cleanText(name, fieldChars)}=${cleanText(text, fieldChars)}`];
  });
  return cleanText(fields.join(' '), lineChars);
}
