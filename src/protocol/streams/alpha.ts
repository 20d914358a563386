import { z } from 'zod';
import { anything, chainName, decimalNumber, openEnum, opt, safeText, verbatim } from '../schema.ts';
import { stream } from '../stream.ts';

const tokenMeta = z.object({
  address: verbatim(),
  network: opt(chainName()),
  symbol: opt(safeText()),
  name: opt(safeText()),
  decimals: opt(z.number()),
});

const signal = z.object({
  id: safeText(),
  timestampMs: z.number(),
  /** The contents of `source.source` depend on the platform: ids and names of a message, or of a trade. */
  source: opt(
    z.object({
      sourceType: openEnum('discord', 'telegram', 'x', 'trade'),
      source: opt(z.record(safeText(), anything())),
    }),
  ),
  isBot: opt(z.boolean()),
  priceUsd: opt(decimalNumber()),
  priceNative: opt(decimalNumber()),
  marketcapUsd: opt(decimalNumber()),
  liquidityUsd: opt(decimalNumber()),
  poolAddress: opt(safeText()),
  dexName: opt(safeText()),
});

/**
 * Chat and post events share these streams with feed updates, so only `type` is common to all, and it may be missing
 * too.
 */
const feedPayload = z.object({
  type: opt(safeText()),
  tokenAddress: opt(verbatim()),
  network: opt(chainName()),
  tokenMeta: opt(tokenMeta),
  latestSignal: opt(signal),
  feedId: opt(safeText()),
  profileId: opt(safeText()),
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
    type: opt(safeText()),
    platform: opt(openEnum('discord', 'telegram', 'x')),
    data: opt(z.record(safeText(), anything())),
    address: opt(verbatim()),
    firstSeenAtMs: opt(z.number()),
    lastSeenAtMs: opt(z.number()),
    mentionCount: opt(z.number()),
  }),
});
