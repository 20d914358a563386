import type { MarginAccount } from '../margin/margin-account.ts';
import type { PerpMarkets } from './perp-markets.ts';

/** What orders, margin and liquidation need from the exchange. */
export interface Venue {
  readonly markets: PerpMarkets;
  accounts(): Iterable<MarginAccount>;
  nowMs(): number;
  nextOid(): number;
}
