import { createHash } from 'node:crypto';
import {
  type Address,
  address,
  getBase58Decoder,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  getTransactionEncoder,
  type SignatureBytes,
  type Transaction,
  verifySignature,
} from '@solana/kit';
import type { SignedTransaction, UnsignedTransaction } from '../swap-order.ts';
import { SignError } from './sign-error.ts';
import type { SignerAnswer } from './signer-answer.ts';
import type { VerifiedTransaction } from './verified-transaction.ts';

/* Loads @solana/kit: import it only when a transaction needs it. */

/** The bytes that the owner signs. Throws SignError REFUSED if this is no transaction that the owner may sign. */
export function messageOf({ encoded }: UnsignedTransaction, owner: string): Uint8Array {
  const { messageBytes, signatures } = readUnsigned(encoded);
  if (!Object.hasOwn(signatures, owner))
    throw new SignError('REFUSED', `This transaction needs no signature of ${owner}.`);
  return new Uint8Array(messageBytes);
}

/** Puts the answer of a signer together with the unsigned transaction, and verifies every byte and signature of it. */
export async function finishSvm(
  { chain, encoded }: UnsignedTransaction,
  owner: string,
  answer: SignerAnswer,
): Promise<SignedTransaction> {
  const unsigned = readUnsigned(encoded);
  const signed =
    answer.kind === 'transaction' ? readSigned(answer.encoded) : withSignature(unsigned, owner, answer.signature);
  if (!isSame(signed.messageBytes, unsigned.messageBytes))
    throw new SignError('CHANGED', 'The signer signed another transaction than the one it was given.');
  for (const [signer, given] of Object.entries(unsigned.signatures))
    if (given && !isSame(given, signed.signatures[signer as Address] ?? []))
      throw new SignError('CHANGED', `The signer changed the signature of ${signer}.`);
  await verifySignatures(signed, owner);
  const [first] = Object.values(signed.signatures);
  return {
    chain,
    encoded: Buffer.from(getTransactionEncoder().encode(signed)).toString('base64'),
    // Verified above, so it is there.
    txHash: getBase58Decoder().decode(first as SignatureBytes),
  };
}

/** Verifies a Solana transaction in base64 that everybody has signed who has to. Rejects with SignError. */
export async function verifySignedSvm(encoded: string): Promise<VerifiedTransaction> {
  const transaction = read(encoded);
  if (!transaction) throw new SignError('REFUSED', 'This is no Solana transaction in base64.');
  const [[signer, signature] = ['', null]] = Object.entries(transaction.signatures);
  if (!signature) throw new SignError('REFUSED', 'This transaction is not signed.');
  await verifySignatures(transaction, signer);
  const unsigned = Object.fromEntries(Object.keys(transaction.signatures).map((one) => [one, null]));
  const bytes = getTransactionEncoder().encode({ ...transaction, signatures: unsigned });
  return {
    signed: { chain: 'solana', encoded, txHash: getBase58Decoder().decode(signature) },
    signer,
    messageHash: createHash('sha256').update(new Uint8Array(bytes)).digest('hex'),
    nonce: null,
    blockhash: getCompiledTransactionMessageDecoder().decode(transaction.messageBytes).lifetimeToken,
  };
}

async function verifySignatures({ messageBytes, signatures }: Transaction, owner: string): Promise<void> {
  for (const [signer, signature] of Object.entries(signatures)) {
    if (!signature && signer !== owner)
      throw new SignError('GARBAGE', `The transaction still needs the signature of ${signer}.`);
    const isValid =
      signature && (await verifySignature(await getPublicKeyFromAddress(address(signer)), signature, messageBytes));
    if (!isValid) throw new SignError('WRONG_KEY', `The signature is not by ${signer}, or not of this transaction.`);
  }
}

function withSignature(unsigned: Transaction, owner: string, text: string): Transaction {
  const bytes = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text) ? getBase58Encoder().encode(text) : [];
  if (bytes.length !== 64)
    throw new SignError('GARBAGE', 'The signer answered with a signature that is not base58 of 64 bytes.');
  return { ...unsigned, signatures: { ...unsigned.signatures, [owner]: new Uint8Array(bytes) as SignatureBytes } };
}

function readUnsigned(encoded: string): Transaction {
  const transaction = read(encoded);
  if (!transaction) throw new SignError('REFUSED', 'This is no Solana transaction in base64, so it is not signed.');
  return transaction;
}

function readSigned(encoded: string): Transaction {
  const transaction = read(encoded);
  if (!transaction)
    throw new SignError('GARBAGE', 'The signer answered with something that is no Solana transaction in base64.');
  return transaction;
}

/** Null unless the text is the one encoding of one transaction: nothing may follow where nobody would see it. */
function read(encoded: string): Transaction | null {
  const bytes = Buffer.from(encoded, 'base64');
  if (encoded === '' || bytes.toString('base64') !== encoded) return null;
  try {
    const transaction = getTransactionDecoder().decode(new Uint8Array(bytes));
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    const isWhole =
      isSame(getTransactionEncoder().encode(transaction), bytes) &&
      isSame(getCompiledTransactionMessageEncoder().encode(message), transaction.messageBytes);
    return isWhole ? transaction : null;
  } catch {
    return null;
  }
}

const isSame = (one: ArrayLike<number>, other: ArrayLike<number>): boolean =>
  Buffer.from(one).equals(Buffer.from(other));
