import type { Chain } from '../../domain/market/chain.ts';
import type { ChainRpc } from '../../signing/chain/chain-rpc.ts';
import type { OwnWallet } from '../../signing/own-wallet.ts';
import type { SigningPolicy } from '../../signing/rules/review.ts';
import type { SignedTransaction, UnsignedTransaction } from '../../signing/swap-order.ts';
import { ownWalletId } from '../../stores/account/wallets.ts';

/** The wallets whose keys the user holds, who signs for them, and the user's own endpoints. */
export interface OwnKeys {
  readonly wallets: readonly OwnWallet[];
  readonly policy: SigningPolicy;
  /** Who sends what was signed to the chain. */
  readonly submitBy: 'service' | 'rpc';
  /** The user's endpoints for the chain, in the configured order. */
  rpcs(chain: Chain): readonly ChainRpc[];
  /** Has it signed, and verifies what comes back. Rejects with SignError. One at a time for a wallet. */
  sign(wallet: OwnWallet, transaction: UnsignedTransaction, summary: string): Promise<SignedTransaction>;
}

export const ownWalletOf = (own: OwnKeys | null, walletId: string): OwnWallet | null =>
  own?.wallets.find((wallet) => ownWalletId(wallet.name) === walletId) ?? null;
