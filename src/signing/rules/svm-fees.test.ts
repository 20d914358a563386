import { expect, test } from 'vitest';
import { decodeSvm } from '../decode/decode-svm.ts';
import { encodeSvm, honestSvm, type SvmSwap, svmOrder } from './honest.fixture.ts';
import { mostFee } from './svm-fees.ts';

const feeOf = (swap: SvmSwap): bigint => mostFee(decodeSvm(new Uint8Array(Buffer.from(encodeSvm(swap), 'base64'))), 1);

test('a signature and the priority fee for the units that are asked for', async () => {
  expect(feeOf(await honestSvm(svmOrder))).toBe(5_000n + 200_000n / 20n);
});

test('units that nobody asked for are those of each instruction, and the price has a few of its own', async () => {
  const honest = await honestSvm(svmOrder);
  const swap = { ...honest, before: honest.before.slice(1, 2), after: [] };
  expect(feeOf(swap)).toBe(5_000n + 203_000n / 20n);
});

test('and no more than a transaction may use', async () => {
  const honest = await honestSvm(svmOrder);
  const after = Array.from({ length: 7 }, () => honest.swap);
  expect(feeOf({ ...honest, before: honest.before.slice(1, 2), after })).toBe(5_000n + 1_400_000n / 20n);
});
