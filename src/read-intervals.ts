import type { Config } from './platform/config/config-schema.ts';

/** Often enough to notice changes made elsewhere, ms. */
const accountMs = 30_000;

/** Interval of each read, whether it always runs or only while its data is visible, ms. */
export const readIntervals = ({ refresh }: Config) => ({
  positions: refresh.positionsMs,
  markets: refresh.marketsMs,
  orders: refresh.ordersMs,
  balances: refresh.balancesMs,
  holdings: refresh.balancesMs,
  wallets: refresh.usageMs,
  usage: refresh.usageMs,
  own: refresh.balancesMs,
  me: accountMs,
  settings: accountMs,
  groups: accountMs,
  suggestions: accountMs,
  allSuggestions: accountMs,
  perpOrders: refresh.ordersMs,
  fills: refresh.ordersMs,
  fees: refresh.usageMs,
  funding: refresh.usageMs,
  perpAccount: refresh.ordersMs,
  book: refresh.marketsMs,
  portfolio: refresh.balancesMs,
});
