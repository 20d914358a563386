import type Big from 'big.js';
import type { TokenRef } from '../../domain/market/token.ts';
import { retireWallet, sendTransfer } from '../../protocol/endpoints/transfers.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';
import { transferEvidence } from '../reconcile/evidence-before.ts';
import { readTransfer, spending, transferChain, transferToken } from './transfer-request.ts';

/** A move between two wallets of the account, which are on one chain. */
export interface SendTransfer {
  readonly fromWalletId: string;
  readonly toWalletId: string;
  readonly token: TokenRef;
  readonly baseUnits: bigint;
  /** Null if the desk has no price. */
  readonly usd: Big | null;
  /** The same one again is the same transfer, for five minutes. */
  readonly correlationId: string;
  /** "0.5 SOL from main to sniper". */
  readonly summary: string;
}

/** Moves the whole balance of one token; the service decides how much that is. */
export type RetireWallet = Omit<SendTransfer, 'baseUnits'>;

/**
 * The answer is not awaited: it would come when the chain has confirmed, which can take longer than the desk waits for
 * any answer, and a slow chain would then look like a lost one. The task is followed instead.
 */
const bodyOf = ({ fromWalletId, toWalletId, token, correlationId }: RetireWallet) => ({
  fromWalletId,
  toWalletId,
  token: transferToken(token),
  ...transferChain(token.chain),
  awaitResult: false,
  correlationId,
});

/** Money stays within the account, so this changes no risk; the key must allow both wallets. */
const common = ({ fromWalletId, toWalletId, token, usd }: RetireWallet) => ({
  walletId: fromWalletId,
  ...spending(token),
  risk: 'neutral' as const,
  usd,
  needs: [] as const,
  limits: { wallets: [fromWalletId, toWalletId].map((walletId) => ({ walletId, chain: token.chain })) },
});

export const transferIntent = ({ data }: IntentContext, draft: SendTransfer): Intent<typeof sendTransfer> => ({
  ...common(draft),
  endpoint: sendTransfer,
  input: { body: { ...bodyOf(draft), amount: draft.baseUnits.toString() } },
  summary: `send ${draft.summary}`,
  touches: ['balances', 'holdings'],
  evidence: transferEvidence(data, draft),
  readResult: (answer) => readTransfer(answer, draft.summary),
});

export const retireIntent = (_: IntentContext, draft: RetireWallet): Intent<typeof retireWallet> => ({
  ...common(draft),
  endpoint: retireWallet,
  input: { body: bodyOf(draft) },
  summary: `retire ${draft.summary}`,
  touches: ['balances', 'holdings', 'wallets'],
  evidence: { kind: 'retired-wallet', walletId: draft.fromWalletId },
  readResult: (answer) =>
    readTransfer(
      answer,
      `${draft.summary}${answer.willArchiveOnSuccess === false ? '; the service will not archive the wallet' : ''}`,
    ),
});
