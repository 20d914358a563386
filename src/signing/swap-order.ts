import type { Chain } from '../domain/market/chain.ts';

/** A swap with the user's own key, as the user asked for it. */
export interface SwapOrder {
  readonly chain: Chain;
  /** The own wallet's address: it pays, signs and receives. */
  readonly owner: string;
  /** Token addresses as requests have them; the native coin by `chains[chain].nativeAddress`. */
  readonly inputToken: string;
  readonly outputToken: string;
  /** Base units of the input token. */
  readonly amountIn: bigint;
  /** Base units of the output token: the least that the user accepts. */
  readonly minAmountOut: bigint;
}

/** A transaction to be signed, as text: base64 on Solana with empty signatures, 0x-hex of the unsigned envelope on EVM chains. */
export interface UnsignedTransaction {
  readonly chain: Chain;
  readonly encoded: string;
}

/** What was signed: the same bytes with the owner's signature. */
export interface SignedTransaction extends UnsignedTransaction {
  /** Signature of the payer in base58 on Solana, Keccak-256 of the bytes on EVM chains: known before it is sent. */
  readonly txHash: string;
}
