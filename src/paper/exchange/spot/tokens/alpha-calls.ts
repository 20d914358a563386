import Big from 'big.js';
import type { z } from 'zod';
import { callPlatform } from '../../../../domain/market/call-platform.ts';
import { groupChain } from '../../../../domain/market/chain.ts';
import type { alphaGlobalCall, alphaMention, alphaRecentCall } from '../../../../protocol/endpoints/alpha.ts';
import type { AlphaService } from './alpha-service.ts';
import type { AlphaSignal } from './alpha-signal.ts';
import type { PaperToken } from './token-list.ts';

type Recent = z.input<typeof alphaRecentCall>;
type Global = z.input<typeof alphaGlobalCall>;
type Mention = z.input<typeof alphaMention>;

/** Calls of people; a copied trade is a signal, but nobody has said anything. */
export const isSaid = ({ call }: AlphaSignal): boolean => callPlatform(call.platform) !== 'trade';

const usd = (value: number | string | null | undefined): string | undefined =>
  value === null || value === undefined ? undefined : new Big(value).toFixed();

interface Rollup {
  readonly token: PaperToken;
  /** Newest first. */
  readonly signals: readonly AlphaSignal[];
  readonly first: AlphaSignal;
  readonly last: AlphaSignal;
}

/** The signals by their token; tokens in the order of their latest signal. */
function rollups(alpha: AlphaService, newestFirst: readonly AlphaSignal[]): Rollup[] {
  return [...Map.groupBy(newestFirst, ({ tokenAddress }) => tokenAddress).values()].flatMap((signals) => {
    const [last, first] = [signals[0], signals.at(-1)];
    const token = last && alpha.tokenOf(last);
    return token && first ? [{ token, signals, first, last }] : [];
  });
}

const shared = ({ token, signals, first, last }: Rollup, alpha: AlphaService) => ({
  tokenAddress: token.address,
  chain: groupChain(token.chain),
  firstSeenAt: first.call.timestampMs,
  lastSeenAt: last.call.timestampMs,
  mentionCount: signals.length,
  tokenSymbol: token.symbol,
  tokenName: token.name,
  currentPriceUsd: usd(alpha.priceUsd(token)),
});

/** One row a token: what the own sources called, and how it was at the first call. */
export const recentCalls = (alpha: AlphaService, newestFirst: readonly AlphaSignal[]): Recent[] =>
  rollups(alpha, newestFirst).map((rollup) => {
    const { first, last } = rollup;
    const { platform, caller, source, messagePreview } = last.call;
    return {
      ...shared(rollup, alpha),
      priceUsdAtCall: usd(first.call.priceUsd),
      marketCapUsdAtCall: usd(first.call.marketCapUsd),
      liquidityUsdAtCall: usd(first.call.liquidityUsd),
      lastSource: {
        platform,
        channelName: source?.channelName ?? undefined,
        authorUsername: caller?.username ?? undefined,
        messagePreview: messagePreview ?? undefined,
        sourceName: last.sourceName,
        connectionId: last.connectionId ?? undefined,
      },
    };
  });

/** One row a token: what the public feed called, and its change since the first call. */
export const globalCalls = (alpha: AlphaService, newestFirst: readonly AlphaSignal[]): Global[] =>
  rollups(alpha, newestFirst).map((rollup) => {
    const then = new Big(rollup.first.call.priceUsd ?? 0);
    const now = new Big(alpha.priceUsd(rollup.token));
    const post = rollup.signals.find(({ call }) => callPlatform(call.platform) === 'x')?.call;
    return {
      ...shared(rollup, alpha),
      priceChangeSinceCallPct: then.gt(0) ? now.div(then).minus(1).times(100).toFixed(2) : undefined,
      lastTweetAuthor: post?.caller?.username ? `@${post.caller.username}` : undefined,
      lastTweetPreview: post?.messagePreview ?? undefined,
    };
  });

/** The messages behind the signals of one token, without their text. */
export const mentionsOf = (newestFirst: readonly AlphaSignal[]): Mention[] =>
  newestFirst.map(({ call }) => ({
    messageId: call.source?.messageId ?? call.source?.tweetId ?? call.signalId,
    platform: call.platform,
    timestamp: call.timestampMs,
    authorUsername: call.caller?.username ?? undefined,
    channelId: call.source?.channelId ?? undefined,
    guildId: call.source?.guildId ?? undefined,
    priceUsdAtMention: usd(call.priceUsd),
    marketCapUsdAtMention: usd(call.marketCapUsd),
  }));
