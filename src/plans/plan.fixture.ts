import { withPlanLine } from './fold-plan.ts';
import type { TwapSpec } from './kinds/twap.ts';
import type { Child, Plan, PlanLine } from './plan.ts';
import type { SpotToken } from './plan-kind.ts';

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

const created: PlanLine = {
  event: 'created',
  id: 'plan-1',
  at: 1_000,
  walletId: 'w-main',
  summary: 'TWAP: buy 0.4 BTC over 4m in 4',
  spec: twapOf(4),
  caps: { operations: 50, usd: '50000' },
  arrivalPx: null,
};

/** As it was created, but for `over`. */
export const madePlan = (over: Partial<Plan> = {}): Plan => ({ ...withPlanLine(null, created)!, ...over });

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

/** Tokens of plans of swaps. */
export const spotTokens: Readonly<Record<'usdc' | 'sol' | 'jup' | 'bonk', SpotToken>> = {
  usdc: { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', symbol: 'USDC', decimals: 6 },
  sol: { address: 'So11111111111111111111111111111111111111112', symbol: 'SOL', decimals: 9 },
  jup: { address: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', symbol: 'JUP', decimals: 6 },
  bonk: { address: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', symbol: 'BONK', decimals: 5 },
};
