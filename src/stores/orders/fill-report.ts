import { z } from 'zod';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { formatPrice, formatSignedUsd, formatUsd, groupThousands } from '../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';

const text = z.string().nullish().default(null);

/**
 * What an accepted order executed, from its fills. `partial`: the remainder was cancelled; `open`: it rests; `unread`: not
 * known, which is no failure. Sizes, prices and USD are decimal texts; null: unknown.
 */
export const fillReport = z.object({
  state: z.enum(['filled', 'partial', 'open', 'unread']),
  verb: z.enum(['Closed', 'Bought', 'Sold', 'Received']),
  /** Coin or symbol of the sizes. */
  unit: z.string(),
  filledSize: text,
  orderedSize: text,
  /** USD for one unit. */
  avgPrice: text,
  /** Positive: paid. */
  feeUsd: text,
  /** Of what the fills closed, before the fee; null also where they closed nothing. */
  realisedPnlUsd: text,
  /** What a swap paid, with its symbol, and the token of its price. */
  paid: text,
  priceOf: text,
  /** Why the fills are unknown, or what became of the remainder. */
  why: text,
});

export type FillReport = z.output<typeof fillReport>;

/** Fills that cannot be read. */
export const unreadFills = (why: string): FillReport => ({
  state: 'unread',
  verb: 'Bought',
  unit: '',
  filledSize: null,
  orderedSize: null,
  avgPrice: null,
  feeUsd: null,
  realisedPnlUsd: null,
  paid: null,
  priceOf: null,
  why,
});

/** `Closed 2.1 ETH at 3,509.5, fee 3.32, realised +6.07`: a report as one line. */
export function fillWords(report: FillReport): string {
  const { state, verb, orderedSize, filledSize } = report;
  if (state === 'unread') return `accepted; fills not read${report.why ? ` (${cleanText(report.why)})` : ''}`;
  const unit = cleanText(report.unit, textLimits.symbol);
  const isNothing = filledSize === null || readDecimal(filledSize)?.eq(0) === true;
  if (isNothing) return state === 'open' ? 'resting, not filled' : 'not filled';
  const isPart = state !== 'filled' && orderedSize !== null;
  const size = `${groupThousands(filledSize)}${isPart ? ` of ${groupThousands(orderedSize)}` : ''} ${unit}`;
  return [
    `${verb} ${size}${report.paid ? ` for ${cleanText(report.paid)}` : ''}${priceWords(report)}`,
    ...(state === 'partial' ? [cleanText(report.why) || 'unfilled remainder cancelled (IOC)'] : []),
    ...(state === 'open' ? ['the rest is resting'] : []),
    ...moneyWords(report),
  ].join(', ');
}

function priceWords({ avgPrice, priceOf }: FillReport): string {
  if (avgPrice === null) return '';
  const price = formatPrice(avgPrice);
  return priceOf === null ? ` at ${price}` : `, average ${price} USD per ${cleanText(priceOf, textLimits.symbol)}`;
}

/** A swap has neither: its costs are in its price. */
function moneyWords({ verb, feeUsd, realisedPnlUsd }: FillReport): string[] {
  if (verb === 'Received') return [];
  const isClosing = realisedPnlUsd !== null || verb === 'Closed';
  return [
    `fee ${feeUsd === null ? 'unknown' : formatUsd(feeUsd)}`,
    ...(isClosing ? [`realised ${realisedPnlUsd === null ? 'unknown' : formatSignedUsd(realisedPnlUsd)}`] : []),
  ];
}
