import type { Chain } from '../../domain/market/chain.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { submitSwap as endpoint } from '../../protocol/endpoints/swap.ts';
import type { DecodedTransaction } from '../../signing/decode/decoded-transaction.ts';
import type { SignedTransaction } from '../../signing/swap-order.ts';
import type { Intent } from '../pipeline/intent.ts';
import type { SignedJournal } from './journal-of-signed.ts';

/** A transaction that is sent once the user's own key has signed it. */
export interface SignedRequest {
  /** `own:NAME`, or the address of a wallet that is not in the list. */
  readonly walletId: string;
  readonly chain: Chain;
  readonly owner: string;
  readonly messageHash: string;
  readonly decoded: DecodedTransaction;
  /** EVM. */
  readonly nonce: number | null;
  /** Solana. */
  readonly blockhash: string | null;
  readonly quoteId: string | null;
  readonly summary: string;
}

/**
 * What every such request has in common: the journal keeps what the bytes do and their hash, never the bytes; one at a time for
 * a wallet and chain; the chain proves what became of it. `signed` is absent while the request is only checked.
 */
export function signedRequest(request: SignedRequest, signed?: SignedTransaction) {
  const { walletId, chain, owner, messageHash, decoded, nonce, blockhash, quoteId, summary } = request;
  const txHash = signed?.txHash ?? '';
  const journalInput: SignedJournal = {
    messageHash,
    txHash,
    does: decoded.steps.map(({ program, action, details }) =>
      cleanText(`${program} ${action ?? 'unknown'} ${JSON.stringify(details)}`, 500),
    ),
  };
  return {
    endpoint,
    input: { body: { chain, signedTransaction: signed?.encoded ?? '', walletAddress: owner, quoteId } },
    journalInput,
    summary,
    walletId,
    instrument: `signed:${chain}`,
    side: 'sign',
    touches: ['own'],
    isByHand: true,
    evidence: { kind: 'signed', chain, txHash, owner, nonce, blockhash },
    readResult: ({ status, taskId }) =>
      status.toLowerCase() === 'failed'
        ? { accepted: false, code: 'SUBMIT_FAILED', message: cleanText(status), isProven: false }
        : { accepted: true, message: `${cleanText(status)}: ${summary}`, taskId },
  } satisfies Partial<Intent<typeof endpoint>>;
}
