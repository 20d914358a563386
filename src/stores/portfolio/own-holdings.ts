import type { Chain } from '../../domain/market/chain.ts';

/** A wallet whose key the user holds, as the desk shows it. */
export interface OwnWalletEntry {
  /** `own:NAME`. */
  readonly walletId: string;
  readonly label: string;
  readonly address: string;
  readonly family: 'svm' | 'evm';
  /** The chains that its key signs for. */
  readonly chains: readonly Chain[];
}

/** One balance, as the chain says. */
export interface OwnHolding {
  readonly walletId: string;
  readonly chain: Chain;
  readonly address: string;
  /** Token address as requests have it; the native coin by its own. */
  readonly tokenAddress: string;
  readonly baseUnits: bigint;
  readonly decimals: number;
}

export interface OwnHoldings {
  readonly wallets: readonly OwnWalletEntry[];
  readonly holdings: readonly OwnHolding[];
  /** Chains that could not be read, with the reason as a sentence. */
  readonly problems: readonly { readonly chain: Chain; readonly why: string }[];
}
