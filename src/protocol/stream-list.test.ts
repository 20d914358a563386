import { expect, test } from 'vitest';
import { allStreams } from './stream-list.ts';
import { evmTokenSwaps } from './streams/evm.ts';
import { svmTokenSwaps, svmWalletNativeBalance } from './streams/svm.ts';
import { portfolioNotifications } from './streams/user.ts';

/** Copied by hand from what the published clients subscribe to. */
const catalog: Record<string, string[]> = {
  'svm.token.swaps': ['tokenAddress'],
  'svm.token.poolInfo': ['tokenAddress'],
  'svm.token.balances': ['tokenAddress'],
  'svm.token.distributionStats': ['tokenAddress'],
  'svm.token.holderStats': ['tokenAddress'],
  'svm.wallet.nativeBalance': ['walletAddress'],
  'svm.wallet.tokenBalances': ['walletAddress'],
  'svm.bondingCurve.creations': [],
  'svm.bondingCurve.graduations': [],
  'evm.token.swaps': ['chainId', 'tokenAddress'],
  'evm.token.poolInfo': ['chainId', 'tokenAddress'],
  'evm.token.balances': ['chainId', 'tokenAddress'],
  'evm.wallet.nativeBalance': ['walletAddress'],
  'evm.wallet.tokenBalances': ['walletAddress'],
  'alpha.signalFeedGlobal': [],
  'alpha.signalFeedPersonal': [],
  'alpha.signalFeedProfile': ['profileId'],
  'alpha.signalFeedNamed': ['feedId'],
  'alpha.personal': [],
  'portfolio.notifications': [],
  'automation.updates': [],
};
const presence = [
  'alpha.signalFeedPersonal',
  'alpha.signalFeedProfile',
  'alpha.signalFeedNamed',
  'alpha.personal',
  'portfolio.notifications',
  'automation.updates',
];

test('every stream is here once, with its filters and visibility', () => {
  expect(Object.fromEntries(allStreams.map(({ id, filters }) => [id, filters.map(({ name }) => name)]))).toEqual(
    catalog,
  );
  expect(allStreams).toHaveLength(Object.keys(catalog).length);
  expect(allStreams.filter(({ visibility }) => visibility === 'presence').map(({ id }) => id)).toEqual(presence);
});

test.each(['Global', 'Personal', 'Profile', 'Named'])('the feed %s is known by both spellings', (feed) => {
  const { aliases } = allStreams.find(({ id }) => id === `alpha.signalFeed${feed}`)!;
  expect(aliases).toEqual([`alpha.signalFeed.${feed.toLowerCase()}`]);
});

const svmSwap = {
  tokenMint: 'mint',
  signature: 'sig',
  slot: 5,
  blockTime: 1_700_000_000,
  isBuy: true,
  sizeSol: '1.5',
  sizeUsd: '300.10',
  priceUsd: 1e-7,
  priceSol: '0.00001',
};

test('a swap with only the required fields is read, numbers count as text, and unknown fields are dropped', () => {
  expect(svmTokenSwaps.payload.parse({ ...svmSwap, maker: null, novelty: 'x' })).toEqual({
    ...svmSwap,
    blockTime: svmSwap.blockTime * 1000,
    priceUsd: '0.0000001',
    maker: null,
  });
});

test('a swap without its side or price is not read as one', () => {
  for (const field of ['isBuy', 'priceUsd', 'sizeSol'])
    expect(svmTokenSwaps.payload.safeParse({ ...svmSwap, [field]: undefined }).success).toBe(false);
});

test('EVM swaps and lamports keep their digits', () => {
  const swap = evmTokenSwaps.payload.parse({
    tokenAddress: '0xa',
    txHash: '0xb',
    chainId: 8453,
    blockNumber: 1,
    timestamp: 1,
    isBuy: false,
    amountNative: '0.1',
    amountUsd: '250',
    priceNative: '0.01',
    priceUsd: '25',
    amountIn: '340282366920938463463374607431768211456',
  });
  expect(swap.amountIn).toBe('340282366920938463463374607431768211456');
  const balance = svmWalletNativeBalance.payload.parse({
    owner: 'o',
    slot: 1,
    blockTime: 1,
    postBalance: 9007199254740991,
  });
  expect(balance.postBalance).toBe('9007199254740991');
});

test('a notification of an unknown kind is still a notification', () => {
  expect(portfolioNotifications.payload.parse({ type: 'airdrop', taskId: 't' })).toEqual({
    type: 'airdrop',
    taskId: 't',
  });
});
