import Big from 'big.js';
import { formatExact } from '../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { PlanMarket } from '../../plans/plan-kind.ts';

/** `0.5 SOL` for base units of what swaps sell; `0.1` for coins of a perp. */
export function childSizeText(size: Big | string, market: PlanMarket | null): string {
  if (market?.kind !== 'spot') return formatExact(new Big(size));
  const { decimals, symbol } = market.input;
  return `${formatExact(new Big(size).div(new Big(10).pow(decimals)))} ${cleanText(symbol, textLimits.symbol)}`;
}
