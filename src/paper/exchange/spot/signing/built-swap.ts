import type { Chain } from '../../../../domain/market/chain.ts';

/** A swap for which paper built a transaction; amounts as text, so that it can be saved as it is. */
export interface BuiltSwap {
  readonly quoteId: string;
  readonly chain: Chain;
  /** The caller's own address, which must sign. */
  readonly walletAddress: string;
  readonly inputToken: string;
  readonly outputToken: string;
  readonly amountIn: string;
  readonly minAmountOut: string;
  readonly slippageBps: number;
  /** Whether the input is the native coin, which an EVM transaction carries as its value. */
  readonly isNativeInput: boolean;
  readonly poolCount: number;
  /** Solana's recent blockhash; null on EVM chains, which use nonces. */
  readonly blockhash: string | null;
  readonly expiresAtMs: number;
  /** SHA-256 of what a Solana transaction says; absent on EVM chains and until it is built. */
  messageHash?: string;
  isSubmitted: boolean;
}

/** What a signed transaction calls on paper's program or router. */
export type SignedCall =
  | {
      readonly kind: 'swap';
      readonly quoteId: string;
      /** Whether the transaction is the one built for this swap, except for fields that the caller may choose. */
      readonly isFor: (built: BuiltSwap) => boolean;
    }
  | {
      readonly kind: 'approve';
      readonly chainId: number;
      readonly token: string;
      readonly spender: string;
      readonly amount: bigint;
    };

export interface SignedTransaction {
  /** The signer, EVM addresses in lower case; null if the signature is missing or wrong. */
  readonly signer: string | null;
  readonly txHash: string;
  /** Null on Solana, which has no nonces. */
  readonly nonce: number | null;
  /** Null for any transaction that paper does not build. */
  readonly call: SignedCall | null;
}
