import { isChain } from '../../domain/market/chain.ts';
import type { Landing } from '../../signing/chain/chain-rpc.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import type { EvidenceOf, Finding } from '../reconcile/evidence.ts';
import { done, unclear } from '../reconcile/evidence.ts';

type Own = Pick<ActionContext, 'own'>;

/** Where the chain sees a signed transaction, by the user's first endpoint. Rejects with ChainError. Null: there is none. */
export async function landingOf({ own }: Own, evidence: EvidenceOf<'signed'>): Promise<Landing | null> {
  const { chain, txHash, owner, nonce, blockhash } = evidence;
  const [rpc] = isChain(chain) ? (own?.rpcs(chain) ?? []) : [];
  if (!rpc) return null;
  if (rpc.family === 'evm') return nonce === null ? null : rpc.landing(txHash, owner, nonce);
  return blockhash === null ? null : rpc.landing(txHash, blockhash);
}

/** What the chain says of a signed transaction whose outcome is unknown. */
export async function reconcileSigned(context: Own, evidence: EvidenceOf<'signed'>): Promise<Finding> {
  const landing = await landingOf(context, evidence);
  const { txHash } = evidence;
  switch (landing?.state) {
    case 'confirmed':
      return done(`the chain has confirmed ${txHash}`);
    case 'failed':
      return { verdict: 'not-done', why: `${txHash} failed on the chain: ${landing.why}` };
    case 'expired':
      return { verdict: 'not-done', why: `${txHash} can no longer land` };
    case 'seen':
      return unclear(`the chain has seen ${txHash}, and not confirmed it`);
    case 'unknown':
      return unclear(`the chain has not seen ${txHash}, which may still land`);
    default:
      return unclear('no RPC endpoint is set for its chain');
  }
}
