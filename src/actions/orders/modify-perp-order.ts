import Big from 'big.js';
import { modifyPerpOrder as endpoint } from '../../protocol/endpoints/perp-orders.ts';
import type { RiskTrade } from '../../stores/portfolio/account-heat.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';
import { readOrderResults } from './read-order-results.ts';

export interface ModifyPerpOrder {
  readonly walletId: string;
  readonly coin: string;
  readonly oid: number;
  readonly isBuy: boolean;
  /** USD and coin size as decimal text, on the market's grid. */
  readonly limitPx: string;
  readonly sz: string;
  /**
   * The order's new client order id: 0x and 32 hex digits, never used before. It identifies the change if the response
   * is lost.
   */
  readonly newCloid: string;
}

/** The order as it may be filled after the change. Exits that wait for it stay. */
export const changedTrade = ({ coin, oid, isBuy, limitPx, sz }: Omit<ModifyPerpOrder, 'walletId'>): RiskTrade => ({
  coin,
  isBuy,
  size: new Big(sz),
  px: new Big(limitPx),
  stop: null,
  isWholePosition: false,
  replaces: oid,
});

/** Changes the price and size of a resting perp order. */
export function modifyPerpIntent(_: IntentContext, draft: ModifyPerpOrder): Intent<typeof endpoint> {
  const { walletId, coin, oid, isBuy, limitPx, sz, newCloid } = draft;
  const usd = new Big(sz).times(limitPx);
  const words = `${isBuy ? 'buy' : 'sell'} ${sz} ${coin} at ${limitPx}`;
  return {
    endpoint,
    input: { body: { walletId, coin, oid, isBuy, limitPx, sz, orderType: 'limit', newCloid } },
    summary: `change order ${oid} to ${words}`,
    walletId,
    instrument: `perp-order:${coin}:${oid}`,
    side: 'change',
    // The service does not say whether an open order is reduce-only.
    risk: 'adds',
    usd,
    needs: ['positions', 'markets', 'perpOrders'],
    limits: { walletId, isExecution: true, adds: { usd, slippageBps: null } },
    opens: { orders: 0, trades: [changedTrade(draft)] },
    touches: ['positions', 'perpOrders', 'fills', 'perpAccount', 'usage'],
    evidence: { kind: 'cloid', walletId, coin, cloid: newCloid },
    readResult: ({ results }) => readOrderResults(results, `Changed to ${words}`),
  };
}
