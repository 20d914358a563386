import { cleanText } from '../../domain/text/clean-text.ts';
import { readable } from '../../protocol/schema.ts';
import type { StreamData } from '../../protocol/stream.ts';
import type { alphaSignalFeedGlobal } from '../../protocol/streams/alpha.ts';
import type { AlphaMessage } from '../../protocol/streams/alpha-message.ts';
import type { svmBondingCurveCreations, svmBondingCurveGraduations } from '../../protocol/streams/svm.ts';
import { callRowId } from '../../stores/signals/merge-signals.ts';
import type { Signal } from '../../stores/signals/signals.ts';
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

/** Limit of rows per message, since a message may name many tokens. */
const mostTokens = 5;

/**
 * An update of a signal feed; null for one without its latest signal and for other events of these streams; an error
 * text for a signal without a token.
 */
export function signalOfFeed(data: StreamData<typeof alphaSignalFeedGlobal>, nowMs: number): Signal | string | null {
  const { tokenAddress, latestSignal: signal, tokenMeta } = data;
  if (!signal) return null;
  if (!tokenAddress) return 'a signal without its token';
  const platform = platformOf(signal.source?.sourceType);
  const from = signal.source?.source ?? {};
  const token = tokenOf(data.network ?? tokenMeta?.network, tokenAddress, tokenMeta);
  const trade = tradeOf(from);
  const isTrade = trade !== null || platform === 'trade';
  const user = from.authorUsername ?? from.senderUsername;
  return {
    ...signalWith(token, nowMs),
    kind: isTrade ? 'trade' : 'call',
    ids: [...(isTrade ? [] : [callRowId(token)]), `signal ${whole(signal.id)}`, ...messageIds(platform, from, token)],
    atMs: notLater(signal.timestampMs, nowMs),
    platform,
    place: placeText(from.snapshotGuildName ?? from.snapshotChatTitle, from.snapshotChannelName, from.topicTitle),
    caller: name(from.authorDisplayName ?? from.senderDisplayName) ?? name(user),
    userName: userName(user),
    isVerified: from.authorVerified ?? null,
    isBot: signal.isBot ?? from.authorIsBot ?? from.senderIsBot ?? null,
    priceUsd: signal.priceUsd ?? null,
    marketCapUsd: signal.marketcapUsd ?? null,
    liquidityUsd: signal.liquidityUsd ?? null,
    trade,
    facts: [
      ...factsOf([['user name', user]]),
      ...messageFacts(from),
      ...factsOf([
        ['transaction', from.txSignature],
        ['pool', signal.poolAddress],
        ['dex', signal.dexName],
      ]),
    ],
  };
}

/** A message of a source: one signal per token named. One of a deleted message says so and has no id of a new call. */
export function signalsOfMessage({ platform: sent, data }: AlphaMessage, nowMs: number): Signal[] {
  if (!data) return [];
  const platform = platformOf(sent);
  const { author } = data;
  return readable(data.tokens ?? [])
    .filter(({ address }) => address !== '')
    .slice(0, mostTokens)
    .map(({ address, chain }): Signal => {
      const token = tokenOf(chain, address);
      const isDeleted = data.isDeleted === true;
      return {
        ...signalWith(token, nowMs),
        ids: [...(isDeleted ? [] : [callRowId(token)]), ...messageIds(platform, data, token)],
        atMs: notLater(data.timestamp, nowMs),
        platform,
        place: placeText(data.snapshotGuildName ?? data.snapshotChatTitle, data.snapshotChannelName, data.topicTitle),
        caller: name(author?.displayName) ?? name(author?.username),
        userName: userName(author?.username),
        isVerified: author?.verified ?? null,
        isBot: author?.isBot ?? null,
        message: cleanText(data.content) || null,
        messageState: isDeleted ? 'deleted' : data.isEdited === true ? 'edited' : null,
        facts: [...factsOf([['user name', author?.username]]), ...messageFacts(data)],
      };
    });
}

type Curve = StreamData<typeof svmBondingCurveCreations> & Partial<StreamData<typeof svmBondingCurveGraduations>>;

/** The creation of a token on a bonding curve, or its graduation to a pool. */
export function signalOfCurve(kind: 'creation' | 'graduation', data: Curve, nowMs: number): Signal {
  const token = tokenOf(data.network ?? 'solana', data.tokenAddress);
  const dex = name(kind === 'creation' ? data.curveDexType : (data.destPoolDexType ?? data.curveDexType));
  return {
    ...signalWith(token, nowMs),
    kind,
    ids: [`${kind} ${token.address}`],
    atMs: notLater(data.blockTime, nowMs),
    platform: 'chain',
    place: dex,
    facts: factsOf([
      ['creator', data.creator],
      ['curve', data.curveAddress],
      ['curve type', data.curveDexType],
      ['pool', data.destPoolAddress],
      ['pool type', data.destPoolDexType],
      ['transaction', data.signature],
      ['slot', data.slot],
    ]),
  };
}
