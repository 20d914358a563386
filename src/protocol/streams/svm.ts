import { z } from 'zod';
import { chainName, decimal, decimalNumber, list, opt, safeText, time, verbatim } from '../schema.ts';
import { type StreamFilter, stream } from '../stream.ts';
import { readPlainSwap } from './plain-swap.ts';

const tokenFilter: StreamFilter[] = [{ name: 'tokenAddress', required: true, description: 'Mint of the token' }];
const walletFilter: StreamFilter[] = [
  { name: 'walletAddress', required: true, description: 'Solana address of the wallet' },
];

const network = opt(chainName());
/** Block times are seconds since the epoch. */
const place = { slot: z.number(), blockTime: time() };

/**
 * `sizeSol`, `sizeUsd` and prices are decimals in whole units. `amountIn` and `amountOut` are JSON numbers in base units; the
 * client gets every digit, see `exactIntegers`.
 */
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
  location: opt(safeText()),
  fees: opt(
    z.object({
      gasLamports: opt(decimalNumber()),
      computeUnitsConsumed: opt(decimalNumber()),
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

const statsOf = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({ tokenAddress: verbatim(), blockIndex: opt(z.number()), stats: opt(z.object(shape)), network });

/** Balances are texts whose unit the service does not state: base units by their type. A wallet may be in several groups. */
const distributionPayload = statsOf({
  holderCount: opt(decimalNumber()),
  developer: opt(safeText()),
  developerBalance: opt(decimal()),
  top10HolderBalances: opt(decimal()),
  top10Holders: opt(list(safeText())),
  sniperBalances: opt(decimal()),
  sniperCount: opt(decimalNumber()),
  proTraderBalances: opt(decimal()),
  proTraderCount: opt(decimalNumber()),
  freshieBalances: opt(decimal()),
  freshieCount: opt(decimalNumber()),
  insiderBalances: opt(decimal()),
  insiderCount: opt(decimalNumber()),
  bundlerBalances: opt(decimal()),
  bundlerCount: opt(decimalNumber()),
});

/** What one holder traded; the service does not say which. Token amounts are texts in the unit of the balances above. */
const holderPayload = statsOf({
  boughtUsd: opt(decimalNumber()),
  boughtNative: opt(decimalNumber()),
  boughtTokens: opt(decimal()),
  soldUsd: opt(decimalNumber()),
  soldNative: opt(decimalNumber()),
  soldTokens: opt(decimal()),
  buysCount: opt(decimalNumber()),
  sellsCount: opt(decimalNumber()),
  firstTransactionMs: opt(z.number()),
  isTokenDev: opt(z.boolean()),
  tokenBalance: opt(decimal()),
  avgBuyPriceUsd: opt(decimalNumber()),
  avgSellPriceUsd: opt(decimalNumber()),
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
  readPlain: readPlainSwap,
});

export const svmTokenPoolInfo = stream({
  id: 'svm.token.poolInfo',
  isSteady: true,
  visibility: 'public',
  source: 'facts',
  filters: tokenFilter,
  summary: 'Name and price of a Solana token',
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
  summary: 'Who owns a Solana token: developer, largest holders, snipers, insiders and others',
  desk: 'Token view, swap and trigger forms',
  payload: distributionPayload,
});

export const svmTokenHolderStats = stream({
  id: 'svm.token.holderStats',
  visibility: 'public',
  source: 'facts',
  filters: tokenFilter,
  summary: 'What one holder of a Solana token traded',
  desk: 'Token view',
  payload: holderPayload,
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
