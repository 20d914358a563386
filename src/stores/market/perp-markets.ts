import type Big from 'big.js';
import { readPositive } from '../../domain/numbers/decimal.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { readable } from '../../protocol/schema.ts';
import type { DeskData } from '../desk-data.ts';
import { markOf } from './marks.ts';

/** A perp market as a form needs it. */
export interface PerpMarket {
  /** The service's name for it, as sent in requests. */
  readonly coin: string;
  readonly markPx: Big | null;
  readonly szDecimals: number;
  readonly maxLeverage: number;
  readonly onlyIsolated: boolean;
  /** Best prices, if the service sends a book. */
  readonly bid: Big | null;
  readonly ask: Big | null;
}

/** The markets whose names can be displayed unchanged. Others are left out: the user could not see what they choose. */
export const perpMarkets = (data: DeskData): readonly PerpMarket[] => data.derive(toMarkets);

const toMarkets = (data: DeskData): PerpMarket[] =>
  readable(data.read('markets').data ?? [])
    .filter(({ meta }) => meta.name !== '' && cleanText(meta.name, textLimits.symbol) === meta.name)
    .map(({ meta, bids, asks }) => ({
      coin: meta.name,
      markPx: markOf(data, meta.name),
      szDecimals: meta.szDecimals,
      maxLeverage: meta.maxLeverage,
      onlyIsolated: meta.onlyIsolated ?? false,
      bid: readPositive(readable(bids ?? [])[0]?.price),
      ask: readPositive(readable(asks ?? [])[0]?.price),
    }));

/** All markets by name, including those whose names cannot be displayed unchanged. Used to look up coins of responses. */
export const marketsByName = (data: DeskData) =>
  new Map(readable(data.read('markets').data ?? []).map((market) => [market.meta.name, market]));

type Rules = { readonly meta: { readonly szDecimals: number } };

/** Decimals of sizes in a market; if the market is unknown, the decimals of the given size. */
export const sizeDecimals = (market: Rules | undefined, size: string | null | undefined): number =>
  market?.meta.szDecimals ?? size?.split('.')[1]?.length ?? 0;
