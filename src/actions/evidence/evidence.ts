import { z } from 'zod';

/** Of an isolated position: all that margin changes, and the size, which it doesn't. Decimal texts. */
const isolatedFigures = z.object({
  szi: z.string(),
  marginUsed: z.string(),
  unrealizedPnl: z.string(),
  liquidationPx: z.string(),
});

/**
 * What is written beside an intent so that, when no answer tells what became of it, the account itself can be asked. It is
 * read back from the journal at the next start, so it is plain data. Sizes and amounts are decimal texts.
 */
export const evidence = z.discriminatedUnion('kind', [
  /** A position before it is closed by `percentage`, and the orders of the coin that stood then and could fill by themselves. */
  z.object({
    kind: z.literal('position'),
    walletId: z.string(),
    coin: z.string(),
    sziBefore: z.string(),
    percentage: z.number(),
    szDecimals: z.number(),
    liquidationPx: z.string().nullable(),
    restingOids: z.array(z.number()),
  }),
  /** An isolated position before `amount` USDC of margin was added (negative: taken out). */
  z.object({
    kind: z.literal('margin'),
    walletId: z.string(),
    coin: z.string(),
    before: isolatedFigures,
    maxLeverage: z.number(),
    amount: z.string(),
  }),
  /** Orders of the very same terms that stood before. */
  z.object({
    kind: z.literal('new-trigger'),
    terms: z.object({
      chain: z.string(),
      inputToken: z.string(),
      outputToken: z.string(),
      amount: z.string(),
      metric: z.string(),
      direction: z.string(),
      value: z.string().nullable(),
      trailingPercentage: z.number().nullable(),
    }),
    knownOrderIds: z.array(z.string()),
  }),
  z.object({ kind: z.literal('cancelled-trigger'), orderId: z.string() }),
  /**
   * Base units of the token sold that the wallet held; null where that was not known. `others`: holdings of other tokens on the
   * chain, as `WALLET TOKEN`, without which an answer is not the whole.
   */
  z.object({
    kind: z.literal('swap'),
    chain: z.string(),
    walletAddress: z.string().nullable(),
    inputToken: z.string(),
    inputBefore: z.string().nullable(),
    amount: z.string(),
    others: z.array(z.string()),
  }),
  z.object({ kind: z.literal('cloid'), walletId: z.string(), coin: z.string(), cloid: z.string() }),
  /** Several perp orders, each by its name. */
  z.object({
    kind: z.literal('cloids'),
    walletId: z.string(),
    orders: z.array(z.object({ coin: z.string(), cloid: z.string() })),
  }),
  /** `others`: open orders that were listed behind these, without which an answer is not the whole. */
  z.object({
    kind: z.literal('cancelled-perp'),
    walletId: z.string(),
    coin: z.string(),
    oids: z.array(z.number()),
    others: z.array(z.number()),
  }),
  /** The leverage of an open position before it was set anew. */
  z.object({
    kind: z.literal('leverage'),
    walletId: z.string(),
    coin: z.string(),
    leverage: z.number(),
    leverageBefore: z.number(),
  }),
  /** A wallet group that did not stand before. */
  z.object({ kind: z.literal('new-wallet-group'), name: z.string(), knownGroupIds: z.array(z.string()) }),
  /** What a group is to be after the change; null for what does not change, both null where it is to be gone. */
  z.object({
    kind: z.literal('wallet-group'),
    groupId: z.string(),
    name: z.string().nullable(),
    walletIds: z.array(z.string()).nullable(),
  }),
  /** Fields of the trade settings, by path, and what is to stand there. */
  z.object({
    kind: z.literal('settings'),
    changes: z.array(z.object({ path: z.array(z.string()), value: z.json() })),
  }),
  /** Nothing that can be read proves it either way. */
  z.object({ kind: z.literal('none') }),
]);

export type Evidence = z.output<typeof evidence>;
export type EvidenceOf<K extends Evidence['kind']> = Extract<Evidence, { kind: K }>;
export type IsolatedFigures = z.output<typeof isolatedFigures>;

/** What a look at the account says about a request whose answer never came. */
export interface Finding {
  readonly verdict: 'done' | 'not-done' | 'unclear';
  readonly why: string;
  /**
   * It rests on figures, or on what is missing from an answer, not on a name that only this request could have: it counts when
   * a later look finds the same.
   */
  readonly isProvisional?: boolean;
}

export const done = (why: string): Finding => ({ verdict: 'done', why });
export const seemsDone = (why: string): Finding => ({ verdict: 'done', why, isProvisional: true });
export const unclear = (why: string): Finding => ({ verdict: 'unclear', why });

/** A service's clock may be this far from ours. */
export const clockSlackMs = 60_000;
