import type Big from 'big.js';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import { readDecimal } from '../domain/decimal.ts';
import { readable } from '../protocol/schema.ts';
import type { DeskData } from './desk-data.ts';

/** A perp market as a form needs it. */
export interface PerpMarket {
  /** As the service names it: what is sent back. */
  readonly coin: string;
  readonly markPx: Big | null;
  readonly szDecimals: number;
  readonly maxLeverage: number;
  readonly onlyIsolated: boolean;
  /** Best prices, where the service sends a book. */
  readonly bid: Big | null;
  readonly ask: Big | null;
}

/** The markets whose names can be shown as they are: one that cannot would be chosen unread. */
export const perpMarkets = (data: DeskData): readonly PerpMarket[] => data.derive(toMarkets);

const toMarkets = (data: DeskData): PerpMarket[] =>
  readable(data.read('markets').data ?? [])
    .filter(({ meta }) => meta.name !== '' && cleanText(meta.name, textLimits.symbol) === meta.name)
    .map(({ meta, ctx, bids, asks }) => ({
      coin: meta.name,
      markPx: positive(ctx.markPx),
      szDecimals: meta.szDecimals,
      maxLeverage: meta.maxLeverage,
      onlyIsolated: meta.onlyIsolated ?? false,
      bid: positive(readable(bids ?? [])[0]?.price),
      ask: positive(readable(asks ?? [])[0]?.price),
    }));

function positive(text: string | null | undefined): Big | null {
  const value = readDecimal(text);
  return value?.gt(0) ? value : null;
}
