import { z } from 'zod';

/** Of an isolated position: every figure that margin changes, and the size, which it does not change. Decimal texts. */
const isolatedFigures = z.object({
  szi: z.string(),
  marginUsed: z.string(),
  unrealizedPnl: z.string(),
  liquidationPx: z.string(),
});

const walletBalance = z.object({ address: z.string().nullable(), before: z.string().nullable() });

/**
 * Recorded with an intent, so that its outcome can be found out from the account if no response proves it. It is read
 * back from the journal at the next start, so it is plain data. Sizes and amounts are decimal texts.
 */
export const evidence = z.discriminatedUnion('kind', [
  /** A position before `percentage` of it is closed, and the coin's open orders, which could fill by themselves. */
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
  /** An isolated position before `amount` USDC of margin is added (negative: removed). */
  z.object({
    kind: z.literal('margin'),
    walletId: z.string(),
    coin: z.string(),
    before: isolatedFigures,
    maxLeverage: z.number(),
    amount: z.string(),
  }),
  /** Orders with exactly these terms that already existed. */
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
   * The wallet's balance of the sold token in base units; null if unknown. `others`: holdings of other tokens on the
   * chain, as `WALLET TOKEN`; a response without them is incomplete.
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
  /**
   * Balances of both wallets before a transfer, in base units; null if unknown. `to` is null for a split, whose
   * destinations get other amounts.
   */
  z.object({
    kind: z.literal('transfer'),
    chain: z.string(),
    token: z.string(),
    amount: z.string(),
    from: walletBalance,
    to: walletBalance.nullable(),
  }),
  /** A wallet that is archived when its transfer has succeeded. */
  z.object({ kind: z.literal('retired-wallet'), walletId: z.string() }),
  z.object({ kind: z.literal('cloid'), walletId: z.string(), coin: z.string(), cloid: z.string() }),
  /** Several perp orders by client order id. */
  z.object({
    kind: z.literal('cloids'),
    walletId: z.string(),
    orders: z.array(z.object({ coin: z.string(), cloid: z.string() })),
  }),
  /** `others`: open orders listed after these; a response without them is incomplete. */
  z.object({
    kind: z.literal('cancelled-perp'),
    walletId: z.string(),
    coin: z.string(),
    oids: z.array(z.number()),
    others: z.array(z.number()),
  }),
  /** The leverage of an open position before the change. */
  z.object({
    kind: z.literal('leverage'),
    walletId: z.string(),
    coin: z.string(),
    leverage: z.number(),
    leverageBefore: z.number(),
  }),
  /** A wallet group that did not exist before. */
  z.object({ kind: z.literal('new-wallet-group'), name: z.string(), knownGroupIds: z.array(z.string()) }),
  /** The requested state of a group; null for a field that does not change, both null if the group is deleted. */
  z.object({
    kind: z.literal('wallet-group'),
    groupId: z.string(),
    name: z.string().nullable(),
    walletIds: z.array(z.string()).nullable(),
  }),
  /** Wallets that were archived, or brought back. */
  z.object({
    kind: z.literal('wallet-state'),
    walletIds: z.array(z.string()),
    state: z.enum(['ARCHIVED', 'ACTIVE']),
  }),
  /** A wallet that left one group, entered another, or both. */
  z.object({
    kind: z.literal('wallet-moved'),
    walletId: z.string(),
    fromGroupId: z.string().nullable(),
    toGroupId: z.string().nullable(),
  }),
  /** A suggestion with these terms that did not exist before. `asset` is the token's address. */
  z.object({
    kind: z.literal('new-suggestion'),
    side: z.string(),
    networkId: z.string(),
    asset: z.string(),
    rationale: z.string(),
    knownIds: z.array(z.string()),
  }),
  /** Fields of the trade settings by path, and their requested values. */
  z.object({
    kind: z.literal('settings'),
    changes: z.array(z.object({ path: z.array(z.string()), value: z.json() })),
  }),
  /** A transaction that the user's own key signed: the chain knows what became of it. */
  z.object({
    kind: z.literal('signed'),
    chain: z.string(),
    txHash: z.string(),
    owner: z.string(),
    nonce: z.number().nullable(),
    blockhash: z.string().nullable(),
  }),
  /** No read can prove it either way. */
  z.object({ kind: z.literal('none') }),
]);

export type Evidence = z.output<typeof evidence>;
export type EvidenceOf<K extends Evidence['kind']> = Extract<Evidence, { kind: K }>;
/** An isolated position, as decimal texts. */
export type IsolatedFigures = z.output<typeof isolatedFigures>;

/** What one reconciliation read says about an unresolved operation. */
export interface Finding {
  readonly verdict: 'done' | 'not-done' | 'unclear';
  readonly why: string;
  /**
   * It rests on numbers or on missing rows, not on an id that only this request could have. It counts when a later read
   * agrees.
   */
  readonly isProvisional?: boolean;
}

/** Proven by something that only this request could have made. */
export const done = (why: string): Finding => ({ verdict: 'done', why });
/** It looks done; a second look has to find the same. */
export const seemsDone = (why: string): Finding => ({ verdict: 'done', why, isProvisional: true });
/** Nothing is proved: looked at again later, or decided by a person. */
export const unclear = (why: string): Finding => ({ verdict: 'unclear', why });

/** Fees are paid in the native coin too: its balance may fall by this percentage more. */
export const nativeFeePct = 5n;

/** The service's clock may differ from ours by this much. */
export const clockSlackMs = 60_000;
