import type { TwapSpec } from './kinds/twap.ts';
import type { Child, Plan } from './plan.ts';

/** A TWAP of so many slices of 0.1 BTC, a minute apart. */
export const twapOf = (slices: number): TwapSpec => ({
  kind: 'twap',
  coin: 'BTC',
  isBuy: true,
  reduceOnly: false,
  slices: Array.from({ length: slices }, (_, index) => ({ sz: '0.1', afterMs: index * 60_000 })),
  everyMs: 60_000,
  limitPx: null,
  slippageBps: 50,
  szDecimals: 3,
});

export const madePlan = (over: Partial<Plan> = {}): Plan => ({
  id: 'plan-1',
  walletId: 'w-main',
  summary: 'TWAP: buy 0.4 BTC over 4m in 4',
  spec: twapOf(4),
  caps: { operations: 50, usd: '50000' },
  arrivalPx: null,
  createdAtMs: 1_000,
  activeSinceMs: 1_000,
  state: 'active',
  why: '',
  pausedBy: null,
  leavesOrders: false,
  endedAtMs: null,
  children: [],
  operations: 0,
  ...over,
});

/** `slice N`, accepted unless `over` says otherwise. */
export const madeSlice = (
  number: number,
  { isBuy = true, ...over }: Partial<Child> & { readonly isBuy?: boolean } = {},
): Child => ({
  key: `slice ${number}`,
  order: {
    do: 'perp',
    coin: 'BTC',
    isBuy,
    type: 'market',
    sz: '0.1',
    px: '101',
    slippageBps: 50,
    reduceOnly: false,
    sl: null,
    cloid: `0x${String(number).padStart(32, '0')}`,
  },
  state: 'working',
  attempt: 1,
  usd: '10.1',
  sentAtMs: 1_000 + number,
  recordId: `record-${number}`,
  oid: number,
  orderId: null,
  message: '',
  filled: '0',
  avgPx: null,
  feeUsd: null,
  ...over,
});
