import type { z } from 'zod';
import { cleanText } from '../../domain/text/clean-text.ts';
import type {
  alphaCallSignal,
  alphaGlobalCall,
  alphaMention,
  alphaRecentCall,
} from '../../protocol/endpoints/alpha.ts';
import { callRowId } from '../../stores/signals/merge-signals.ts';
import type { SignalToken } from '../../stores/signals/signal-token.ts';
import type { CallSum, Mention, Signal } from '../../stores/signals/signals.ts';
import {
  factsOf,
  messageFacts,
  messageIds,
  name,
  notLater,
  placeText,
  platformOf,
  signalWith,
  tokenOf,
  tradeOf,
  userName,
  whole,
} from './signal-parts.ts';

type CallSignal = z.output<typeof alphaCallSignal>;
type RecentCall = z.output<typeof alphaRecentCall>;
type GlobalCall = z.output<typeof alphaGlobalCall>;

/** A call of a token, or a trade that was copied, from its call context. */
export function signalOfCall(call: CallSignal, token: SignalToken, nowMs: number): Signal {
  const { source, caller } = call;
  const platform = platformOf(call.platform);
  const trade = tradeOf(call.tradeData);
  const isTrade = trade !== null || platform === 'trade';
  return {
    ...signalWith(token, nowMs),
    kind: isTrade ? 'trade' : 'call',
    ids: [
      ...(isTrade ? [] : [callRowId(token)]),
      `signal ${whole(call.signalId)}`,
      ...messageIds(platform, source ?? {}, token),
    ],
    atMs: notLater(call.timestampMs, nowMs),
    platform,
    place: placeText(source?.serverName, source?.channelName, source?.topicTitle),
    caller: name(caller?.displayName) ?? name(caller?.username),
    userName: userName(caller?.username),
    isVerified: caller?.verified ?? null,
    isBot: call.isBot,
    message: cleanText(call.messagePreview) || null,
    priceUsd: call.priceUsd ?? null,
    marketCapUsd: call.marketCapUsd ?? null,
    liquidityUsd: call.liquidityUsd ?? null,
    trade,
    facts: [
      ...factsOf([['user name', caller?.username]]),
      ...messageFacts(source ?? {}),
      ...factsOf([['transaction', call.tradeData?.txSignature]]),
    ],
  };
}

const shared = (call: RecentCall | GlobalCall, nowMs: number) => {
  const token = tokenOf(call.chain, call.tokenAddress, { symbol: call.tokenSymbol, name: call.tokenName });
  const sum: CallSum = {
    firstSeenMs: call.firstSeenAt ?? null,
    lastSeenMs: notLater(call.lastSeenAt, nowMs),
    mentions: call.mentionCount ?? null,
    priceAtCallUsd: null,
    priceNowUsd: call.currentPriceUsd ?? null,
    changePct: null,
    readAtMs: nowMs,
  };
  return { signal: { ...signalWith(token, nowMs), atMs: sum.lastSeenMs }, sum };
};

/** The latest call of a token in the own sources. */
export function signalOfRecent(call: RecentCall, nowMs: number): Signal {
  const { signal, sum } = shared(call, nowMs);
  const { lastSource } = call;
  const author = userName(lastSource?.authorUsername);
  return {
    ...signal,
    platform: platformOf(lastSource?.platform),
    place: placeText(lastSource?.sourceName, lastSource?.channelName),
    caller: author,
    userName: author,
    message: cleanText(lastSource?.messagePreview) || null,
    priceUsd: call.priceUsdAtCall ?? null,
    marketCapUsd: call.marketCapUsdAtCall ?? null,
    liquidityUsd: call.liquidityUsdAtCall ?? null,
    calls: { own: { ...sum, priceAtCallUsd: call.priceUsdAtCall ?? null }, everyone: null },
    facts: factsOf([['source', lastSource?.connectionId]]),
  };
}

/** The latest call of a token in the public feed. It names a poster on X, and no place. */
export function signalOfGlobal(call: GlobalCall, nowMs: number): Signal {
  const { signal, sum } = shared(call, nowMs);
  const author = userName(call.lastTweetAuthor);
  return {
    ...signal,
    platform: author ? 'x' : null,
    caller: author,
    userName: author,
    message: cleanText(call.lastTweetPreview) || null,
    calls: { own: null, everyone: { ...sum, changePct: call.priceChangeSinceCallPct ?? null } },
  };
}

/** A message that names a token. */
export const mentionOf = (mention: z.output<typeof alphaMention>, nowMs: number): Mention => ({
  id: whole(mention.messageId),
  atMs: notLater(mention.timestamp, nowMs),
  author: userName(mention.authorUsername),
  platform: platformOf(mention.platform),
  place: [name(mention.guildId), name(mention.channelId)].filter(Boolean).join(' ') || null,
  priceUsd: mention.priceUsdAtMention ?? null,
  marketCapUsd: mention.marketCapUsdAtMention ?? null,
});
