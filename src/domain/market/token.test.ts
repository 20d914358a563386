import { expect, test } from 'vitest';
import { isAddress } from './chain.ts';
import { parseTokenId, quoteToken, quoteTokens, sameToken, tokenId } from './token.ts';

const usdcBase = { chain: 'base', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' } as const;

test('a token id is read back to the token', () => {
  for (const { chain, address } of quoteTokens)
    expect(parseTokenId(tokenId({ chain, address }))).toEqual({ chain, address });
});

test.each([
  '',
  'solana',
  'solana:',
  ':abc',
  'eth:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  'base:So11111111111111111111111111111111111111112',
  `base:${usdcBase.address}:x`,
])('%j is no token id', (text) => {
  expect(parseTokenId(text)).toBeNull();
});

test('the case of an EVM address means nothing, that of a Solana address everything', () => {
  expect(sameToken(usdcBase, { chain: 'base', address: usdcBase.address.toLowerCase() })).toBe(true);
  expect(sameToken(usdcBase, { chain: 'bsc', address: usdcBase.address })).toBe(false);
  const sol = { chain: 'solana', address: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN' } as const;
  expect(sameToken(sol, { ...sol })).toBe(true);
  expect(sameToken(sol, { chain: 'solana', address: sol.address.toLowerCase() })).toBe(false);
});

test('quote tokens are found by chain and address, with their own decimals', () => {
  for (const quote of quoteTokens) expect(isAddress(quote.chain, quote.address)).toBe(true);
  expect(quoteToken({ chain: 'base', address: usdcBase.address.toLowerCase() })).toMatchObject({
    symbol: 'USDC',
    decimals: 6,
  });
  expect(quoteToken({ chain: 'bsc', address: '0x55d398326f99059fF775485246999027B3197955' })).toMatchObject({
    symbol: 'USDT',
    decimals: 18,
  });
  expect(quoteToken({ chain: 'solana', address: 'So11111111111111111111111111111111111111112' })).toMatchObject({
    symbol: 'SOL',
    decimals: 9,
    kind: 'native',
  });
  expect(quoteToken({ chain: 'bsc', address: usdcBase.address })).toBeNull();
});
