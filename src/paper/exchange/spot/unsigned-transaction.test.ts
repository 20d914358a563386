import { describe, expect, test } from 'vitest';
import { isAddress } from '../../../domain/chain.ts';
import { seededRandom } from '../../../platform/random.ts';
import { decodeBase58, svmAddress, svmSignature } from './paper-addresses.ts';
import { spotFixture } from './spot.fixture.ts';
import {
  approvalTransaction,
  blockhashAt,
  evmTransaction,
  paperProgram,
  paperRouter,
  svmTransaction,
} from './unsigned-transaction.ts';

test('made-up Solana addresses and signatures always have their length in bytes', () => {
  const random = seededRandom(1);
  for (let i = 0; i < 500; i++) {
    expect(isAddress('solana', svmAddress(random))).toBe(true);
    expect(decodeBase58(svmSignature(random))).toHaveLength(64);
  }
  expect(isAddress('solana', paperProgram)).toBe(true);
  expect(isAddress('base', paperRouter)).toBe(true);
});

test('base58 that is not base58 is refused', () => {
  expect(decodeBase58('0OIl')).toBeNull();
  expect(decodeBase58('11')).toEqual(new Uint8Array([0, 0]));
});

describe('unsigned transactions', () => {
  test('the Solana one reads back as a v0 message with one empty signature', () => {
    const { spot, token } = spotFixture();
    const [sol, jup] = [token('solana', 'SOL'), token('solana', 'JUP')];
    const plan = spot.swaps.plan({
      chain: 'solana',
      inputMint: sol.address,
      outputMint: jup.address,
      amount: '1000000',
    });
    const payer = svmAddress(seededRandom(2));
    const bytes = [...Buffer.from(svmTransaction(plan, payer, 77n, blockhashAt(spot.nowMs)), 'base64')];
    const take = (count: number) => bytes.splice(0, count);
    expect(take(1)).toEqual([1]);
    expect(take(64).every((byte) => byte === 0)).toBe(true);
    expect(take(1)).toEqual([0x80]);
    expect(take(3)).toEqual([1, 0, 3]);
    expect(take(1)).toEqual([4]);
    const keys = [0, 1, 2, 3].map(() => new Uint8Array(take(32)));
    expect(keys).toEqual([payer, sol.address, jup.address, paperProgram].map(decodeBase58));
    expect(new Uint8Array(take(32))).toEqual(decodeBase58(blockhashAt(spot.nowMs)));
    expect(take(2)).toEqual([1, 3]);
    expect(take(4)).toEqual([3, 0, 1, 2]);
    expect(take(1)).toEqual([16]);
    const data = Buffer.from(take(16));
    expect([data.readBigUInt64LE(0), data.readBigUInt64LE(8)]).toEqual([1_000_000n, 77n]);
    expect(bytes).toEqual([0]);
  });

  test('the EVM ones carry value for the native coin and an exact approval for a token', () => {
    const { spot, token } = spotFixture();
    const [eth, aero] = [token('base', 'ETH').address, token('base', 'AERO').address];
    const plan = (inputMint: string, outputMint: string) =>
      spot.swaps.plan({ chain: 'base', inputMint, outputMint, amount: '1000000000000000000' });
    expect(evmTransaction(plan(eth, aero), 5n)).toMatchObject({ to: paperRouter, value: '1000000000000000000' });
    expect(evmTransaction(plan(aero, eth), 5n).value).toBe('0');
    const approval = approvalTransaction(plan(aero, eth));
    expect(approval.to).toBe(aero);
    expect(approval.data).toBe(
      `0x095ea7b3${paperRouter.slice(2).padStart(64, '0')}${(10n ** 18n).toString(16).padStart(64, '0')}`,
    );
  });
});
