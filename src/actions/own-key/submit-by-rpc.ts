import type { Chain } from '../../domain/market/chain.ts';
import type { SignedTransaction } from '../../signing/swap-order.ts';
import type { ActionContext } from '../pipeline/action-context.ts';

/** Sends it once to the first of the user's endpoints. Rejects with ChainError: whether it landed is then unknown. */
export async function submitByRpc({ own }: Pick<ActionContext, 'own'>, chain: Chain, signed: SignedTransaction) {
  const [rpc] = own?.rpcs(chain) ?? [];
  if (!rpc) throw new Error(`no RPC endpoint is set for ${chain}`);
  const txHash = await rpc.send(signed.encoded);
  return { data: { txHash, status: 'submitted', taskId: '' }, requestId: rpc.host };
}
