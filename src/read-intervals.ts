import type { Config } from './platform/config-schema.ts';

/** How often what is always read is read, ms. */
export const polledIntervals = ({ refresh }: Config) => ({
  positions: refresh.positionsMs,
  markets: refresh.marketsMs,
  orders: refresh.ordersMs,
  balances: refresh.balancesMs,
  holdings: refresh.balancesMs,
  wallets: refresh.usageMs,
  usage: refresh.usageMs,
});

/** Often enough to see what was changed elsewhere, ms. */
const accountMs = 30_000;

/** How often what somebody looks at is read, ms. */
export const wantedIntervals = ({ refresh }: Config) => ({
  me: accountMs,
  settings: accountMs,
  groups: accountMs,
  suggestions: accountMs,
  perpOrders: refresh.ordersMs,
  fills: refresh.ordersMs,
  fees: refresh.usageMs,
  funding: refresh.usageMs,
  perpAccount: refresh.ordersMs,
  book: refresh.marketsMs,
});
