import { z } from 'zod';
import { decimalNumber, openEnum, opt } from '../schema.ts';
import { stream } from '../stream.ts';

const tokenMeta = z.object({
  address: z.string(),
  network: opt(z.string()),
  symbol: opt(z.string()),
  name: opt(z.string()),
  decimals: opt(z.number()),
});

const signal = z.object({
  id: z.string(),
  timestampMs: z.number(),
  /** What `source.source` holds depends on the platform: ids and names of a message, or of a trade. */
  source: opt(
    z.object({
      sourceType: openEnum('discord', 'telegram', 'x', 'trade'),
      source: opt(z.record(z.string(), z.unknown())),
    }),
  ),
  isBot: opt(z.boolean()),
  priceUsd: opt(decimalNumber()),
  priceNative: opt(decimalNumber()),
  marketcapUsd: opt(decimalNumber()),
  liquidityUsd: opt(decimalNumber()),
  poolAddress: opt(z.string()),
  dexName: opt(z.string()),
});

/** Chat and post events share these streams with feed updates, so only `type` is common to all, and even that may lack. */
const feedPayload = z.object({
  type: opt(z.string()),
  tokenAddress: opt(z.string()),
  network: opt(z.string()),
  tokenMeta: opt(tokenMeta),
  latestSignal: opt(signal),
  feedId: opt(z.string()),
  profileId: opt(z.string()),
});

export const alphaSignalFeedGlobal = stream({
  id: 'alpha.signalFeedGlobal',
  aliases: ['alpha.signalFeed.global'],
  visibility: 'public',
  source: 'facts',
  filters: [],
  summary: 'Tokens that anyone calls',
  desk: 'Signals pane',
  payload: feedPayload,
});

export const alphaSignalFeedPersonal = stream({
  id: 'alpha.signalFeedPersonal',
  visibility: 'presence',
  source: 'facts',
  filters: [],
  summary: 'Tokens that the own sources call',
  desk: 'Signals pane',
  payload: feedPayload,
});

export const alphaSignalFeedProfile = stream({
  id: 'alpha.signalFeedProfile',
  visibility: 'presence',
  source: 'facts',
  filters: [{ name: 'profileId', required: true, description: 'Profile whose feed is wanted' }],
  summary: 'Tokens of a profile’s feed',
  payload: feedPayload,
});

export const alphaSignalFeedNamed = stream({
  id: 'alpha.signalFeedNamed',
  visibility: 'presence',
  source: 'facts',
  filters: [{ name: 'feedId', required: true, description: 'Feed that is wanted' }],
  summary: 'Tokens of a named feed',
  payload: feedPayload,
});

/** Messages carry `platform` and `data`; references to calls carry `type` and an address. */
export const alphaPersonal = stream({
  id: 'alpha.personal',
  visibility: 'presence',
  source: 'facts',
  filters: [],
  summary: 'Messages and calls of the own sources',
  desk: 'Signals pane',
  payload: z.object({
    type: opt(z.string()),
    platform: opt(openEnum('discord', 'telegram', 'x')),
    data: opt(z.record(z.string(), z.unknown())),
    address: opt(z.string()),
    firstSeenAtMs: opt(z.number()),
    lastSeenAtMs: opt(z.number()),
    mentionCount: opt(z.number()),
  }),
});
