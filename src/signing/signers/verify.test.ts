import { getBase58Encoder, getTransactionDecoder, getTransactionEncoder } from '@solana/kit';
import { type Hex, keccak256, parseTransaction, recoverTransactionAddress, serializeTransaction } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import type { UnsignedTransaction } from '../swap-order.ts';
import { signingPayload } from './check-unsigned.ts';
import { addressOf, type PrivateKey, signBytesWith } from './private-key.ts';
import type { SignerAnswer } from './signer-answer.ts';
import {
  evmKey,
  evmOwner,
  otherEvmKey,
  otherSvmKey,
  svmKey,
  svmOwner,
  unsignedEvm,
  unsignedSvm,
} from './transactions.fixture.ts';
import { finishEvm } from './verify-evm.ts';
import { finishSvm } from './verify-svm.ts';

const signature = async (key: PrivateKey, unsigned: UnsignedTransaction): Promise<SignerAnswer> => ({
  kind: 'signature',
  signature: await signBytesWith(key, await signingPayload(unsigned, await addressOf(key))),
});
const whole = (encoded: string): SignerAnswer => ({ kind: 'transaction', encoded });

describe('a Solana transaction', () => {
  const unsigned = unsignedSvm(svmOwner);
  const finish = (answer: SignerAnswer, of = unsigned) => finishSvm(of, svmOwner, answer);
  const signed = async (of = unsigned, key = svmKey) =>
    (await finishSvm(of, await addressOf(key), await signature(key, of))).encoded;
  const changed = (encoded: string, change: (bytes: Buffer) => Buffer): SignerAnswer =>
    whole(change(Buffer.from(encoded, 'base64')).toString('base64'));

  test('is the same from a signature and from a whole transaction, and named by its first signature', async () => {
    const answer = await signature(svmKey, unsigned);
    const result = await finish(answer);
    expect(result.chain).toBe('solana');
    expect(answer).toEqual({ kind: 'signature', signature: result.txHash });
    const bytes = Buffer.from(result.encoded, 'base64');
    expect(bytes.subarray(1, 65)).toEqual(Buffer.from(getBase58Encoder().encode(result.txHash)));
    expect(bytes.subarray(65)).toEqual(Buffer.from(unsigned.encoded, 'base64').subarray(65));
    expect(await finish(whole(result.encoded))).toEqual(result);
  });

  test.each([1, 30, 64])('with a wrong bit in byte %d of its signature is not by the owner', async (at) => {
    const flip = (bytes: Buffer) => {
      bytes[at]! ^= 1;
      return bytes;
    };
    await expect(finish(changed(await signed(), flip))).rejects.toMatchObject({ code: 'WRONG_KEY' });
  });

  test('that is another one is refused, though the owner signed it', async () => {
    const other = await signed(unsignedSvm(svmOwner, 5_001n));
    await expect(finish(whole(other))).rejects.toMatchObject({ code: 'CHANGED' });
    await expect(finish(await signature(svmKey, unsignedSvm(svmOwner, 5_001n)))).rejects.toMatchObject({
      code: 'WRONG_KEY',
    });
  });

  test.each([
    ['what follows it', (bytes: Buffer) => Buffer.concat([bytes, Buffer.of(0)])],
    ['a missing end', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['nothing', () => Buffer.of()],
  ])('with %s is none', async (_, change) => {
    await expect(finish(changed(await signed(), change))).rejects.toMatchObject({ code: 'GARBAGE' });
  });

  test('without a signature is not signed', async () => {
    await expect(finish(whole(unsigned.encoded))).rejects.toMatchObject({ code: 'WRONG_KEY' });
    await expect(finish({ kind: 'signature', signature: '1'.repeat(64) })).rejects.toMatchObject({ code: 'WRONG_KEY' });
  });

  test.each(['', 'x', '0', '1'.repeat(63), '1'.repeat(65), 'z'.repeat(88)])('signature %j is none', async (text) => {
    await expect(finish({ kind: 'signature', signature: text })).rejects.toMatchObject({ code: 'GARBAGE' });
  });

  test('signed with another key is not by the owner', async () => {
    const other = await addressOf(otherSvmKey);
    const two = unsignedSvm(svmOwner, 1n, [other]);
    const byOther = await signBytesWith(otherSvmKey, await signingPayload(two, other));
    await expect(finish({ kind: 'signature', signature: byOther }, two)).rejects.toMatchObject({ code: 'WRONG_KEY' });
  });

  test('that somebody else has to sign too keeps that signature, and is not finished without it', async () => {
    const other = await addressOf(otherSvmKey);
    const two = unsignedSvm(svmOwner, 1n, [other]);
    await expect(finish(await signature(svmKey, two), two)).rejects.toMatchObject({ code: 'GARBAGE' });
    const half = getTransactionDecoder().decode(Buffer.from(two.encoded, 'base64'));
    const byOther = getBase58Encoder().encode(await signBytesWith(otherSvmKey, await signingPayload(two, other)));
    const withOther = (given: ArrayLike<number>): UnsignedTransaction => ({
      chain: 'solana',
      encoded: Buffer.from(
        getTransactionEncoder().encode({
          ...half,
          signatures: { ...half.signatures, [other]: new Uint8Array(Buffer.from(given)) },
        } as typeof half),
      ).toString('base64'),
    });
    const begun = withOther(byOther);
    const finished = await finish(await signature(svmKey, begun), begun);
    // The same answer, for a transaction that came with another signature of theirs.
    const damaged = withOther(Buffer.from(byOther).fill(7, 0, 4));
    await expect(finish(whole(finished.encoded), damaged)).rejects.toMatchObject({ code: 'CHANGED' });
    await expect(finish(await signature(svmKey, damaged), damaged)).rejects.toMatchObject({ code: 'WRONG_KEY' });
  });
});

describe('an EVM transaction', () => {
  const account = privateKeyToAccount(`0x${Buffer.from(evmKey.secret).toString('hex')}`);
  const unsigned = unsignedEvm();
  const finish = (answer: SignerAnswer, of = unsigned) => finishEvm(of, evmOwner, answer);
  const byViem = (of = unsigned) => account.signTransaction(parseTransaction(of.encoded as Hex) as never);

  test.each(['legacy', 'eip2930', 'eip1559'] as const)('of type %s is what viem makes of it', async (type) => {
    const of = unsignedEvm(type);
    const expected = await byViem(of);
    const result = { chain: 'base', encoded: expected, txHash: keccak256(expected) };
    expect(await finish(await signature(evmKey, of), of)).toEqual(result);
    expect(await finish(whole(expected), of)).toEqual(result);
    expect(await finish(whole(expected.toUpperCase().replace('0X', '0x')), of)).toEqual(result);
    expect(await recoverTransactionAddress({ serializedTransaction: expected as never })).toBe(evmOwner);
  });

  test('takes a parity for v', async () => {
    const given = await signature(evmKey, unsigned);
    if (given.kind !== 'signature') throw new Error('it is a signature');
    const v = given.signature.slice(-2);
    const parity = given.signature.slice(0, -2) + (v === '1b' ? '00' : '01');
    expect(await finish({ kind: 'signature', signature: parity })).toEqual(await finish(given));
    const otherParity = given.signature.slice(0, -2) + (v === '1b' ? '1c' : '1b');
    await expect(finish({ kind: 'signature', signature: otherParity })).rejects.toMatchObject({ code: 'WRONG_KEY' });
  });

  test('with the high one of both signatures is refused, though its key is the owner’s', async () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const given = await signature(evmKey, unsigned);
    if (given.kind !== 'signature') throw new Error('it is a signature');
    const s = order - BigInt(`0x${given.signature.slice(66, 130)}`);
    const high = `${given.signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${given.signature.endsWith('1b') ? '1c' : '1b'}`;
    await expect(finish({ kind: 'signature', signature: high })).rejects.toMatchObject({ code: 'GARBAGE' });
    const { r, yParity } = parseTransaction(await byViem());
    const wire = serializeTransaction(parseTransaction(unsigned.encoded as Hex) as never, {
      r: r as Hex,
      s: `0x${s.toString(16).padStart(64, '0')}`,
      yParity: yParity === 0 ? 1 : 0,
    });
    await expect(finish(whole(wire))).rejects.toMatchObject({ code: 'GARBAGE' });
  });

  test.each([
    ['value', unsignedEvm('eip1559', { value: '0.02' })],
    ['type', unsignedEvm('eip2930')],
    ['kind', unsignedEvm('legacy')],
    ['chain', unsignedEvm('eip1559', { chainId: 56 })],
  ])('of another %s is refused, though the owner signed it', async (_, other) => {
    await expect(finish(whole(await byViem(other)))).rejects.toMatchObject({ code: 'CHANGED' });
  });

  test('signed for another chain the old way is refused', async () => {
    const legacy = unsignedEvm('legacy');
    const other = await byViem(unsignedEvm('legacy', { chainId: 56 }));
    await expect(finish(whole(other), legacy)).rejects.toMatchObject({ code: 'CHANGED' });
  });

  test('signed with another key is not by the owner', async () => {
    await expect(finish(await signature(otherEvmKey, unsigned))).rejects.toMatchObject({ code: 'WRONG_KEY' });
    await expect(finish({ kind: 'signature', signature: `0x${'11'.repeat(64)}1b` })).rejects.toMatchObject({
      code: 'WRONG_KEY',
    });
  });

  test('whose encoding is not the shortest, or that goes on, is refused', async () => {
    const signed = await byViem();
    await expect(finish(whole(`${signed}00`))).rejects.toMatchObject({
      code: expect.stringMatching(/GARBAGE|CHANGED/),
    });
    await expect(finish(whole(signed.slice(0, -2)))).rejects.toMatchObject({ code: 'GARBAGE' });
    await expect(finish(whole(unsigned.encoded))).rejects.toMatchObject({ code: 'GARBAGE' });
  });

  test.each(['', '0x', '0x00', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(64)}1b`, `0x${'11'.repeat(64)}25`])(
    'signature %j is none',
    async (text) => {
      await expect(finish({ kind: 'signature', signature: text })).rejects.toMatchObject({ code: 'GARBAGE' });
    },
  );
});

describe('nothing is signed but', () => {
  const refused = (unsigned: UnsignedTransaction, owner: string) =>
    expect(signingPayload(unsigned, owner)).rejects.toMatchObject({ code: 'REFUSED' });

  test('a Solana transaction that the owner has to sign', async () => {
    await refused(unsignedSvm(svmOwner), await addressOf(otherSvmKey));
    for (const encoded of ['', 'AAAA', 'hello', `${unsignedSvm(svmOwner).encoded}AAAA`])
      await refused({ chain: 'solana', encoded }, svmOwner);
  });

  test('an unsigned EVM transaction for this chain', async () => {
    const { encoded } = unsignedEvm();
    await refused({ chain: 'bsc', encoded }, evmOwner);
    await refused({ chain: 'base', encoded: `${encoded}00` }, evmOwner);
    await refused({ chain: 'base', encoded: '0x' }, evmOwner);
    const account = privateKeyToAccount(`0x${'46'.repeat(32)}`);
    await refused(
      { chain: 'base', encoded: await account.signTransaction(parseTransaction(encoded as Hex) as never) },
      evmOwner,
    );
    const anyChain = serializeTransaction({
      type: 'legacy',
      nonce: 1,
      gas: 21_000n,
      gasPrice: 1n,
      to: '0x3535353535353535353535353535353535353535',
    });
    await refused({ chain: 'base', encoded: anyChain }, evmOwner);
    // A message to sign in to something is no transaction either.
    await refused(
      { chain: 'base', encoded: `0x${Buffer.from('\x19Ethereum Signed Message:\n5hello').toString('hex')}` },
      evmOwner,
    );
  });
});
