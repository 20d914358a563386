import type Big from 'big.js';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import { readPositive } from '../domain/decimal.ts';
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
      markPx: readPositive(ctx.markPx),
      szDecimals: meta.szDecimals,
      maxLeverage: meta.maxLeverage,
      onlyIsolated: meta.onlyIsolated ?? false,
      bid: readPositive(readable(bids ?? [])[0]?.price),
      ask: readPositive(readable(asks ?? [])[0]?.price),
    }));

/** The markets by name, with those whose names cannot be shown as they are: what an answer says of a coin is looked up here. */
export const marketsByName = (data: DeskData) =>
  new Map(readable(data.read('markets').data ?? []).map((market) => [market.meta.name, market]));

type Rules = { readonly meta: { readonly szDecimals: number } };

/** How finely sizes of a market are shown; without its rules, a size itself tells. */
export const sizeDecimals = (market: Rules | undefined, size: string | null | undefined): number =>
  market?.meta.szDecimals ?? size?.split('.')[1]?.length ?? 0;
