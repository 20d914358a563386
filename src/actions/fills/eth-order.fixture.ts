import Big from 'big.js';

/** Of the ETH order and its fills. */
const cloid = `0x${'a'.repeat(32)}`;
/** An order that buys 1 ETH; number 7 at the venue. */
export const order = (orderType: 'limit' | 'market') =>
  ({
    kind: 'placePerpOrder',
    draft: {
      walletId: 'w-main',
      coin: 'ETH',
      isBuy: true,
      sz: '1',
      orderType,
      limitPx: '3500',
      reduceOnly: false,
      tp: null,
      sl: null,
      grouping: 'na',
      cloid,
      slippageBps: null,
      usd: new Big(3_500),
    },
  }) as const;

/** A fill of a BTC order of that number. */
export const fill = (over: object = {}) => ({
  coin: 'BTC',
  side: 'sell',
  px: '97000',
  sz: '0.15',
  fee: '6.55',
  closedPnl: '88.20',
  time: Date.UTC(2026, 0, 1),
  oid: 7,
  ...over,
});
export const ethFill = (over: object = {}) =>
  fill({ coin: 'ETH', side: 'buy', px: '3500', closedPnl: '0', cloid, ...over });
export const ethOpen = {
  coin: 'ETH',
  side: 'buy',
  limitPx: '3500',
  sz: '1',
  oid: 7,
  timestamp: 0,
  orderType: 'Limit',
  cloid,
};
