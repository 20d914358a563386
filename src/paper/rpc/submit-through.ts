import type { Chain } from '../../domain/market/chain.ts';
import { submitSwap } from '../../protocol/endpoints/swap.ts';
import type { Route } from '../service/handler.ts';

/** A node takes no key, and nobody's limits apply. */
const nobody = { keyId: 'node', scopes: [] };

/** Sends a signed transaction the way that `swap.submit` goes, so that it is saved before it is answered. */
export function submitThrough(routes: readonly Route[], nowMs: () => number, userId: string) {
  const route = routes.find(({ endpoint }) => endpoint.id === submitSwap.id);
  return async (chain: Chain, signedTransaction: string, walletAddress: string): Promise<string> => {
    const context = { key: nobody, userId, nowMs: nowMs(), requestId: 'node' };
    const submitted = await route?.handle({ body: { chain, signedTransaction, walletAddress } }, context);
    return (submitted as { readonly txHash: string }).txHash;
  };
}
