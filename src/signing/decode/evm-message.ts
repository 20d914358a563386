import {
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializable,
  type TransactionSerialized,
} from 'viem';
import { DecodeError } from './decoded-transaction.ts';

/* Loads viem: import it only when a transaction needs it. */

/** An EVM transaction as its bytes say; amounts in wei. Older kinds have a gas price, which counts as both caps. */
export interface EvmMessage {
  readonly type: string;
  /** Null: valid on every chain. */
  readonly chainId: number | null;
  readonly nonce: number;
  /** Null: creates a contract. */
  readonly to: string | null;
  readonly data: Hex;
  readonly value: bigint;
  readonly gas: bigint | null;
  readonly maxFeePerGas: bigint | null;
  readonly maxPriorityFeePerGas: bigint | null;
  /** Code that the account is handed to (EIP-7702). */
  readonly delegations: readonly string[];
  /** Null: not signed, or by a signature that is not valid. */
  readonly signer: string | null;
  readonly isSigned: boolean;
  readonly hash: Hex;
}

/** What the kinds of transactions have, each some of it. */
interface Parsed {
  readonly type?: string | undefined;
  readonly chainId?: number | undefined;
  readonly nonce?: number | undefined;
  readonly to?: string | null | undefined;
  readonly data?: Hex | undefined;
  readonly value?: bigint | undefined;
  readonly gas?: bigint | undefined;
  readonly gasPrice?: bigint | undefined;
  readonly maxFeePerGas?: bigint | undefined;
  readonly maxPriorityFeePerGas?: bigint | undefined;
  readonly r?: Hex | undefined;
  readonly s?: Hex | undefined;
  readonly v?: bigint | undefined;
  readonly authorizationList?: readonly { readonly address?: string; readonly contractAddress?: string }[] | undefined;
}

/** Reads a transaction in hex: legacy, access list, fee market, blob or set code. Throws DecodeError. */
export async function readEvmMessage(serialized: Hex): Promise<EvmMessage> {
  const parsed = parse(serialized);
  const { type, chainId, nonce = 0, to, data = '0x', value = 0n, gas, gasPrice, r } = parsed;
  return {
    type: String(type),
    chainId: chainId ?? null,
    nonce,
    to: to ?? null,
    data,
    value,
    gas: gas ?? null,
    maxFeePerGas: parsed.maxFeePerGas ?? gasPrice ?? null,
    maxPriorityFeePerGas: parsed.maxPriorityFeePerGas ?? gasPrice ?? null,
    delegations: (parsed.authorizationList ?? []).map((one) => one.address ?? one.contractAddress ?? 'unknown'),
    signer: r === undefined ? null : await signerOf(serialized),
    isSigned: r !== undefined,
    hash: keccak256(serialized),
  };
}

/** Padded numbers and what follows the list would go unseen: only bytes that encode to themselves are read. */
function parse(serialized: Hex): Parsed {
  const bytes = serialized.toLowerCase() as TransactionSerialized;
  try {
    const parsed = parseTransaction(bytes);
    if (encodedAgain(parsed as Parsed) === bytes) return parsed as Parsed;
  } catch {
    // As below.
  }
  throw new DecodeError('these bytes are no EVM transaction, or not in the one form that nodes take');
}

/** The signature of a legacy transaction has to be given beside it. */
function encodedAgain(parsed: Parsed): Hex {
  const transaction = parsed as TransactionSerializable;
  const { type, r, s, v } = parsed;
  return type === 'legacy' && r !== undefined && s !== undefined && v !== undefined
    ? serializeTransaction(transaction, { r, s, v })
    : serializeTransaction(transaction);
}

async function signerOf(serialized: Hex): Promise<string | null> {
  try {
    return await recoverTransactionAddress({ serializedTransaction: serialized as TransactionSerialized });
  } catch {
    return null;
  }
}
