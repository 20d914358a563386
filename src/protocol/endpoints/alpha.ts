import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { queryFlag, queryWhole, request, text } from '../request.ts';
import { decimal, decimalNumber, list, openEnum, openObject, opt, safeText, verbatim } from '../schema.ts';

const nullableText = opt(safeText());

const contextMessage = z.object({
  author: nullableText,
  text: safeText(),
  timestampMs: opt(z.number()),
  offset: opt(z.number()),
});

/** A call on a token that somebody made in a connected channel, or by trading; figures in USD, of that moment. */
export const alphaCallSignal = z.object({
  signalId: safeText(),
  timestampMs: z.number(),
  platform: openEnum('discord', 'telegram', 'x', 'trade'),
  isBot: z.boolean(),
  caller: opt(
    z.object({
      avatarUrl: nullableText,
      displayName: nullableText,
      username: nullableText,
      verified: opt(z.boolean()),
    }),
  ),
  contextMessages: opt(list(contextMessage)),
  liquidityUsd: opt(decimalNumber()),
  marketCapUsd: opt(decimalNumber()),
  priceUsd: opt(decimalNumber()),
  messagePreview: nullableText,
  source: opt(
    z.object({
      channelId: nullableText,
      channelName: nullableText,
      guildId: nullableText,
      messageId: nullableText,
      serverName: nullableText,
      topicTitle: nullableText,
      tweetId: nullableText,
      topicId: opt(z.number()),
    }),
  ),
  tradeData: opt(
    z.object({
      isBuy: z.boolean(),
      amountUsd: decimal(),
      amountNative: decimal(),
      walletAddress: verbatim(),
      txSignature: safeText(),
    }),
  ),
});

/** A channel that signals are taken from. */
export const alphaSource = z.object({
  connectionId: verbatim(),
  connectionType: safeText(),
  enabled: z.boolean(),
  createdAt: nullableText,
  name: nullableText,
  platform: nullableText,
  source: nullableText,
});

const limit = queryWhole('limit', 0, 100).default(20);
const tokenParams = request({ address: text('address') });

export const alphaSources = endpoint({
  id: 'alpha.sources',
  method: 'GET',
  path: '/api/v2/alpha/sources',
  summary: 'Connected signal sources',
  desk: 'Sources pane',
  source: 'contract',
  scope: 'read:alpha',
  response: z.object({ sources: list(alphaSource) }),
});

const calls = z.object({ totalCount: opt(z.number()), calls: list(alphaCallSignal) });

export const alphaRecentCalls = endpoint({
  id: 'alpha.recentCalls',
  method: 'GET',
  path: '/api/v2/alpha/recent-calls',
  summary: 'Latest calls of the own sources',
  desk: 'Signals pane',
  source: 'facts',
  scope: 'read:alpha',
  query: request({ limit, sourceName: text('sourceName').optional(), connectionId: text('connectionId').optional() }),
  response: calls,
});

export const alphaGlobalCalls = endpoint({
  id: 'alpha.globalCalls',
  method: 'GET',
  path: '/api/v2/alpha/global-calls',
  summary: 'Latest calls across all sources',
  desk: 'Signals pane',
  source: 'facts',
  scope: 'read:alpha',
  query: request({ limit, platform: text('platform').optional() }),
  response: calls,
});

export const alphaCallContext = endpoint({
  id: 'alpha.callContext',
  method: 'GET',
  path: '/api/v2/alpha/tokens/{address}/call-context',
  summary: 'Who called a token, with the messages around each call',
  desk: 'Context pane',
  source: 'facts',
  scope: 'read:alpha',
  params: tokenParams,
  query: request({
    limit,
    cursor: text('cursor', 2000).optional(),
    /** Comma-separated. */
    sourceFilter: text('sourceFilter', 2000).optional(),
    includeBotSignals: queryFlag('includeBotSignals').optional(),
    includeMessageContext: queryFlag('includeMessageContext').optional(),
  }),
  response: z.object({
    tokenAddress: verbatim(),
    totalSignals: opt(z.number()),
    hasMore: opt(z.boolean()),
    nextCursor: opt(verbatim()),
    signals: list(alphaCallSignal),
  }),
});

/** No published client shows the response's shape, so only its list is read, and its items are kept whole. */
export const alphaMentions = endpoint({
  id: 'alpha.mentions',
  method: 'GET',
  path: '/api/v2/alpha/tokens/{address}/mentions',
  summary: 'Messages that mention a token',
  desk: 'Context pane',
  source: 'facts',
  scope: 'read:alpha',
  params: tokenParams,
  query: request({ limit }),
  response: openObject({ tokenAddress: nullableText, mentions: opt(list(openObject({}))) }),
});
