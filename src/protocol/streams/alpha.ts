import { z } from 'zod';
import { chainName, decimal, decimalNumber, list, openEnum, opt, safeText, verbatim } from '../schema.ts';
import { stream } from '../stream.ts';
import { alphaMessage, idText, withData } from './alpha-message.ts';

const nullableText = opt(safeText());
const flag = opt(z.boolean());

const tokenMeta = z.object({
  address: opt(verbatim()),
  network: opt(chainName()),
  symbol: nullableText,
  name: nullableText,
  decimals: opt(z.number()),
  logoUrl: nullableText,
  deploymentTimestamp: opt(z.number()),
});

/** Where a signal comes from. Which fields it has depends on the platform; `snapshot` names are of that time. */
const origin = z.object({
  messageId: idText(),
  // Discord
  guildId: idText(),
  channelId: idText(),
  authorId: idText(),
  authorUsername: nullableText,
  authorDisplayName: nullableText,
  authorAvatarUrl: nullableText,
  authorIsBot: flag,
  webhookId: idText(),
  snapshotGuildName: nullableText,
  snapshotChannelName: nullableText,
  // Telegram
  chatId: idText(),
  senderId: idText(),
  senderUsername: nullableText,
  senderDisplayName: nullableText,
  senderAvatarUrl: nullableText,
  senderIsBot: flag,
  topicId: opt(z.number()),
  topicTitle: nullableText,
  snapshotChatTitle: nullableText,
  // X
  tweetId: idText(),
  authorVerified: flag,
  // A trade
  walletAddress: opt(verbatim()),
  txSignature: nullableText,
  isBuy: flag,
  amountUsd: opt(decimal()),
  amountNative: opt(decimal()),
});

const signal = z.object({
  id: safeText(),
  timestampMs: z.number(),
  source: opt(
    z.object({
      /** REST also calls `x` twitter, and `trade` onchain. */
      sourceType: openEnum('discord', 'telegram', 'x', 'trade'),
      source: opt(origin),
    }),
  ),
  isBot: flag,
  priceUsd: opt(decimalNumber()),
  priceNative: opt(decimalNumber()),
  marketcapUsd: opt(decimalNumber()),
  liquidityUsd: opt(decimalNumber()),
  liquidityNative: opt(decimalNumber()),
  poolAddress: nullableText,
  dexName: nullableText,
});

/** `type` says what an event is, and may be missing; a feed update names its token and, mostly, its latest signal. */
const feedShape = {
  type: nullableText,
  tokenAddress: opt(verbatim()),
  network: opt(chainName()),
  tokenMeta: opt(tokenMeta),
  latestSignal: opt(signal),
  feedId: idText(),
  profileId: idText(),
};

export const alphaSignalFeedGlobal = stream({
  id: 'alpha.signalFeedGlobal',
  aliases: ['alpha.signalFeed.global'],
  visibility: 'public',
  source: 'facts',
  filters: [],
  summary: 'Tokens that anyone calls',
  desk: 'Signals pane',
  payload: z.object(feedShape),
});

export const alphaSignalFeedPersonal = stream({
  id: 'alpha.signalFeedPersonal',
  aliases: ['alpha.signalFeed.personal'],
  visibility: 'presence',
  source: 'facts',
  filters: [],
  summary: 'Tokens that the own sources call',
  desk: 'Signals pane',
  payload: z.object(feedShape),
});

export const alphaSignalFeedProfile = stream({
  id: 'alpha.signalFeedProfile',
  aliases: ['alpha.signalFeed.profile'],
  visibility: 'presence',
  source: 'facts',
  filters: [{ name: 'profileId', required: true, description: 'Profile whose feed is wanted' }],
  summary: 'Tokens of a profile’s feed',
  desk: 'Signals pane, once watched',
  payload: z.object(feedShape),
});

/** Updates, and as `feedMessage` the messages themselves. */
export const alphaSignalFeedNamed = stream({
  id: 'alpha.signalFeedNamed',
  aliases: ['alpha.signalFeed.named'],
  visibility: 'presence',
  source: 'facts',
  filters: [{ name: 'feedId', required: true, description: 'Feed that is wanted' }],
  summary: 'Tokens and messages of a named feed',
  desk: 'Signals pane, once watched',
  payload: z.object({ ...feedShape, message: opt(withData(z.object(alphaMessage))) }),
});

/** Messages carry `platform` and `data`; the deprecated references to calls carry `type`, an address and its mentions. */
export const alphaPersonal = stream({
  id: 'alpha.personal',
  visibility: 'presence',
  source: 'facts',
  filters: [],
  summary: 'Messages of the own sources',
  desk: 'Signals pane',
  payload: withData(
    z.object({
      ...alphaMessage,
      type: nullableText,
      address: opt(verbatim()),
      firstSeenAtMs: opt(z.number()),
      lastSeenAtMs: opt(z.number()),
      mentionCount: opt(z.number()),
      mentions: opt(list(z.object({ messageId: idText(), platform: nullableText, timestampMs: opt(z.number()) }))),
    }),
  ),
});
