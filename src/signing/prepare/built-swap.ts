/** A transaction as the service sends it on EVM chains; amounts are wei as decimal text. */
export interface Envelope {
  readonly to: string;
  readonly data: string;
  readonly value: string;
  readonly gasLimit: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
}

/** What the service answers to an order: base64 on Solana, envelopes on EVM chains. */
export interface BuiltSwap {
  readonly transaction: string | Envelope;
  readonly approvalTransaction: Envelope | null;
  /** When the answer arrived, ms since the epoch. */
  readonly builtAtMs: number;
}

/** The order cannot be prepared. The message is a sentence that says what to do. */
export class PrepareError extends Error {
  readonly code: 'NO_RPC' | 'NO_WALLET' | 'UNREADABLE_TRANSACTION';

  constructor(code: PrepareError['code'], message: string) {
    super(message);
    this.name = 'PrepareError';
    this.code = code;
  }
}
