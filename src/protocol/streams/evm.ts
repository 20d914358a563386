import { z } from 'zod';
import { chainName, decimal, opt, safeText, time, verbatim } from '../schema.ts';
import { type StreamFilter, stream } from '../stream.ts';

const tokenFilter: StreamFilter[] = [
  { name: 'chainId', required: true, description: 'EVM chain id as text, such as 8453' },
  { name: 'tokenAddress', required: true, description: 'Contract of the token' },
];
const walletFilter: StreamFilter[] = [
  { name: 'walletAddress', required: true, description: 'EVM address of the wallet' },
];

const network = opt(chainName());
const place = { chainId: z.number(), blockNumber: opt(z.number()) };

/** `amountNative`, `amountUsd` and prices are decimals in whole units; `timestamp` is seconds. */
const swapPayload = z.object({
  tokenAddress: verbatim(),
  txHash: safeText(),
  ...place,
  blockHash: opt(safeText()),
  txIndex: opt(z.number()),
  timestamp: time(),
  isBuy: z.boolean(),
  amountNative: decimal(),
  amountUsd: decimal(),
  priceNative: decimal(),
  priceUsd: decimal(),
  tokenDecimals: opt(z.number()),
  tokenInAddress: opt(safeText()),
  tokenOutAddress: opt(safeText()),
  amountIn: opt(decimal()),
  amountOut: opt(decimal()),
  maker: opt(safeText()),
  recipient: opt(safeText()),
  poolAddress: opt(safeText()),
  inferredDexType: opt(safeText()),
  platformName: opt(safeText()),
  network,
});

const poolPayload = z.object({
  tokenAddress: verbatim(),
  chainId: opt(z.number()),
  blockNumber: opt(z.number()),
  tokenName: opt(safeText()),
  tokenSymbol: opt(safeText()),
  tokenDecimals: opt(z.number()),
  totalSupply: opt(decimal()),
  priceUsd: opt(decimal()),
  priceNative: opt(decimal()),
  liquidityUsd: opt(decimal()),
  marketCapUsd: opt(decimal()),
  timestampUpdatedMs: opt(z.number()),
  network,
});

/** Balances are base units: wei, or the token's own. */
const nativeBalancePayload = z.object({
  owner: safeText(),
  ...place,
  blockTime: opt(time()),
  balance: decimal(),
  network,
});

const tokenBalancePayload = nativeBalancePayload.extend({ tokenAddress: verbatim(), decimals: opt(z.number()) });

export const evmTokenSwaps = stream({
  id: 'evm.token.swaps',
  isSteady: true,
  visibility: 'public',
  source: 'facts',
  filters: tokenFilter,
  summary: 'Every swap of an EVM token',
  desk: 'Tape pane',
  payload: swapPayload,
});

export const evmTokenPoolInfo = stream({
  id: 'evm.token.poolInfo',
  isSteady: true,
  visibility: 'public',
  source: 'facts',
  filters: tokenFilter,
  summary: 'Price, liquidity and market cap of an EVM token',
  payload: poolPayload,
});

export const evmTokenBalances = stream({
  id: 'evm.token.balances',
  visibility: 'public',
  source: 'facts',
  filters: tokenFilter,
  summary: 'Holders of an EVM token whose balance changed',
  payload: tokenBalancePayload,
});

export const evmWalletNativeBalance = stream({
  id: 'evm.wallet.nativeBalance',
  visibility: 'public',
  source: 'facts',
  filters: walletFilter,
  summary: 'Native balance of an EVM wallet',
  payload: nativeBalancePayload,
});

export const evmWalletTokenBalances = stream({
  id: 'evm.wallet.tokenBalances',
  visibility: 'public',
  source: 'facts',
  filters: walletFilter,
  summary: 'Token balances of an EVM wallet',
  payload: tokenBalancePayload,
});
