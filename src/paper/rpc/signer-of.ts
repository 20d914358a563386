import type { Chain } from '../../domain/market/chain.ts';
import { readSignedTransaction } from '../exchange/spot/trading/unsigned-transaction.ts';

/** Who signed it: a node needs no other word for the sender. Null if it is unreadable or not signed. */
export const signerOf = async (chain: Chain, signed: string): Promise<string | null> =>
  (await readSignedTransaction(chain, signed))?.signer ?? null;
