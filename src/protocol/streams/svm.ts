import { z } from 'zod';
import { anything, chainName, decimal, decimalNumber, opt, safeText, time, verbatim } from '../schema.ts';
import { type StreamFilter, stream } from '../stream.ts';

const tokenFilter: StreamFilter[] = [{ name: 'tokenAddress', required: true, description: 'Mint of the token' }];
const walletFilter: StreamFilter[] = [
  { name: 'walletAddress', required: true, description: 'Solana address of the wallet' },
];

const network = opt(chainName());
/** Block times are seconds since the epoch. */
const place = { slot: z.number(), blockTime: time() };

/** `sizeSol`, `sizeUsd` and prices are decimals in whole units; `amountIn` and `amountOut` are JSON numbers. */
const swapPayload = z.object({
  tokenMint: verbatim(),
  signature: safeText(),
  ...place,
  isBuy: z.boolean(),
  sizeSol: decimal(),
  sizeUsd: decimal(),
  priceUsd: decimal(),
  priceSol: decimal(),
  maker: opt(safeText()),
  inputMint: opt(verbatim()),
  outputMint: opt(verbatim()),
  inputDecimals: opt(z.number()),
  outputDecimals: opt(z.number()),
  amountIn: opt(decimalNumber()),
  amountOut: opt(decimalNumber()),
  tradeSource: opt(safeText()),
  poolAddress: opt(safeText()),
  fees: opt(
    z.object({
      gasLamports: opt(decimalNumber()),
      platform: opt(safeText()),
      platformFeeLamports: opt(decimalNumber()),
      mevFeeLamports: opt(decimalNumber()),
    }),
  ),
  blockHeight: opt(z.number()),
  blockHash: opt(safeText()),
  transactionIndex: opt(z.number()),
  network,
});

const poolPayload = z.object({
  tokenAddress: verbatim(),
  tokenName: opt(safeText()),
  tokenSymbol: opt(safeText()),
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
  owner: safeText(),
  ...place,
  preBalance: opt(decimalNumber()),
  postBalance: decimalNumber(),
  network,
});

const tokenBalancePayload = nativeBalancePayload.extend({ mint: verbatim(), decimals: opt(z.number()) });

/** The contract does not show the inner fields of the statistics. */
const statsPayload = z.object({
  tokenAddress: verbatim(),
  blockIndex: opt(z.number()),
  stats: opt(z.record(safeText(), anything())),
  network,
});

const curvePayload = z.object({
  tokenAddress: verbatim(),
  curveAddress: opt(safeText()),
  curveDexType: opt(safeText()),
  signature: opt(safeText()),
  ...place,
  blockHeight: opt(z.number()),
  blockHash: opt(safeText()),
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
  payload: curvePayload.extend({ creator: opt(safeText()) }),
});

export const svmBondingCurveGraduations = stream({
  id: 'svm.bondingCurve.graduations',
  visibility: 'public',
  source: 'facts',
  filters: [],
  summary: 'Solana tokens that left their bonding curve for a pool',
  desk: 'Signals pane',
  payload: curvePayload.extend({ destPoolAddress: opt(safeText()), destPoolDexType: opt(safeText()) }),
});
