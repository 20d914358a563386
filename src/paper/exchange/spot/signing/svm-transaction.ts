import { createHash } from 'node:crypto';
import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getPublicKeyFromAddress,
  getSignatureFromTransaction,
  getTransactionCodec,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Transaction,
  verifySignature,
} from '@solana/kit';
import { paperProgram } from '../../../../domain/market/paper-contracts.ts';
import type { BuiltSwap, SignedCall, SignedTransaction } from './built-swap.ts';
import { swapInstructions } from './svm-instructions.ts';

/* Loads @solana/kit: import it only when a transaction needs it. */

/** Before the quote's id in the data of a swap: its tag and two amounts. */
const quoteIdAt = 17;

/** The unsigned v0 transaction of a swap in base64; what it says is remembered in `built`. */
export async function svmSwapTransaction(built: BuiltSwap): Promise<string> {
  // For the client only: the height is not part of the signed message.
  const lifetime = { blockhash: blockhash(built.blockhash ?? ''), lastValidBlockHeight: 0n };
  const message = setTransactionMessageLifetimeUsingBlockhash(
    lifetime,
    setTransactionMessageFeePayer(address(built.walletAddress), createTransactionMessage({ version: 0 })),
  );
  const transaction = compileTransaction(appendTransactionMessageInstructions(await swapInstructions(built), message));
  built.messageHash = hashOf(transaction.messageBytes);
  return getBase64EncodedWireTransaction(transaction);
}

/** Reads a signed base64 transaction and verifies its payer's ed25519 signature. Null if it is not one. */
export async function readSvmTransaction(signedTransaction: string): Promise<SignedTransaction | null> {
  const transaction = decode(signedTransaction);
  if (!transaction) return null;
  const [payer] = Object.entries(transaction.signatures);
  if (!payer) return null;
  const [signer, signature] = payer;
  const isSigned =
    signature !== null &&
    (await verifySignature(await getPublicKeyFromAddress(address(signer)), signature, transaction.messageBytes));
  return {
    signer: isSigned ? signer : null,
    txHash: isSigned ? getSignatureFromTransaction(transaction) : '',
    nonce: null,
    call: callOf(transaction),
  };
}

function decode(signedTransaction: string): Transaction | null {
  const bytes = Buffer.from(signedTransaction, 'base64');
  try {
    const transaction = getTransactionCodec().decode(bytes);
    // Decoders ignore trailing bytes, and Buffer ignores bad base64: only the canonical text is accepted.
    return getBase64EncodedWireTransaction(transaction) === signedTransaction ? transaction : null;
  } catch {
    return null;
  }
}

function callOf({ messageBytes }: Transaction): SignedCall | null {
  try {
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
    const instructions = 'instructions' in message ? message.instructions : [];
    const swap = instructions.find(
      ({ programAddressIndex }) => message.staticAccounts[programAddressIndex] === paperProgram,
    );
    if (!swap?.data || swap.data.length < quoteIdAt) return null;
    const quoteId = Buffer.from(swap.data.subarray(quoteIdAt)).toString('utf8');
    const isFor = (built: BuiltSwap) => built.chain === 'solana' && built.messageHash === hashOf(messageBytes);
    return { kind: 'swap', quoteId, isFor };
  } catch {
    return null;
  }
}

const hashOf = (bytes: ArrayBufferView | Readonly<Uint8Array>): string =>
  createHash('sha256')
    .update(Buffer.from(bytes as Uint8Array))
    .digest('hex');
