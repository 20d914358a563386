import { expect, test } from 'vitest';
import { listWallets } from '../../protocol/endpoints/account.ts';
import { portfolioBalances } from '../../protocol/endpoints/portfolio.ts';
import { batchTokens } from '../../protocol/endpoints/tokens.ts';
import { wsAuth, wsStreams } from '../../protocol/endpoints/ws.ts';
import { inForm } from './answer-form.ts';

const wallets = [{ walletId: 'w', address: 'a', state: 'ACTIVE', chain: 'solana', label: null }];
const balances = {
  wallets: [
    { chain: 'bsc', walletAddress: 'a', nativeBalance: '1.5', nativeBalanceUsd: 2.5, nativeSymbol: 'BNB' },
    {
      chain: 'sui',
      walletAddress: 'b',
      nativeBalance: '123456789012345678901',
      nativeBalanceUsd: 0,
      nativeSymbol: 'SUI',
    },
  ],
  warnings: [],
};

test('the contract has everything in the envelope, and authorisation beside it too', () => {
  expect(inForm('contract', listWallets, wallets)).toEqual({ data: wallets, isBare: false });
  const auth = { auth: 'k:s' };
  expect(inForm('contract', wsAuth, auth)).toEqual({ data: auth, isBare: false, beside: auth });
});

test('published answers leave out what is empty, state and chain of wallets, and the envelope of sockets', () => {
  expect(inForm('published', listWallets, wallets)).toEqual({ data: [{ walletId: 'w', address: 'a' }], isBare: false });
  expect(inForm('published', batchTokens, { tokens: [], notFound: [], invalid: ['x'] })).toEqual({
    data: { tokens: [], invalid: ['x'] },
    isBare: false,
  });
  expect(inForm('published', wsStreams, { streams: [] })).toEqual({ data: { streams: [] }, isBare: true });
});

test('loose answers are bare, with other spellings and other types that mean the same', () => {
  expect(inForm('loose', portfolioBalances, balances)).toEqual({
    isBare: true,
    data: {
      wallets: [
        { chain: 'BSC', walletAddress: 'a', nativeBalance: 1.5, nativeBalanceUsd: '2.5', nativeSymbol: 'BNB' },
        // As a number it would lose digits.
        {
          chain: 'sui',
          walletAddress: 'b',
          nativeBalance: '123456789012345678901',
          nativeBalanceUsd: '0',
          nativeSymbol: 'SUI',
        },
      ],
    },
  });
});
