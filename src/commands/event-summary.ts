import { cleanText } from '../domain/clean-text.ts';

const fieldChars = 64;
const lineChars = 240;

interface Swap {
  readonly isBuy: boolean;
  readonly usd: unknown;
  readonly native: unknown;
  readonly price: unknown;
  readonly maker: unknown;
}

/** What a stream's event says, on one line. */
export function eventSummary(data: unknown): string {
  if (typeof data !== 'object' || data === null) return cleanText(data, lineChars);
  const swap = swapOf(data as Readonly<Record<string, unknown>>);
  return swap ? swapText(swap) : fieldsText(data as Readonly<Record<string, unknown>>);
}

/** Swaps of both families, in one shape. */
function swapOf({
  isBuy,
  sizeUsd,
  amountUsd,
  sizeSol,
  amountNative,
  priceUsd,
  maker,
}: Record<string, unknown>): Swap | null {
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

/** Every plain field with its name; what is inside objects and lists is left out, and says so. */
function fieldsText(data: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(data).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    const text = typeof value === 'object' ? (Array.isArray(value) ? `[${value.length}]` : '{…}') : value;
    return [`${cleanText(name, fieldChars)}=${cleanText(text, fieldChars)}`];
  });
  return cleanText(fields.join(' '), lineChars);
}
