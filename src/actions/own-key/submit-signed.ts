import type { submitSwap } from '../../protocol/endpoints/swap.ts';
import type { SignedTransaction } from '../../signing/swap-order.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import type { Intent, Risk } from '../pipeline/intent.ts';
import type { MoveLimits, OrderLimits } from '../pipeline/limits.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import { sendOnce } from '../pipeline/send-once.ts';
import { type SignedRequest, signedRequest } from './signed-request.ts';
import { submitByRpc } from './submit-by-rpc.ts';

/** A transaction that was signed before, whatever it does. */
export interface SubmitSigned extends SignedRequest {
  readonly signed: SignedTransaction;
  readonly by: 'service' | 'rpc';
  readonly risk: Risk;
  /** Null: it moves nothing that a limit applies to. */
  readonly limits: OrderLimits | MoveLimits | null;
}

/** Sends it once, by the same path as everything that the desk sends. Never rejects. */
export function submitSigned(context: ActionContext, draft: SubmitSigned): Promise<Outcome> {
  const { signed, by, risk, limits } = draft;
  const intent: Intent<typeof submitSwap> = {
    ...signedRequest(draft, signed),
    risk,
    usd: limits && 'order' in limits ? limits.order.usd : (limits?.usd ?? null),
    needs: [],
    ...(limits && { limits }),
    ...(by === 'rpc' && { send: () => submitByRpc(context, draft.chain, signed) }),
  };
  return sendOnce(context, intent);
}
