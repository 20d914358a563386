import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPlainSwap } from './plain-swap.ts';
import { svmTokenSwaps } from './svm.ts';

const ordinary = {
  tokenMint: 'So11111111111111111111111111111111111111112',
  signature: '5'.repeat(88),
  slot: 300_000_000,
  blockTime: 1_790_000_000,
  isBuy: true,
  sizeSol: '1.5',
  sizeUsd: 212.25,
  priceUsd: '141.5',
  priceSol: '1',
  maker: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  inputMint: null,
  inputDecimals: 9,
  amountIn: 1_500_000_000,
  amountOut: '212250000',
  tradeSource: 'pump',
  location: 'fra',
  fees: { gasLamports: 5000, platform: 'photon', mevFeeLamports: null, unknown: 1 },
  network: 'sol',
  unknown: { deep: true },
};

const names = [...Object.keys(svmTokenSwaps.payload.shape), 'unknown', '__proto__', 'toString'];
const feeNames = ['gasLamports', 'computeUnitsConsumed', 'platform', 'platformFeeLamports', 'mevFeeLamports'];

const anyValue = fc.oneof(
  fc.constantFrom('sol', 'SOLANA', 'bsc', 'moon', '', '1e-7', 'a\u001b[31mb', '1'.repeat(201), 'é'.repeat(3000)),
  fc.constantFrom<unknown>(0, -0, 1e-7, 1e21, -5, 0.1, 1_790_000_000, 1_790_000_000_000, 9e15, 2 ** 53),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.dictionary(fc.constantFrom(...feeNames), fc.oneof(fc.double(), fc.string(), fc.constant(null))),
);

test('A swap is read as its schema reads it, or left to the schema.', () => {
  const changes = fc.array(fc.tuple(fc.constantFrom(...names), fc.option(anyValue, { nil: undefined })), {
    maxLength: 3,
  });
  fc.assert(
    fc.property(changes, (changed) => {
      const sent = JSON.parse(JSON.stringify({ ...ordinary, ...Object.fromEntries(changed) }));
      const plain = readPlainSwap(sent);
      const bySchema = svmTokenSwaps.payload.safeParse(sent);
      if (!bySchema.success) expect(plain).toBeNull();
      else if (plain !== null) expect(plain).toStrictEqual(bySchema.data);
    }),
    { numRuns: 2_000 },
  );
});

test('An ordinary swap does not need the schema, and no field is missed.', () => {
  expect(readPlainSwap(ordinary)).toStrictEqual(svmTokenSwaps.payload.parse(ordinary));
  const whole = Object.fromEntries(names.map((name) => [name, Reflect.get(ordinary, name) ?? null]));
  expect(Object.keys(readPlainSwap(whole) ?? {})).toEqual(Object.keys(svmTokenSwaps.payload.shape));
});

// As 1e999 is parsed.
const infinite = Number.POSITIVE_INFINITY;

test.each([
  null,
  undefined,
  'swap',
  [],
  [ordinary],
  {},
  { ...ordinary, sizeUsd: infinite },
  { ...ordinary, slot: infinite },
])('Anything else is left to the schema: %j.', (data) => {
  expect(readPlainSwap(data)).toBeNull();
});
