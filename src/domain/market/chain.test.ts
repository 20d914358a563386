import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allChains,
  chains,
  chainsOfAddress,
  contractChains,
  groupChain,
  isAddress,
  isChain,
  readChain,
} from './chain.ts';

test('every chain knows its native address as an address', () => {
  for (const chain of allChains) expect(isAddress(chain, chains[chain].nativeAddress)).toBe(true);
});

test('numbers and names are those of the published clients', () => {
  const facts = Object.values(chains).map(({ network, allowedNetwork, chainId }) => [network, allowedNetwork, chainId]);
  expect(facts).toEqual([
    ['sol', 6, null],
    ['base', 1, 8453],
    ['bsc', 4, 56],
    ['monad', 7, 143],
  ]);
  expect(contractChains).toEqual(['solana', 'base', 'bsc']);
});

test('only the four names are chains', () => {
  expect(isChain('monad')).toBe(true);
  for (const name of ['Solana', 'eth', '', '__proto__', 'toString']) expect(isChain(name)).toBe(false);
});

test.each([
  ['11111111111111111111111111111111', true],
  ['JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', true],
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', true],
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTD', false],
  ['1111111111111111111111111111111', false],
  ['111111111111111111111111111111111', false],
  ['zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', false],
  ['0PjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', false],
  ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', false],
  ['', false],
])('Solana address %s: %s', (text, isOne) => {
  expect(isAddress('solana', text)).toBe(isOne);
});

test.each([
  ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', true],
  ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', true],
  ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA0291', false],
  ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA029130', false],
  ['0X833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', false],
  ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA0291g', false],
  ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913\n', false],
])('EVM address %j: %s', (text, isOne) => {
  expect(isAddress('base', text)).toBe(isOne);
});

const spellings = {
  solana: ['solana', 'sol', 'svm', '6', 6],
  base: ['base', '1', 1],
  bsc: ['bsc', '4', 4],
  monad: ['monad', '7', 7],
} as const;

test('a chain is read in every spelling, in any case', () => {
  const spelt = fc.constantFrom(...allChains).chain((chain) => {
    const spelling = fc.constantFrom(...spellings[chain]);
    const inAnyCase = fc
      .tuple(spelling, fc.nat())
      .map(([text, upper]) =>
        typeof text === 'number'
          ? text
          : [...text].map((letter, at) => ((upper >> at) % 2 ? letter.toUpperCase() : letter)).join(''),
      );
    return fc.tuple(fc.constant(chain), inAnyCase);
  });
  fc.assert(fc.property(spelt, ([chain, text]) => readChain(text) === chain));
});

test.each(['eth', 'avax', 'sui', 'evm', '', '0', 0, 8453, null, undefined, {}, 'constructor', '__proto__'])(
  '%j is none of the chains',
  (value) => expect(readChain(value)).toBeNull(),
);

test('an address fits Solana or every EVM chain', () => {
  expect(chainsOfAddress(chains.solana.nativeAddress)).toEqual(['solana']);
  expect(chainsOfAddress(chains.base.nativeAddress)).toEqual(['base', 'bsc', 'monad']);
  expect(chainsOfAddress('hello')).toEqual([]);
});

test('groups call Solana by its family', () => {
  expect(allChains.map(groupChain)).toEqual(['svm', 'base', 'bsc', 'monad']);
});
