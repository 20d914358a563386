import type { QueryClient } from '@tanstack/query-core';
import { z } from 'zod';
import { getMe, getSettings, getUsage, listWallets } from '../protocol/endpoints/account.ts';
import { listSuggestions } from '../protocol/endpoints/agents.ts';
import { perpAccount, perpFees, perpFills, perpFunding } from '../protocol/endpoints/perp-account.ts';
import { perpMarkets } from '../protocol/endpoints/perp-markets.ts';
import { perpOrders } from '../protocol/endpoints/perp-orders.ts';
import { perpPositions } from '../protocol/endpoints/perp-positions.ts';
import { portfolioBalances, portfolioPositions } from '../protocol/endpoints/portfolio.ts';
import { listTriggerOrders } from '../protocol/endpoints/trigger.ts';
import { listWalletGroups } from '../protocol/endpoints/wallet-groups.ts';
import {
  createQueryCache,
  DeskData,
  type QueryName,
  queryKeys,
  type TokenInfo,
  type TokenLevels,
} from './desk-data.ts';

const endpoints = {
  positions: perpPositions,
  markets: perpMarkets,
  orders: listTriggerOrders,
  balances: portfolioBalances,
  holdings: portfolioPositions,
  wallets: listWallets,
  usage: getUsage,
  // Not an endpoint: the user's own chains answer.
  own: { response: z.unknown() },
  perpOrders,
  fills: perpFills,
  fees: perpFees,
  funding: perpFunding,
  perpAccount,
  me: getMe,
  settings: getSettings,
  groups: listWalletGroups,
  suggestions: listSuggestions,
  allSuggestions: listSuggestions,
} as const satisfies Record<QueryName, { response: unknown }>;

/** A desk's reads, filled by hand with answers as they come over the wire. */
export function fakeReads() {
  const cache = createQueryCache();
  return { data: new DeskData(cache), ...fakeAnswers(cache) };
}

/** Answers that stand in a cache as if they had come over the wire. */
export function fakeAnswers(cache: QueryClient) {
  return {
    cache,
    /** The read's answer, read by its schema, received at `atMs`. */
    answer(name: QueryName, wire: unknown, atMs: number): void {
      cache.setQueryData(queryKeys.named(name), endpoints[name].response.parse(wire), { updatedAt: atMs });
    },
    /** The read failed; data that came before stays. */
    fail(name: QueryName, error: Error, atMs: number): void {
      cache
        .getQueryCache()
        .build(cache, { queryKey: queryKeys.named(name) })
        .setState({ status: 'error', error, errorUpdatedAt: atMs, fetchStatus: 'idle' });
    },
    token(info: TokenInfo): void {
      cache.setQueryData(queryKeys.token(info.tokenId), info);
    },
    levels(tokenId: string, levels: TokenLevels): void {
      cache.setQueryData(queryKeys.levels(tokenId), levels);
    },
  };
}

export type FakeReads = ReturnType<typeof fakeReads>;

export const sol = 'So11111111111111111111111111111111111111112';
export const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
export const jup = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
export const mainAddress = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

/** Answers of a small account, as a service would send them. */
export const wire = {
  positions: {
    accountValue: '25130.26',
    totalMarginUsed: '6818.4',
    totalNtlPos: '33985.11',
    withdrawable: '18204.77',
    positions: [
      {
        coin: 'BTC',
        szi: '0.15',
        entryPx: '96412',
        leverageType: 'isolated',
        leverageValue: '5',
        liquidationPx: '81200',
        marginUsed: '2892.36',
        positionValue: '14554.73',
        returnOnEquity: '0.0321',
        unrealizedPnl: '92.93',
      },
      {
        coin: 'ETH',
        szi: '-4.2',
        entryPx: '3512.4',
        leverageType: 'cross',
        leverageValue: '5',
        liquidationPx: '4103.2',
        marginUsed: '2938.4',
        positionValue: '14692.02',
        returnOnEquity: '0.0204',
        unrealizedPnl: '60.06',
      },
    ],
  },
  markets: [
    { ctx: { markPx: '97031.5' }, meta: { name: 'BTC', szDecimals: 4, maxLeverage: 40 } },
    { ctx: { markPx: '3498.1' }, meta: { name: 'ETH', szDecimals: 4, maxLeverage: 25 } },
  ],
  orders: {
    orders: [
      {
        orderId: 'ord-1',
        amount: '500000000',
        inputToken: sol,
        outputToken: jup,
        status: 'active',
        createdAt: '2026-01-01T00:00:00Z',
        updatedAt: '2026-01-01T00:00:00Z',
        expiresAt: '2026-01-01T22:00:00Z',
        chain: 'solana',
        trigger: { direction: 'below', metric: 'price_usd', value: '1.6' },
      },
      {
        orderId: 'ord-2',
        amount: '40000000',
        inputToken: jup,
        outputToken: usdc,
        status: 'Cancelled',
        createdAt: '2025-12-31T00:00:00Z',
        updatedAt: '2025-12-31T22:00:00Z',
        chain: 'solana',
        trigger: { direction: 'above', metric: 'market_cap_usd', value: '1100000000' },
      },
    ],
    nextCursor: null,
  },
  balances: {
    wallets: [
      {
        chain: 'solana',
        walletAddress: mainAddress,
        nativeBalance: '84.221',
        nativeBalanceUsd: 11783.36,
        nativeSymbol: 'SOL',
      },
      {
        chain: 'base',
        walletAddress: '0x00000000000000000000000000000000000000b1',
        nativeBalance: '1.204',
        nativeBalanceUsd: 4228.17,
        nativeSymbol: 'ETH',
      },
    ],
    warnings: [],
  },
  holdings: {
    positions: [
      {
        walletAddress: mainAddress,
        tokenAddress: jup,
        network: 'sol',
        latestBalanceRaw: '100000000',
        tokenDecimal: 6,
        balanceUsd: 95.2,
      },
    ],
  },
  wallets: [
    { walletId: 'w-main', address: mainAddress, state: 'ACTIVE', chain: null, label: 'main' },
    {
      walletId: 'w-base',
      address: '0x00000000000000000000000000000000000000b1',
      state: 'ACTIVE',
      chain: 'base',
      label: 'base one',
    },
    { walletId: 'w-old', address: sol, state: 'ARCHIVED', chain: null, label: 'old' },
  ],
  usage: {
    keyId: 'k7a1',
    scopes: ['trade:perp'],
    constraints: {
      buysEnabled: true,
      sellsEnabled: true,
      allowCustomGas: false,
      allowBribes: false,
      maxExecutionsPerHour: 60,
      maxExecutionsPerDay: 500,
      maxConcurrentExecutions: 3,
      maxLimitOrdersPerDay: 20,
    },
    usage: { executionsLastHour: 3, executionsLastDay: 7 },
  },
  perpOrders: [
    {
      coin: 'BTC',
      side: 'buy',
      limitPx: '95000',
      sz: '0.01',
      oid: 71,
      timestamp: Date.UTC(2026, 0, 1, 13, 3, 22),
      orderType: 'limit',
    },
    { coin: 'ETH', side: 'buy', limitPx: '3700', sz: '4.2', oid: 72, orderType: 'stopMarket' },
  ],
  fills: [
    {
      coin: 'BTC',
      side: 'buy',
      px: '96412',
      sz: '0.15',
      fee: '6.51',
      closedPnl: '0',
      time: Date.UTC(2026, 0, 1, 12, 0, 0),
      oid: 70,
    },
  ],
  fees: { makerRate: '0.00015', takerRate: '0.00045' },
  funding: [
    { coin: 'BTC', usdc: '-0.1819', fundingRate: '0.0000125', szi: '0.15', time: Date.UTC(2026, 0, 1, 14, 0, 0) },
    { coin: 'ETH', usdc: '0.1836', fundingRate: '0.0000125', szi: '-4.2', time: Date.UTC(2026, 0, 1, 14, 0, 0) },
    { coin: 'BTC', usdc: '-0.2903', fundingRate: '0.00002', szi: '0.15', time: Date.UTC(2025, 11, 31, 23, 0, 0) },
  ],
  perpAccount: {
    accountValue: '25130.26',
    withdrawable: '18204.77',
    spotBalances: [
      { coin: 'USDC', hold: '0', total: '120.5' },
      { coin: 'PURR', hold: '0', total: '0' },
    ],
  },
} as const;

/** Everything that a text from outside must not bring onto the screen. */
export const hostileTexts: readonly string[] = [
  '\u001B[31mred\u001B[2J',
  '\u001B]0;owned\u0007',
  'a\u0000b\u0007c\u0008d\u007Fe',
  '\u009B31mC1\u009C',
  'line\nbreak\r\ttab',
  'ab\u202Egnp.exe',
  'zero\u200Bwidth\u2060\uFEFF',
  '漢字仮名交じり文字列とても長い',
  '👩🏽‍🚀🇩🇪👨‍👩‍👧‍👦',
  `e${'\u0301'.repeat(30)}`,
];

/** Text that may stand in a cell: no control, bidi or zero-width format character. */
export const isCellSafe = (text: string): boolean => !/[\p{Cc}\p{Bidi_Control}\u200B\u2060\uFEFF]/u.test(text);
