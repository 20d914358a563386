import { createHash } from 'node:crypto';
import { numberToHex, parseTransaction, serializeTransaction, type TransactionSerialized } from 'viem';
import { describe, expect, test } from 'vitest';
import type { UnsignedTransaction } from '../swap-order.ts';
import { signingPayload } from './check-unsigned.ts';
import { addressOf, signBytesWith } from './private-key.ts';
import { evmKey, evmOwner, otherSvmKey, svmKey, svmOwner, unsignedEvm, unsignedSvm } from './transactions.fixture.ts';
import { curveOrder, finishEvm } from './verify-evm.ts';
import { verifySigned } from './verify-signed.ts';
import { finishSvm } from './verify-svm.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function signed(unsigned: UnsignedTransaction) {
  const [key, owner] = unsigned.chain === 'solana' ? [svmKey, svmOwner] : [evmKey, evmOwner];
  const signature = await signBytesWith(key, await signingPayload(unsigned, owner));
  const finish = unsigned.chain === 'solana' ? finishSvm : finishEvm;
  return finish(unsigned, owner, { kind: 'signature', signature });
}

const flipped = (base64: string, at: number): string => {
  const bytes = Buffer.from(base64, 'base64');
  bytes[at]! ^= 1;
  return bytes.toString('base64');
};

test('a Solana transaction tells its signer, its hash and what the journal knows it by', async () => {
  const unsigned = unsignedSvm(svmOwner);
  const transaction = await signed(unsigned);
  expect(await verifySigned(transaction.encoded)).toEqual({
    signed: transaction,
    signer: svmOwner,
    messageHash: sha256(Buffer.from(unsigned.encoded, 'base64')),
    nonce: null,
    blockhash: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  });
});

test.each(['legacy', 'eip2930', 'eip1559'] as const)('so does an EVM transaction of the kind %s', async (kind) => {
  const unsigned = unsignedEvm(kind);
  const transaction = await signed(unsigned);
  expect(await verifySigned(transaction.encoded)).toEqual({
    signed: transaction,
    signer: evmOwner,
    messageHash: sha256(Buffer.from(unsigned.encoded.slice(2), 'hex')),
    nonce: 3,
    blockhash: null,
  });
});

describe('is not taken', () => {
  test.each([
    ['an unsigned Solana transaction', async () => unsignedSvm(svmOwner).encoded, 'is not signed'],
    ['an unsigned EVM transaction', async () => unsignedEvm().encoded, 'is not signed'],
    [
      'a wrong signature',
      async () => flipped((await signed(unsignedSvm(svmOwner))).encoded, 30),
      'signature is not by',
    ],
    ['another message', async () => flipped((await signed(unsignedSvm(svmOwner))).encoded, 150), 'signature is not by'],
    ['a signature that is missing', partlySigned, 'still needs the signature of'],
    ['something behind it', async () => `${(await signed(unsignedEvm())).encoded}00`, 'no EVM transaction'],
    ['text', async () => 'hello', 'no Solana transaction'],
    ['a high s', highS, 'not canonical'],
    ['another chain', () => elsewhere(5), 'chain with id 5'],
  ])('%s', async (_, encoded, message) => {
    await expect(verifySigned(await encoded())).rejects.toThrow(message);
  });
});

async function partlySigned(): Promise<string> {
  const other = await addressOf(otherSvmKey);
  const unsigned = unsignedSvm(svmOwner, 5_000n, [other]);
  const bytes = Buffer.from(unsigned.encoded, 'base64');
  const message = bytes.subarray(1 + 2 * 64);
  const { createPrivateKeyFromBytes, signBytes } = await import('@solana/kit');
  Buffer.from(await signBytes(await createPrivateKeyFromBytes(svmKey.secret), new Uint8Array(message))).copy(bytes, 1);
  return bytes.toString('base64');
}

async function highS(): Promise<string> {
  const { r, s, yParity, ...fields } = parseTransaction(
    (await signed(unsignedEvm())).encoded as TransactionSerialized,
  ) as { r: `0x${string}`; s: `0x${string}`; yParity: 0 | 1 };
  const high = numberToHex(curveOrder - BigInt(s), { size: 32 });
  return serializeTransaction(fields as never, { r, s: high, yParity: yParity === 0 ? 1 : 0 });
}

async function elsewhere(chainId: number): Promise<string> {
  const { privateKeyToAccount } = await import('viem/accounts');
  const account = privateKeyToAccount(`0x${Buffer.from(evmKey.secret).toString('hex')}`);
  return account.signTransaction({ chainId, type: 'eip1559', to: account.address, gas: 21_000n, maxFeePerGas: 1n });
}
