import { expect, test } from 'vitest';
import type { z } from 'zod';
import { readChain } from '../../domain/market/chain.ts';
import { epochMs } from '../../domain/time/epoch.ts';
import type { AnyStream } from '../stream.ts';
import * as evm from './evm.ts';
import * as svm from './svm.ts';

type Example = Readonly<Record<string, unknown>>;

/** A payload with every field that the published clients know: first those that are always there, then the others. */
const examples: readonly (readonly [AnyStream, Example, Example])[] = [
  [
    svm.svmTokenSwaps,
    {
      tokenMint: 'm',
      signature: 's',
      slot: 1,
      blockTime: 1_700_000_000,
      isBuy: true,
      sizeSol: '1.5',
      sizeUsd: '150.0',
      priceUsd: '100.0',
      priceSol: '0.5',
    },
    {
      network: 'sol',
      blockHeight: 1,
      blockHash: 'h',
      transactionIndex: 4,
      maker: 'w',
      inputMint: 'a',
      outputMint: 'b',
      inputDecimals: 9,
      outputDecimals: 6,
      amountIn: '18446744073709551615',
      amountOut: '5',
      tradeSource: 'pump',
      poolAddress: 'p',
      location: 'fra',
      fees: {
        gasLamports: '5000',
        computeUnitsConsumed: '90000',
        platform: 'x',
        platformFeeLamports: '1',
        mevFeeLamports: '2',
      },
    },
  ],
  [
    svm.svmTokenPoolInfo,
    { tokenAddress: 'm' },
    {
      tokenName: 'n',
      tokenSymbol: 'S',
      tokenDecimals: 6,
      blockIndex: 3,
      timestampUpdatedMs: 1_700_000_000_000,
      network: 'sol',
      priceUsd: '1.5',
    },
  ],
  ...[svm.svmTokenBalances, svm.svmWalletTokenBalances].map(
    (stream) =>
      [
        stream,
        { mint: 'm', owner: 'o', slot: 1, blockTime: 2, postBalance: '18446744073709551615' },
        { decimals: 6, preBalance: '0', network: 'sol' },
      ] as const,
  ),
  [
    svm.svmWalletNativeBalance,
    { owner: 'o', slot: 1, blockTime: 2, postBalance: '5' },
    { preBalance: '4', network: 'sol' },
  ],
  [
    svm.svmTokenDistributionStats,
    { tokenAddress: 'm' },
    {
      network: 'sol',
      blockIndex: 9,
      stats: {
        holderCount: '1500',
        developer: 'd',
        developerBalance: '31000000000000000',
        top10Holders: ['a', 'b'],
        top10HolderBalances: '184000000000000000',
        sniperBalances: '1',
        sniperCount: '2',
        proTraderBalances: '3',
        proTraderCount: '4',
        freshieBalances: '5',
        freshieCount: '6',
        insiderBalances: '7',
        insiderCount: '8',
        bundlerBalances: '9',
        bundlerCount: '10',
      },
    },
  ],
  [
    svm.svmTokenHolderStats,
    { tokenAddress: 'm' },
    {
      network: 'sol',
      blockIndex: 9,
      stats: {
        boughtUsd: '120.5',
        boughtNative: '0.8',
        boughtTokens: '900',
        soldUsd: '0',
        soldNative: '0',
        soldTokens: '0',
        buysCount: '2',
        sellsCount: '0',
        firstTransactionMs: 1_700_000_000_000,
        isTokenDev: false,
        tokenBalance: '900',
        avgBuyPriceUsd: '0.0000001',
        avgSellPriceUsd: '0.2',
      },
    },
  ],
  [
    svm.svmBondingCurveCreations,
    { tokenAddress: 'm', slot: 1, blockTime: 2 },
    {
      curveAddress: 'c',
      curveDexType: 'pump',
      creator: 'd',
      signature: 's',
      blockHeight: 1,
      blockHash: 'h',
      network: 'sol',
      transactionIndex: 0,
    },
  ],
  [
    svm.svmBondingCurveGraduations,
    { tokenAddress: 'm', slot: 1, blockTime: 2 },
    {
      curveAddress: 'c',
      curveDexType: 'pump',
      signature: 's',
      blockHeight: 1,
      blockHash: 'h',
      network: 'sol',
      transactionIndex: 0,
      destPoolAddress: 'p',
      destPoolDexType: 'raydium',
    },
  ],
  [
    evm.evmTokenSwaps,
    {
      tokenAddress: '0xa',
      txHash: '0xb',
      chainId: 8453,
      timestamp: 1_700_000_000,
      isBuy: false,
      amountNative: '0.1',
      amountUsd: '250',
      priceNative: '0.01',
      priceUsd: '25',
    },
    {
      blockNumber: 1,
      blockHash: '0xc',
      txIndex: 3,
      tokenDecimals: 18,
      tokenInAddress: '0xd',
      tokenOutAddress: '0xe',
      amountIn: '340282366920938463463374607431768211456',
      amountOut: '1',
      network: 'base',
      poolAddress: '0xf',
      recipient: '0x1',
      maker: '0x2',
      inferredDexType: 'v3',
      platformName: 'Uniswap',
    },
  ],
  [
    evm.evmTokenPoolInfo,
    { tokenAddress: '0xa' },
    {
      chainId: 56,
      tokenName: 'n',
      tokenSymbol: 'S',
      tokenDecimals: 18,
      blockNumber: 1,
      network: 'bsc',
      timestampUpdatedMs: 1_700_000_000_000,
      totalSupply: '1000000',
      priceUsd: '1',
      priceNative: '0.1',
      liquidityUsd: '5',
      marketCapUsd: '6',
    },
  ],
  ...[evm.evmTokenBalances, evm.evmWalletTokenBalances].map(
    (stream) =>
      [
        stream,
        { tokenAddress: '0xa', owner: '0xb', chainId: 1, balance: '340282366920938463463374607431768211456' },
        { blockNumber: 1, blockTime: 2, decimals: 18, network: 'eth' },
      ] as const,
  ),
  [
    evm.evmWalletNativeBalance,
    { owner: '0xb', chainId: 8453, balance: '5' },
    { blockNumber: 1, blockTime: 2, network: 'base' },
  ],
];

const read = ({ payload }: { readonly payload: z.ZodType }, data: unknown) => payload.parse(data);

/** Chains get their one name, times their one unit. */
const asRead = (example: Example): Example =>
  Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      if (name === 'network') return [name, readChain(value) ?? value];
      return [name, name === 'blockTime' || name === 'timestamp' ? epochMs(value) : value];
    }),
  );

test('every Solana and EVM stream has its example', () => {
  const all = [...Object.values(svm), ...Object.values(evm)].map(({ id }) => id);
  expect(examples.map(([{ id }]) => id).sort()).toEqual(all.sort());
});

test.each(examples.map(([stream, always, maybe]) => [stream.id, stream, always, maybe] as const))(
  '%s keeps every field that is there, and reads what is absent or null',
  (_, stream, always, maybe) => {
    expect(read(stream, { ...always, ...maybe, novelty: 1 })).toEqual(asRead({ ...always, ...maybe }));
    expect(read(stream, always)).toEqual(asRead(always));
    const nulls = Object.fromEntries(Object.keys(maybe).map((name) => [name, null]));
    expect(read(stream, { ...always, ...nulls })).toEqual(asRead({ ...always, ...nulls }));
    for (const name of Object.keys(always))
      expect(stream.payload.safeParse({ ...always, [name]: undefined }).success, name).toBe(false);
  },
);

test.each([svm.svmTokenDistributionStats, svm.svmTokenHolderStats])('each figure of $id may be missing', (stream) => {
  const stats = (examples.find(([{ id }]) => id === stream.id)?.[2]['stats'] ?? {}) as Example;
  for (const name of Object.keys(stats)) {
    const { [name]: _, ...others } = stats;
    expect(read(stream, { tokenAddress: 'm', stats: others })).toEqual({ tokenAddress: 'm', stats: others });
    const withNull = { tokenAddress: 'm', stats: { ...stats, [name]: null } };
    expect(read(stream, withNull)).toEqual(withNull);
  }
  expect(read(stream, { tokenAddress: 'm', stats: {} })).toEqual({ tokenAddress: 'm', stats: {} });
});

test('counts come as numbers or text, balances as text or numbers, and one bad holder keeps the others', () => {
  const stats = { holderCount: 7, sniperBalances: 12, sniperCount: '3', top10Holders: ['a', 5] };
  expect(read(svm.svmTokenDistributionStats, { tokenAddress: 'm', stats })).toEqual({
    tokenAddress: 'm',
    stats: {
      holderCount: '7',
      sniperBalances: '12',
      sniperCount: '3',
      top10Holders: ['a', { unreadable: expect.any(String) }],
    },
  });
});
