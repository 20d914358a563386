import { z } from 'zod';
import { decimal, decimalNumber, opt } from '../schema.ts';
import { type StreamFilter, stream } from '../stream.ts';

const tokenFilter: StreamFilter[] = [{ name: 'tokenAddress', required: true, description: 'Mint of the token' }];
const walletFilter: StreamFilter[] = [
  { name: 'walletAddress', required: true, description: 'Solana address of the wallet' },
];

const network = opt(z.string());
/** Block times are seconds since the epoch. */
const place = { slot: z.number(), blockTime: z.number() };

/** `sizeSol`, `sizeUsd` and prices are decimals in whole units; `amountIn` and `amountOut` are JSON numbers. */
const swapPayload = z.object({
  tokenMint: z.string(),
  signature: z.string(),
  ...place,
  isBuy: z.boolean(),
  sizeSol: decimal(),
  sizeUsd: decimal(),
  priceUsd: decimal(),
  priceSol: decimal(),
  maker: opt(z.string()),
  inputMint: opt(z.string()),
  outputMint: opt(z.string()),
  inputDecimals: opt(z.number()),
  outputDecimals: opt(z.number()),
  amountIn: opt(decimalNumber()),
  amountOut: opt(decimalNumber()),
  tradeSource: opt(z.string()),
  poolAddress: opt(z.string()),
  fees: opt(
    z.object({
      gasLamports: opt(decimalNumber()),
      platform: opt(z.string()),
      platformFeeLamports: opt(decimalNumber()),
      mevFeeLamports: opt(decimalNumber()),
    }),
  ),
  blockHeight: opt(z.number()),
  blockHash: opt(z.string()),
  transactionIndex: opt(z.number()),
  network,
});

const poolPayload = z.object({
  tokenAddress: z.string(),
  tokenName: opt(z.string()),
  tokenSymbol: opt(z.string()),
  tokenDecimals: opt(z.number()),
  priceUsd: opt(decimal()),
  liquidityUsd: opt(decimal()),
  marketCapUsd: opt(decimal()),
  blockIndex: opt(z.number()),
  timestampUpdatedMs: opt(z.number()),
  network,
});

/** Balances are base units: lamports, or the token's own. */
const nativeBalancePayload = z.object({
  owner: z.string(),
  ...place,
  preBalance: opt(decimalNumber()),
  postBalance: decimalNumber(),
  network,
});

const tokenBalancePayload = nativeBalancePayload.extend({ mint: z.string(), decimals: opt(z.number()) });

/** The statistics' inner fields are not shown. */
const statsPayload = z.object({
  tokenAddress: z.string(),
  blockIndex: opt(z.number()),
  stats: opt(z.record(z.string(), z.unknown())),
  network,
});

const curvePayload = z.object({
  tokenAddress: z.string(),
  curveAddress: opt(z.string()),
  curveDexType: opt(z.string()),
  signature: opt(z.string()),
  ...place,
  blockHeight: opt(z.number()),
  blockHash: opt(z.string()),
  transactionIndex: opt(z.number()),
  network,
});

export const svmTokenSwaps = stream({
  id: 'svm.token.swaps',
  isSteady: true,
  visibility: 'public',
  source: 'contract',
  filters: tokenFilter,
  summary: 'Every swap of a Solana token',
  desk: 'Tape pane',
  payload: swapPayload,
});

export const svmTokenPoolInfo = stream({
  id: 'svm.token.poolInfo',
  isSteady: true,
  visibility: 'public',
  source: 'facts',
  filters: tokenFilter,
  summary: 'Price, liquidity and market cap of a Solana token',
  payload: poolPayload,
});

export const svmTokenBalances = stream({
  id: 'svm.token.balances',
  visibility: 'public',
  source: 'facts',
  filters: tokenFilter,
  summary: 'Holders of a Solana token whose balance changed',
  payload: tokenBalancePayload,
});

export const svmTokenDistributionStats = stream({
  id: 'svm.token.distributionStats',
  visibility: 'public',
  source: 'facts',
  filters: tokenFilter,
  summary: 'How a Solana token is spread over its holders',
  payload: statsPayload,
});

export const svmTokenHolderStats = stream({
  id: 'svm.token.holderStats',
  visibility: 'public',
  source: 'facts',
  filters: tokenFilter,
  summary: 'Holder counts of a Solana token',
  payload: statsPayload,
});

export const svmWalletNativeBalance = stream({
  id: 'svm.wallet.nativeBalance',
  visibility: 'public',
  source: 'facts',
  filters: walletFilter,
  summary: 'SOL balance of a wallet',
  payload: nativeBalancePayload,
});

export const svmWalletTokenBalances = stream({
  id: 'svm.wallet.tokenBalances',
  visibility: 'public',
  source: 'facts',
  filters: walletFilter,
  summary: 'Token balances of a Solana wallet',
  payload: tokenBalancePayload,
});

export const svmBondingCurveCreations = stream({
  id: 'svm.bondingCurve.creations',
  visibility: 'public',
  source: 'facts',
  filters: [],
  summary: 'New tokens on Solana bonding curves',
  desk: 'Signals pane',
  payload: curvePayload.extend({ creator: opt(z.string()) }),
});

export const svmBondingCurveGraduations = stream({
  id: 'svm.bondingCurve.graduations',
  visibility: 'public',
  source: 'facts',
  filters: [],
  summary: 'Solana tokens that left their bonding curve for a pool',
  desk: 'Signals pane',
  payload: curvePayload.extend({ destPoolAddress: opt(z.string()), destPoolDexType: opt(z.string()) }),
});
