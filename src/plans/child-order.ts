import { z } from 'zod';
import { type Chain, isChain } from '../domain/market/chain.ts';

const chain = z.string().refine(isChain) as unknown as z.ZodType<Chain>;
const baseUnits = z.string().regex(/^\d{1,80}$/);

/** What a plan can send, as its file keeps it. Sizes and prices are decimal texts on the market's grid. */
export const childOrder = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('perp'),
    coin: z.string(),
    isBuy: z.boolean(),
    type: z.enum(['limit', 'market']),
    sz: z.string(),
    /** The limit price, or the worst price of a market order. */
    px: z.string(),
    /** Of a market order: how far from the mark the worst price is; null for a limit order. */
    slippageBps: z.number().nullable(),
    reduceOnly: z.boolean(),
    /** Trigger price of a stop for the whole position; null for none. */
    sl: z.string().nullable(),
    /** 0x and 32 hex digits, never used before: it proves what became of the order. */
    cloid: z.string(),
  }),
  /** Another price and size for the resting order of the child `target`. */
  z.object({ do: z.literal('modify'), target: z.string(), px: z.string(), sz: z.string(), cloid: z.string() }),
  /** Cancels the resting order or trigger order of the child `target`; with `oid` the stop that it brought. */
  z.object({ do: z.literal('cancel'), target: z.string(), oid: z.number().optional() }),
  z.object({
    do: z.literal('swap'),
    chain,
    inputToken: z.string(),
    outputToken: z.string(),
    baseUnits,
    slippageBps: z.number(),
  }),
  z.object({
    do: z.literal('trigger'),
    chain,
    inputToken: z.string(),
    outputToken: z.string(),
    baseUnits,
    metric: z.enum(['price_usd', 'market_cap_usd', 'liquidity_usd']),
    direction: z.enum(['above', 'below']),
    value: z.string(),
    expiryHours: z.number().int(),
    slippageBps: z.number(),
  }),
]);

export type ChildOrder = z.output<typeof childOrder>;
export type PerpChild = Extract<ChildOrder, { do: 'perp' }>;

/** Cancels the resting order of this child. */
export const cancelOf = (key: string) => ({ key: `cancel ${key}`, order: { do: 'cancel', target: key } as const });
