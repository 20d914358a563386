import { createHash } from 'node:crypto';
import { chains, groupChain } from '../../../../domain/market/chain.ts';
import type { StreamDataInput } from '../../../../protocol/stream.ts';
import type { alphaPersonal, alphaSignalFeedGlobal } from '../../../../protocol/streams/alpha.ts';
import type { AlphaCall, AlphaSignal, Platform } from './alpha-signal.ts';
import type { TokenBook } from './token-book.ts';
import type { PaperToken } from './token-list.ts';

type Update = StreamDataInput<typeof alphaSignalFeedGlobal>;
type Origin = NonNullable<NonNullable<NonNullable<Update['latestSignal']>['source']>['source']>;
type Message = StreamDataInput<typeof alphaPersonal>;

/** An id of 18 digits, the same for the same name in every run. */
export const stableId = (name: string): string =>
  String(10n ** 17n + (createHash('sha256').update(name).digest().readBigUInt64BE() % (9n * 10n ** 16n)));

/** An update of a signal feed, without its type. */
export function feedUpdate(signal: AlphaSignal, token: PaperToken, book: TokenBook): Update {
  const { call } = signal;
  const { network } = chains[token.chain];
  const { pool } = book.marketOf(token);
  const { address, symbol, name, decimals } = token;
  return {
    tokenAddress: address,
    network,
    tokenMeta: { address, network, symbol, name, decimals },
    latestSignal: {
      id: call.signalId,
      timestampMs: call.timestampMs,
      source: { sourceType: call.platform, source: originOf(signal) },
      isBot: call.isBot,
      priceUsd: call.priceUsd,
      priceNative: book.priceNative(token),
      marketcapUsd: call.marketCapUsd,
      liquidityUsd: call.liquidityUsd,
      poolAddress: pool.address,
      dexName: pool.dexName,
    },
  };
}

/** Where a signal comes from, flat, with the field names of its platform. */
function originOf({ call, sourceName }: AlphaSignal): Origin {
  const { caller, source, tradeData, isBot } = call;
  if (tradeData) return tradeData;
  const name = caller?.username ?? 'unknown';
  const id = stableId(name);
  const messageId = source?.messageId ?? '';
  if (call.platform === 'telegram')
    return {
      messageId,
      chatId: source?.channelId ?? '',
      senderId: id,
      senderUsername: name,
      senderDisplayName: caller?.displayName,
      senderIsBot: isBot,
      snapshotChatTitle: sourceName,
    };
  const author = { authorId: id, authorUsername: name, authorDisplayName: caller?.displayName };
  if (call.platform === 'x')
    return { tweetId: source?.tweetId ?? '', ...author, authorVerified: caller?.verified ?? false };
  return {
    messageId,
    guildId: source?.guildId ?? '',
    channelId: source?.channelId ?? '',
    ...author,
    authorIsBot: isBot,
    snapshotGuildName: source?.serverName ?? sourceName,
    snapshotChannelName: source?.channelName,
  };
}

interface Marks {
  readonly isEdited?: boolean;
  readonly isDeleted?: boolean;
}

/** The signal as the message of its platform that it was; posts cannot be edited. */
export const messageOf = ({ call, sourceName }: AlphaSignal, token: PaperToken, marks: Marks = {}): Message =>
  wrapped(call, sourceName, {
    content: call.messagePreview ?? '',
    tokens: [{ address: token.address, chain: groupChain(token.chain) }],
    ...marks,
  });

interface Talk {
  readonly platform: Platform;
  readonly caller: AlphaCall['caller'];
  readonly source: NonNullable<AlphaCall['source']>;
  readonly nowMs: number;
}

/** A message that names no token. */
export const smallTalk = ({ platform, caller, source, nowMs }: Talk): Message =>
  wrapped(
    { signalId: '', timestampMs: nowMs, platform, isBot: false, caller, source },
    source.serverName ?? source.channelName ?? '',
    { content: 'gm', tokens: [] },
  );

type Said = NonNullable<Message['data']>;

function wrapped(call: AlphaCall, sourceName: string, said: Said): Message {
  const { caller, source, platform } = call;
  const { isEdited = false, isDeleted = false, ...what } = said;
  const name = caller?.username ?? 'unknown';
  const person = { userId: stableId(name), username: name, displayName: caller?.displayName };
  const common = { ...what, timestamp: call.timestampMs };
  if (platform === 'x') {
    const author = { ...person, verified: caller?.verified ?? false, followersCount: 1_200 };
    const lists = { hashtags: [], cashtags: [], mentions: [], mediaUrls: [] };
    return { platform, data: { ...common, ...lists, tweetId: source?.tweetId ?? '', author, isDeleted } };
  }
  const author = { ...person, isBot: call.isBot };
  const chat = { ...common, messageId: source?.messageId ?? '', author, isEdited, isDeleted };
  return platform === 'telegram'
    ? { platform, data: { ...chat, chatId: source?.channelId ?? '', snapshotChatTitle: sourceName } }
    : {
        platform,
        data: {
          ...chat,
          guildId: source?.guildId ?? '',
          channelId: source?.channelId ?? '',
          snapshotGuildName: source?.serverName ?? sourceName,
          snapshotChannelName: source?.channelName,
        },
      };
}

/** The deprecated summary of a token's calls, newest first. */
export function callReference(ofToken: readonly AlphaSignal[]): Message {
  const [newest] = ofToken;
  return {
    type: 'callReference',
    address: newest?.tokenAddress ?? '',
    firstSeenAtMs: ofToken.at(-1)?.call.timestampMs ?? 0,
    lastSeenAtMs: newest?.call.timestampMs ?? 0,
    mentionCount: ofToken.length,
    mentions: ofToken.map(({ call }) => ({
      messageId: call.source?.messageId ?? call.source?.tweetId ?? call.signalId,
      platform: call.platform,
      timestampMs: call.timestampMs,
    })),
  };
}
