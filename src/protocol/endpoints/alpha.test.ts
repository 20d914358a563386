import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { isUnreadable } from '../schema.ts';
import * as alpha from './alpha.ts';

const token = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';

/* Answers with every field, as the published clients type them. */

const recent = {
  tokenAddress: token,
  chain: 'base',
  firstSeenAt: 1_716_000_000_000,
  lastSeenAt: 1_716_001_000_000,
  mentionCount: 5,
  tokenSymbol: 'JUP',
  tokenName: 'Jupiter',
  priceUsdAtCall: '150.00',
  currentPriceUsd: '155.00',
  marketCapUsdAtCall: '1000000',
  liquidityUsdAtCall: '50000.5',
  lastSource: {
    platform: 'discord',
    channelName: 'calls',
    authorUsername: 'lena',
    messagePreview: '$JUP',
    sourceName: 'Trenches',
    connectionId: 'conn_1',
  },
};
const global = {
  tokenAddress: token,
  chain: 'base',
  firstSeenAt: 1_716_000_000_000,
  lastSeenAt: 1_716_001_000_000,
  mentionCount: 10,
  tokenSymbol: 'JUP',
  tokenName: 'Jupiter',
  currentPriceUsd: '155.00',
  priceChangeSinceCallPct: '3.33',
  lastTweetAuthor: '@lena',
  lastTweetPreview: 'look at $JUP',
};
const signal = {
  signalId: 'sig_1',
  timestampMs: 1_716_000_000_000,
  platform: 'discord',
  isBot: false,
  priceUsd: '150.5',
  marketCapUsd: '1000000',
  liquidityUsd: '50000',
  caller: { username: 'lena', displayName: 'Lena', avatarUrl: 'https://a', verified: true },
  source: {
    guildId: 'g',
    serverName: 'Trenches',
    channelId: 'c',
    channelName: 'calls',
    topicId: 4,
    topicTitle: 'gems',
    tweetId: '1',
    messageId: 'm',
  },
  tradeData: { isBuy: true, amountUsd: '42', amountNative: '0.3', walletAddress: 'W', txSignature: 'T' },
  messagePreview: '$JUP',
  contextMessages: [{ author: 'kim', text: 'gm', timestampMs: 1_715_999_999_000, offset: -1 }],
};
const mention = {
  messageId: 'm1',
  platform: 'telegram',
  timestamp: 1_716_000_000_000,
  authorUsername: 'dan',
  channelId: 'c',
  guildId: 'g',
  priceUsdAtMention: '150',
  marketCapUsdAtMention: '1000000',
};

type Lists = Record<'calls' | 'signals' | 'mentions', readonly unknown[]>;
const itemsOf = (endpoint: { response: z.ZodType }, field: keyof Lists, ...items: readonly unknown[]) =>
  (endpoint.response.parse({ [field]: items }) as Lists)[field];

const rows = [
  ['recent', alpha.alphaRecentCalls, 'calls', recent, ['tokenAddress', 'lastSeenAt']],
  ['global', alpha.alphaGlobalCalls, 'calls', global, ['tokenAddress', 'lastSeenAt']],
  ['signal', alpha.alphaCallContext, 'signals', signal, ['signalId', 'timestampMs', 'platform', 'isBot']],
  ['mention', alpha.alphaMentions, 'mentions', mention, ['messageId', 'timestamp']],
] as const;

describe.each(rows)('%s', (_name, endpoint, field, whole, needed) => {
  const optional = Object.keys(whole).filter((key) => !(needed as readonly string[]).includes(key));

  test('is read whole', () => {
    expect(itemsOf(endpoint, field, whole)).toEqual([whole]);
  });

  test.each(optional)('may lack %s, or have null there', (key) => {
    const { [key]: _gone, ...others } = whole as Record<string, unknown>;
    expect(itemsOf(endpoint, field, others, { ...others, [key]: null })).toEqual([others, { ...others, [key]: null }]);
  });

  test.each(needed)('without %s is one unreadable row beside readable ones', (key) => {
    const read = itemsOf(endpoint, field, { ...whole, [key]: null }, whole) ?? [];
    expect(isUnreadable(read[0])).toBe(true);
    expect(read[1]).toEqual(whole);
  });

  test('unknown fields and platforms pass; the list itself may be left out', () => {
    const [read] = itemsOf(endpoint, field, { ...whole, platform: 'farcaster', other: 1 }) ?? [];
    expect(isUnreadable(read)).toBe(false);
    expect(endpoint.response.safeParse({}).success).toBe(true);
  });
});

test('prices are read from numbers and from text alike', () => {
  expect(itemsOf(alpha.alphaRecentCalls, 'calls', { ...recent, currentPriceUsd: 155, priceUsdAtCall: 1.5e-7 })).toEqual(
    [{ ...recent, currentPriceUsd: '155', priceUsdAtCall: '0.00000015' }],
  );
  expect(itemsOf(alpha.alphaGlobalCalls, 'calls', { ...global, priceChangeSinceCallPct: -3.5 })).toEqual([
    { ...global, priceChangeSinceCallPct: '-3.5' },
  ]);
  expect(itemsOf(alpha.alphaCallContext, 'signals', { ...signal, priceUsd: 150.5 })).toEqual([signal]);
  expect(itemsOf(alpha.alphaMentions, 'mentions', { ...mention, priceUsdAtMention: 150 })).toEqual([mention]);
});

test('seen-at times come in seconds or milliseconds, and go on in milliseconds', () => {
  const inSeconds = { firstSeenAt: 1_716_000_000, lastSeenAt: 1_716_001_000 };
  expect(itemsOf(alpha.alphaRecentCalls, 'calls', { ...recent, ...inSeconds })).toEqual([recent]);
  expect(itemsOf(alpha.alphaGlobalCalls, 'calls', { ...global, ...inSeconds })).toEqual([global]);
  expect(itemsOf(alpha.alphaMentions, 'mentions', { ...mention, timestamp: 1_716_000_000 })).toEqual([mention]);
});

test.each(['svm', 'sol', 'solana'])('%s is Solana', (chain) => {
  expect(itemsOf(alpha.alphaRecentCalls, 'calls', { ...recent, chain })).toEqual([{ ...recent, chain: 'solana' }]);
});

describe('the cursor of the call context', () => {
  const { response, query } = alpha.alphaCallContext;

  test.each([
    [{ hasMore: true, nextCursor: 12_345 }, 12_345],
    [{ hasMore: false, nextCursor: null }, null],
    [{ hasMore: false }, undefined],
    [{ hasMore: true, nextCursor: 2 ** 60 }, null],
    [{ hasMore: true, nextCursor: 'opaque' }, null],
  ])('%j leads to %j', (answer, cursor) => {
    expect(response.parse({ tokenAddress: token, totalSignals: 1, signals: [], ...answer }).nextCursor).toBe(cursor);
  });

  test('is sent as a whole number', () => {
    expect(query.parse({ cursor: 12_345 }).cursor).toBe(12_345);
    expect(query.parse({ cursor: '12345' }).cursor).toBe(12_345);
    expect(query.safeParse({ cursor: 'opaque' }).error?.issues[0]?.message).toMatch(/cursor must be a whole number/);
    expect(query.safeParse({ cursor: 1.5 }).success).toBe(false);
  });
});
