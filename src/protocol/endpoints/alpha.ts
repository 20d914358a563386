import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { queryFlag, queryWhole, request, text } from '../request.ts';
import { chainName, decimal, decimalNumber, list, openEnum, opt, safeText, time, verbatim } from '../schema.ts';

const nullableText = opt(safeText());

/** `x` is also called `twitter`, and `trade` also `onchain`. */
const platform = openEnum('discord', 'telegram', 'x', 'twitter', 'trade', 'onchain');
const chain = chainName();

const contextMessage = z.object({
  author: nullableText,
  text: safeText(),
  timestampMs: opt(z.number()),
  /** Place around the call's own message; negative before it. */
  offset: opt(z.number()),
});

/** A call on a token that somebody made in a connected channel, or by trading; figures in USD, of that moment. */
export const alphaCallSignal = z.object({
  signalId: safeText(),
  timestampMs: z.number(),
  platform,
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
  connectionType: openEnum('discord', 'telegram', 'twitter', 'onchain'),
  enabled: z.boolean(),
  createdAt: nullableText,
  name: nullableText,
  platform: nullableText,
  source: nullableText,
});

/** The calls of one token, summed up: both lists have one row a token. */
const tokenCalls = {
  tokenAddress: verbatim(),
  chain: opt(chain),
  firstSeenAt: opt(time()),
  lastSeenAt: time(),
  mentionCount: opt(z.number()),
  tokenSymbol: nullableText,
  tokenName: nullableText,
  currentPriceUsd: opt(decimal()),
};

/** The calls of one token in the own sources; `lastSource` is where the latest one was made. */
export const alphaRecentCall = z.object({
  ...tokenCalls,
  priceUsdAtCall: opt(decimal()),
  marketCapUsdAtCall: opt(decimal()),
  liquidityUsdAtCall: opt(decimal()),
  lastSource: opt(
    z.object({
      platform: opt(platform),
      channelName: nullableText,
      authorUsername: nullableText,
      messagePreview: nullableText,
      sourceName: nullableText,
      connectionId: opt(verbatim()),
    }),
  ),
});

/** The calls of one token in the public feed. */
export const alphaGlobalCall = z.object({
  ...tokenCalls,
  priceChangeSinceCallPct: opt(decimal()),
  lastTweetAuthor: nullableText,
  lastTweetPreview: nullableText,
});

/** A message that names a token; the service does not send its text. */
export const alphaMention = z.object({
  messageId: safeText(),
  platform: opt(platform),
  timestamp: time(),
  authorUsername: nullableText,
  channelId: nullableText,
  guildId: nullableText,
  priceUsdAtMention: opt(decimal()),
  marketCapUsdAtMention: opt(decimal()),
});

const limit = queryWhole('limit', 0, 100).default(20);
const tokenParams = request({ tokenAddress: text('tokenAddress') });
const count = opt(z.number());

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

export const alphaRecentCalls = endpoint({
  id: 'alpha.recentCalls',
  method: 'GET',
  path: '/api/v2/alpha/recent-calls',
  summary: 'Tokens that the own sources called, latest first',
  desk: 'Signals pane',
  source: 'facts',
  scope: 'read:alpha',
  query: request({ limit, sourceName: text('sourceName').optional(), connectionId: text('connectionId').optional() }),
  response: z.object({ totalCount: count, calls: opt(list(alphaRecentCall)) }),
});

export const alphaGlobalCalls = endpoint({
  id: 'alpha.globalCalls',
  method: 'GET',
  path: '/api/v2/alpha/global-calls',
  summary: 'Tokens called in the public feed, latest first',
  desk: 'Signals pane',
  source: 'facts',
  scope: 'read:alpha',
  query: request({ limit, platform: text('platform').optional() }),
  response: z.object({ platform: nullableText, totalCount: count, calls: opt(list(alphaGlobalCall)) }),
});

export const alphaCallContext = endpoint({
  id: 'alpha.callContext',
  method: 'GET',
  path: '/api/v2/alpha/tokens/{tokenAddress}/call-context',
  summary: 'Who called a token, with the messages around each call',
  desk: 'Context pane, Callers pane',
  source: 'facts',
  scope: 'read:alpha',
  params: tokenParams,
  query: request({
    limit,
    /** `nextCursor` of the page before. */
    cursor: queryWhole('cursor').optional(),
    /** Platforms, comma-separated. */
    sourceFilter: text('sourceFilter', 2000).optional(),
    /** Also calls of bots and trades of tracked wallets; false by default. */
    includeBotSignals: queryFlag('includeBotSignals').optional(),
    includeMessageContext: queryFlag('includeMessageContext').optional(),
  }),
  response: z.object({
    tokenAddress: opt(verbatim()),
    totalSignals: count,
    hasMore: opt(z.boolean()),
    // A cursor that is no exact number leads nowhere; the page itself is still good.
    nextCursor: opt(z.number().int()).catch(null),
    signals: opt(list(alphaCallSignal)),
  }),
});

export const alphaMentions = endpoint({
  id: 'alpha.mentions',
  method: 'GET',
  path: '/api/v2/alpha/tokens/{tokenAddress}/mentions',
  summary: 'Messages that mention a token',
  desk: 'Context pane',
  source: 'facts',
  scope: 'read:alpha',
  params: tokenParams,
  query: request({ limit }),
  response: z.object({
    tokenAddress: opt(verbatim()),
    chain: opt(chain),
    totalMentions: count,
    mentions: opt(list(alphaMention)),
    tokenSymbol: nullableText,
    firstSeenAt: opt(time()),
    lastSeenAt: opt(time()),
  }),
});
