import Big from 'big.js';
import { readPositive } from '../../domain/numbers/decimal.ts';
import { placePerpOrder as endpoint } from '../../protocol/endpoints/perp-orders.ts';
import type { RiskTrade } from '../../stores/portfolio/account-heat.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';
import { readOrderResults } from './read-order-results.ts';

export interface PlacePerpOrder {
  readonly walletId: string;
  readonly coin: string;
  readonly isBuy: boolean;
  /** Coin size as decimal text, within the market's decimals. */
  readonly sz: string;
  readonly orderType: 'limit' | 'market';
  /** USD as decimal text, on the market's grid: the limit price, or the worst price for a market order. */
  readonly limitPx: string;
  readonly reduceOnly: boolean;
  /** Trigger prices of the exits, each a market order for the entry's size; null for none. */
  readonly tp: string | null;
  readonly sl: string | null;
  /** `positionTpsl`: the exits apply to the whole position, whatever its size is then. */
  readonly grouping: 'na' | 'normalTpsl' | 'positionTpsl';
  /** 0x and 32 hex digits, never used before. */
  readonly cloid: string;
  /** Maximum distance of a market order from the mark, in basis points; null for a limit order. */
  readonly slippageBps: number | null;
  /** Notional, USD. */
  readonly usd: Big;
}

/** Places a perp order with its exits. Every field is set, so that no service default applies. */
export function placePerpIntent(_: IntentContext, draft: PlacePerpOrder): Intent<typeof endpoint> {
  const { walletId, coin, isBuy, sz, orderType, limitPx, reduceOnly, grouping, cloid, usd, slippageBps } = draft;
  const side = isBuy ? 'buy' : 'sell';
  const covers = grouping === 'positionTpsl' ? ' (whole position)' : '';
  const exits = [
    draft.tp === null ? [] : [`take profit ${draft.tp}${covers}`],
    draft.sl === null ? [] : [`stop ${draft.sl}${covers}`],
  ];
  const price = orderType === 'limit' ? `at ${limitPx}` : 'at the market';
  const what = [`${sz} ${coin} ${price}`, ...(reduceOnly ? ['reduce-only'] : []), ...exits.flat()].join(', ');
  return {
    endpoint,
    input: {
      body: {
        walletId,
        coin,
        isBuy,
        sz,
        orderType,
        limitPx,
        reduceOnly,
        grouping,
        cloid,
        ...(draft.tp === null ? {} : { tp: { triggerPx: draft.tp, isMarket: true } }),
        ...(draft.sl === null ? {} : { sl: { triggerPx: draft.sl, isMarket: true } }),
      },
    },
    summary: `${side} ${what}`,
    walletId,
    instrument: `perp:${coin}`,
    side,
    risk: reduceOnly ? 'reduces' : 'adds',
    usd: new Big(usd),
    needs: ['positions', 'markets'],
    limits: { walletId, isExecution: true, ...(reduceOnly ? {} : { adds: { usd, slippageBps } }) },
    ...(reduceOnly ? {} : { opens: { orders: orderType === 'limit' ? 1 : 0, trades: tradesOf(draft) } }),
    touches: ['positions', 'perpOrders', 'fills', 'perpAccount', 'usage'],
    evidence: { kind: 'cloid', walletId, coin, cloid },
    fillQuery: {
      kind: 'perp',
      walletId,
      coin,
      isBuy,
      isClose: false,
      orderedSize: sz,
      mayRest: orderType === 'limit',
      cloid,
    },
    readResult: ({ results }) => readOrderResults(results, `${isBuy ? 'Buy' : 'Sell'} order placed: ${what}`),
  };
}

/**
 * The order as it may be filled. A call of the command line may name a value instead of the size, and no price; null if neither
 * gives the other.
 */
export function tradesOf({ coin, isBuy, sz, limitPx, usd, sl, grouping }: PlacePerpOrder): readonly RiskTrade[] | null {
  const [typed, px] = [readPositive(sz), readPositive(limitPx)];
  const size = typed ?? (px && usd.div(px));
  const at = px ?? (typed && usd.div(typed));
  if (!size || !at) return null;
  const isWholePosition = grouping === 'positionTpsl';
  return [{ coin, isBuy, size, px: at, stop: readPositive(sl), isWholePosition, replaces: null }];
}
