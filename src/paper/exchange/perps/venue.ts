import type { MarginAccount } from './margin-account.ts';
import type { PerpMarkets } from './perp-markets.ts';

/** What orders, margin and liquidation need of the exchange around them. */
export interface Venue {
  readonly markets: PerpMarkets;
  accounts(): Iterable<MarginAccount>;
  nowMs(): number;
  nextOid(): number;
}
