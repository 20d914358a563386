import type { Chain } from '../../../../domain/chain.ts';

/** A swap that paper has built a transaction for; amounts as text, so that it can be written to disk as it is. */
export interface BuiltSwap {
  readonly quoteId: string;
  readonly chain: Chain;
  /** The caller's own address, which has to sign. */
  readonly walletAddress: string;
  readonly inputToken: string;
  readonly outputToken: string;
  readonly amountIn: string;
  readonly minAmountOut: string;
  readonly slippageBps: number;
  /** Whether the input is the chain's native coin, which travels as the transaction's value on EVM chains. */
  readonly isNativeInput: boolean;
  readonly poolCount: number;
  /** Solana's recent blockhash; null on EVM chains, which have nonces instead. */
  readonly blockhash: string | null;
  readonly expiresAtMs: number;
  isSubmitted: boolean;
}

/** What a signed transaction asks paper's program or router to do. */
export type SignedCall =
  | {
      readonly kind: 'swap';
      readonly quoteId: string;
      /** Whether the transaction is the one that was built for this swap, to the byte where the caller has no choice. */
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
  /** Whose signature the bytes bear, EVM addresses in lower case; null for none or a wrong one. */
  readonly signer: string | null;
  readonly txHash: string;
  /** null on Solana, where a transaction has none. */
  readonly nonce: number | null;
  /** null for anything that paper builds no transaction for. */
  readonly call: SignedCall | null;
}
