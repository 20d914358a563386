import { describe, expect, test } from 'vitest';
import { rawOf } from '../schema.ts';
import * as alpha from './alpha.ts';

const token = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';

/** The flat inner source of each platform, with every field that the published clients type. */
const origins = {
  discord: {
    messageId: 'm',
    guildId: 'g',
    channelId: 'c',
    authorId: 'a',
    authorUsername: 'lena',
    authorDisplayName: 'Lena',
    authorAvatarUrl: 'https://a',
    authorIsBot: false,
    webhookId: 'w',
    snapshotGuildName: 'Trenches',
    snapshotChannelName: 'calls',
  },
  telegram: {
    messageId: 'm',
    chatId: '-100',
    senderId: 's',
    senderUsername: 'kim',
    senderDisplayName: 'Kim',
    senderAvatarUrl: 'https://a',
    senderIsBot: true,
    topicId: 4,
    topicTitle: 'gems',
    snapshotChatTitle: 'Base Camp',
  },
  x: {
    tweetId: 't',
    authorId: 'a',
    authorUsername: 'obi',
    authorDisplayName: 'Obi',
    authorAvatarUrl: 'https://a',
    authorVerified: true,
  },
  trade: { walletAddress: 'W', txSignature: 'T', isBuy: true, amountUsd: '42.5', amountNative: '0.3' },
} as const;

const update = (sourceType: string, source: object) => ({
  type: 'namedSignalFeedUpdate',
  tokenAddress: token,
  network: 'base',
  tokenMeta: {
    address: token,
    network: 'base',
    symbol: 'JUP',
    name: 'Jupiter',
    decimals: 6,
    logoUrl: 'https://l',
    deploymentTimestamp: 1_700_000_000,
  },
  latestSignal: {
    id: 's1',
    timestampMs: 1_716_000_000_000,
    isBot: false,
    priceUsd: '0.95',
    priceNative: '0.0065',
    marketcapUsd: '1240000000',
    liquidityUsd: '4200000',
    liquidityNative: '30000',
    poolAddress: 'p',
    dexName: 'Orca',
    source: { sourceType, source },
  },
  feedId: 'f',
});

const feeds = [
  alpha.alphaSignalFeedGlobal,
  alpha.alphaSignalFeedPersonal,
  alpha.alphaSignalFeedProfile,
  alpha.alphaSignalFeedNamed,
];

describe.each(Object.entries(origins))('a signal from %s', (platform, origin) => {
  const sent = update(platform, origin);

  test('is read whole by each feed', () => {
    for (const { payload } of feeds) expect(payload.parse(sent)).toEqual(sent);
  });

  test.each(Object.keys(origin))('may lack %s, or have null there', (field) => {
    const { [field]: _gone, ...others } = origin as Record<string, unknown>;
    for (const source of [others, { ...others, [field]: null }])
      expect(alpha.alphaSignalFeedGlobal.payload.parse(update(platform, source)).latestSignal?.source?.source).toEqual(
        source,
      );
  });
});

test('numbers of a signal are read from text and from numbers; ids too', () => {
  const read = alpha.alphaSignalFeedGlobal.payload.parse({
    ...update('telegram', { ...origins.telegram, chatId: -100_123 }),
    latestSignal: { ...update('telegram', { chatId: -100_123 }).latestSignal, priceUsd: 0.95, marketcapUsd: 1.24e9 },
  });
  expect(read.latestSignal).toMatchObject({ priceUsd: '0.95', marketcapUsd: '1240000000' });
  expect(read.latestSignal?.source?.source?.chatId).toBe('-100123');
});

test.each(['tokenMeta', 'latestSignal', 'feedId', 'type', 'network'])('an update may lack %s', (field) => {
  const { [field]: _gone, ...others } = update('x', origins.x) as Record<string, unknown>;
  for (const { payload } of feeds) {
    expect(payload.parse(others)).toEqual(others);
    expect(payload.parse({ ...others, [field]: null })).toEqual({ ...others, [field]: null });
  }
});

const author = { userId: 'u', username: 'lena', displayName: 'Lena', avatarUrl: 'https://a', isBot: false };
const tokens = [{ address: token, chain: 'base' }];
const said = { content: 'look at $JUP', timestamp: 1_716_000_000_000, tokens };

/** A message of each platform with every field. */
const messages = {
  discord: {
    ...said,
    messageId: 'm',
    guildId: 'g',
    channelId: 'c',
    isEdited: true,
    isDeleted: false,
    snapshotGuildName: 'Trenches',
    snapshotChannelName: 'calls',
    author,
    replyToMessageId: 'r',
  },
  telegram: {
    ...said,
    messageId: 'm',
    chatId: '-100',
    isEdited: false,
    isDeleted: true,
    snapshotChatTitle: 'Base Camp',
    topicId: 4,
    topicTitle: 'gems',
    author,
    replyToMessageId: 'r',
  },
  x: {
    ...said,
    tweetId: 't',
    hashtags: ['gems'],
    cashtags: ['JUP'],
    mentions: [{ username: 'kim', userId: '5' }],
    mediaUrls: ['https://m'],
    isDeleted: false,
    author: { userId: 'u', username: 'obi', displayName: 'Obi', verified: true, followersCount: 12 },
    publicMetrics: { likeCount: 1, retweetCount: 2, replyCount: 3, quoteCount: 4 },
    conversationId: 'v',
    inReplyToUserId: 'i',
  },
} as const;

describe.each(Object.entries(messages))('a message on %s', (platform, data) => {
  test('is read whole, alone and in a named feed', () => {
    expect(alpha.alphaPersonal.payload.parse({ platform, data })).toEqual({ platform, data });
    const event = { type: 'feedMessage', feedId: 'f', message: { platform, data } };
    expect(alpha.alphaSignalFeedNamed.payload.parse(event)).toEqual(event);
  });

  test('of the flat form is read as one with data', () => {
    expect(alpha.alphaPersonal.payload.parse({ platform, ...data })).toMatchObject({ platform, data });
    const event = { type: 'feedMessage', feedId: 'f', message: { platform, ...data } };
    expect(alpha.alphaSignalFeedNamed.payload.parse(event).message).toEqual({ platform, data });
  });

  test.each(Object.keys(data))('may lack %s, or have null there', (field) => {
    const { [field]: _gone, ...others } = data as Record<string, unknown>;
    for (const sent of [others, { ...others, [field]: null }])
      expect(alpha.alphaPersonal.payload.parse({ platform, data: sent }).data).toEqual(sent);
  });
});

test('a message may be missing from its event, and one bad token keeps the others', () => {
  expect(alpha.alphaSignalFeedNamed.payload.parse({ type: 'feedMessage', feedId: 'f' })).not.toHaveProperty('message');
  const data = { ...messages.discord, tokens: [{ address: 5 }, tokens[0]] };
  const read = alpha.alphaPersonal.payload.parse({ platform: 'discord', data });
  expect(read.data?.tokens).toEqual([{ unreadable: expect.stringContaining('address') }, tokens[0]]);
  expect(rawOf(read.data?.tokens?.[1] ?? {})).toEqual(tokens[0]);
});

test('the deprecated reference to calls is read', () => {
  const reference = {
    type: 'callReference',
    address: token,
    firstSeenAtMs: 1,
    lastSeenAtMs: 2,
    mentionCount: 3,
    mentions: [{ messageId: 'm', platform: 'discord', timestampMs: 2 }],
  };
  expect(alpha.alphaPersonal.payload.parse(reference)).toEqual(reference);
});

test.each(['text', 5, null, []])('%j is no event', (sent) => {
  expect(alpha.alphaPersonal.payload.safeParse(sent).success).toBe(false);
  expect(alpha.alphaSignalFeedNamed.payload.safeParse(sent).success).toBe(false);
});
