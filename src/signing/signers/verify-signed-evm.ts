import { createHash } from 'node:crypto';
import {
  type Hex,
  parseTransaction,
  serializeTransaction,
  type TransactionSerializable,
  type TransactionSerialized,
} from 'viem';
import { allChains, chains } from '../../domain/market/chain.ts';
import { DecodeError } from '../decode/decoded-transaction.ts';
import { type EvmMessage, readEvmMessage } from '../decode/evm-message.ts';
import { SignError } from './sign-error.ts';
import type { VerifiedTransaction } from './verified-transaction.ts';
import { curveOrder } from './verify-evm.ts';

/* Loads viem: import it only when a transaction needs it. */

const kinds = ['legacy', 'eip2930', 'eip1559'];

/** Verifies an EVM transaction in hex that is signed. Rejects with SignError. */
export async function verifySignedEvm(given: string): Promise<VerifiedTransaction> {
  const encoded = given.toLowerCase() as TransactionSerialized;
  const message = await read(encoded);
  const { type, chainId, nonce, signer, isSigned, hash } = message;
  if (!kinds.includes(type))
    throw new SignError('REFUSED', `This transaction is of the kind ${type}; known are ${kinds.join(', ')}.`);
  if (!isSigned) throw new SignError('REFUSED', 'This transaction is not signed.');
  const { r, s, v, yParity, ...fields } = parseTransaction(encoded) as Signed;
  if (signer === null) throw new SignError('WRONG_KEY', 'The signature belongs to no key at all.');
  if (s === undefined || BigInt(s) > curveOrder / 2n)
    throw new SignError('GARBAGE', 'The signature is not canonical: chains refuse it.');
  const chain = allChains.find((one) => chainId !== null && chains[one].chainId === chainId);
  if (!chain)
    throw new SignError(
      'REFUSED',
      chainId === null
        ? 'This transaction names no chain: it is valid on every one.'
        : `This transaction is for the chain with id ${chainId}, which is none of those here.`,
    );
  return {
    signed: { chain, encoded, txHash: hash },
    signer,
    messageHash: sha256(serializeTransaction(fields as TransactionSerializable)),
    nonce,
    blockhash: null,
  };
}

type Signed = TransactionSerializable & { r?: Hex; s?: Hex; v?: bigint; yParity?: number };

const sha256 = (bytes: Hex): string =>
  createHash('sha256')
    .update(Buffer.from(bytes.slice(2), 'hex'))
    .digest('hex');

async function read(encoded: Hex): Promise<EvmMessage> {
  try {
    return await readEvmMessage(encoded);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new SignError('REFUSED', 'This is no EVM transaction in hex.');
  }
}
