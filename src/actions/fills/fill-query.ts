import { z } from 'zod';

/**
 * How to find what an accepted order executed. Recorded with its intent and read back from the journal at the next start,
 * so it is plain data. Sizes are decimal texts.
 */
export const fillQuery = z.discriminatedUnion('kind', [
  /** `orderedSize`: null if unknown. `mayRest`: a limit order. */
  z.object({
    kind: z.literal('perp'),
    walletId: z.string(),
    coin: z.string(),
    isBuy: z.boolean(),
    isClose: z.boolean(),
    orderedSize: z.string().nullable(),
    mayRest: z.boolean(),
    cloid: z.string().nullable(),
  }),
  /** Found in the trade history by the transaction of its task. */
  z.object({ kind: z.literal('swap'), chain: z.string(), inputToken: z.string(), outputToken: z.string() }),
]);

export type FillQuery = z.output<typeof fillQuery>;
export type PerpFillQuery = Extract<FillQuery, { readonly kind: 'perp' }>;
export type SwapFillQuery = Extract<FillQuery, { readonly kind: 'swap' }>;
