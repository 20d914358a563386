import type { Chain } from '../../domain/market/chain.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { submitSwap as endpoint } from '../../protocol/endpoints/swap.ts';
import type { SignedTransaction } from '../../signing/swap-order.ts';
import { toProblem } from '../../stores/problem.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { whyRefused } from '../pipeline/guard.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';
import type { OrderLimits } from '../pipeline/limits.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import { sendOnce } from '../pipeline/send-once.ts';
import { ownWalletOf } from './own-keys.ts';
import type { OwnSwap } from './own-swap.ts';
import { signedRequest } from './signed-request.ts';
import { submitByRpc } from './submit-by-rpc.ts';
import { untilOver } from './until-over.ts';

export interface SignSwap {
  /** `own:NAME`. */
  readonly walletId: string;
  readonly chain: Chain;
  readonly own: OwnSwap;
  readonly limits: OrderLimits;
  /** The swap as text: "0.5 SOL → BONK". */
  readonly summary: string;
}

/**
 * A swap, or the approval that it needs, with the user's own key. One at a time for each wallet and chain: nothing is signed
 * while an earlier one may still land.
 */
export function signSwapIntent(_: IntentContext, draft: SignSwap, signed?: SignedTransaction): Intent<typeof endpoint> {
  const { walletId, chain, limits } = draft;
  const { prepared, quoteId } = draft.own;
  const { kind, order, review, verdict, nonce, blockhash } = prepared;
  const { messageHash, decoded } = review;
  const summary = `${kind === 'approval' ? 'approve for' : 'sign'} ${draft.summary}`;
  const of = { walletId, chain, owner: order.owner, messageHash, decoded, nonce, blockhash, quoteId, summary };
  return {
    ...signedRequest(of, signed),
    risk: 'adds',
    usd: limits.order.usd,
    needs: ['own'],
    limits,
    whyOff: verdict.kind === 'refused' ? `Not signed: ${cleanText(verdict.why, 400)}` : null,
    whyWord: verdict.kind === 'word' ? cleanText(verdict.why, 400) : null,
  };
}

/** Signs and submits what was reviewed. Never rejects. Of an approval, waits until it has landed. */
export async function signSwap(context: ActionContext, draft: SignSwap): Promise<Outcome> {
  const { prepared, expiresAtMs } = draft.own;
  const intent = signSwapIntent(context, draft);
  const refusal = whyRefused(context, intent) ?? whyLate(context, expiresAtMs);
  if (refusal) return { kind: 'not-sent', ...refusal, requestId: null };
  const wallet = ownWalletOf(context.own, draft.walletId);
  if (!context.own || !wallet)
    return { kind: 'not-sent', code: 'NO_WALLET', message: 'There is no such own wallet.', requestId: null };
  let signed: SignedTransaction;
  try {
    signed = await context.own.sign(wallet, prepared.unsigned, intent.summary);
  } catch (error) {
    const { code, message } = toProblem(error);
    return { kind: 'not-sent', code, message: `nothing was signed: ${message}`, requestId: null };
  }
  const ready = signSwapIntent(context, draft, signed);
  const outcome = await sendOnce(
    context,
    context.own.submitBy === 'rpc' ? { ...ready, send: () => submitByRpc(context, draft.chain, signed) } : ready,
  );
  return prepared.kind === 'approval' && outcome.kind === 'accepted' && outcome.recordId
    ? untilOver(context, outcome.recordId, outcome)
    : outcome;
}

const whyLate = ({ clock }: Pick<ActionContext, 'clock'>, expiresAtMs: number) =>
  clock.now() < expiresAtMs
    ? null
    : { code: 'EXPIRED', message: 'The transaction has expired: a new one is being requested.' };
