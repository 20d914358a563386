import { describe, expect, test } from 'vitest';
import { isUnreadable } from '../../protocol/schema.ts';
import { alphaPersonal, alphaSignalFeedNamed } from '../../protocol/streams/alpha.ts';
import { startMs } from '../exchange/spot/spot.fixture.ts';
import { spotService } from './spot-service.fixture.ts';

/** A market in which this many more signals have been made, a second apart. */
function withSignals(count = 200) {
  const service = spotService();
  for (let made = 1; made <= count; made++) service.spot.alpha.advance(startMs + made * 1_000, 1e9);
  const { spot } = service;
  const said = () => spot.alpha.signals.filter(({ call }) => call.platform !== 'trade');
  const mostCalled = () =>
    [...Map.groupBy(said(), ({ tokenAddress }) => tokenAddress)].sort((a, b) => b[1].length - a[1].length)[0]!;
  return { ...service, said, mostCalled };
}

interface Row {
  readonly tokenAddress: string;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly mentionCount: number;
}

describe('the lists of calls', () => {
  test('have a row for each token, the latest called first, with the sum of its calls', async () => {
    const { call, said, mostCalled } = withSignals();
    const { sent } = await call('alpha.globalCalls', { query: { limit: '100' } });
    const rows: Row[] = sent.calls;
    expect(new Set(rows.map(({ tokenAddress }) => tokenAddress)).size).toBe(rows.length);
    expect(sent).toMatchObject({ platform: 'all', totalCount: rows.length });
    expect(rows.reduce((sum, { mentionCount }) => sum + mentionCount, 0)).toBe(said().length);
    const times = rows.map(({ lastSeenAt }) => lastSeenAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const [address, signals] = mostCalled();
    expect(rows.find(({ tokenAddress }) => tokenAddress === address)).toEqual({
      tokenAddress: address,
      chain: expect.toBeOneOf(['svm', 'base', 'bsc', 'monad']),
      firstSeenAt: signals.at(-1)!.call.timestampMs,
      lastSeenAt: signals[0]!.call.timestampMs,
      mentionCount: signals.length,
      tokenSymbol: expect.any(String),
      tokenName: expect.any(String),
      currentPriceUsd: expect.stringMatching(/^\d+(\.\d+)?$/),
      priceChangeSinceCallPct: expect.stringMatching(/^-?\d+\.\d\d$/),
      lastTweetAuthor: expect.stringMatching(/^@/),
      lastTweetPreview: expect.any(String),
    });
  });

  test('of the own sources say where the latest call was made, and leave out copied trades', async () => {
    const { call, said } = withSignals();
    const { sent } = await call('alpha.recentCalls', { query: { limit: '100' } });
    const own = said().filter(({ connectionId }) => connectionId !== null);
    const [newest] = own;
    expect(sent.calls[0]).toMatchObject({
      tokenAddress: newest!.tokenAddress,
      priceUsdAtCall: expect.stringMatching(/^\d/),
      lastSource: {
        platform: newest!.call.platform,
        authorUsername: newest!.call.caller?.username,
        sourceName: newest!.sourceName,
        connectionId: newest!.connectionId,
      },
    });
    expect(sent.totalCount).toBe(new Set(own.map(({ tokenAddress }) => tokenAddress)).size);
    const { sent: ofOne } = await call('alpha.recentCalls', { query: { sourceName: 'base camp', limit: '3' } });
    expect(ofOne.calls).toHaveLength(3);
    for (const row of ofOne.calls) expect(row.lastSource).toMatchObject({ platform: 'telegram' });
  });

  test('are filtered by platform, under either name', async () => {
    const { call } = withSignals();
    for (const [one, other] of [
      ['x', 'twitter'],
      ['trade', 'onchain'],
    ]) {
      const [a, b] = await Promise.all(
        [one, other].map((platform) => call('alpha.globalCalls', { query: { platform } })),
      );
      expect(a?.sent.calls).toEqual(b?.sent.calls);
      expect(a?.sent.totalCount).toBeGreaterThan(0);
      expect(a?.sent.platform).toBe(one);
    }
  });
});

describe('call context', () => {
  test('pages by a number, without repeats', async () => {
    const { call, mostCalled, spot } = withSignals();
    const [tokenAddress] = mostCalled();
    const ids: string[] = [];
    let cursor: number | undefined;
    do {
      const query = { limit: '7', includeBotSignals: 'true', ...(cursor !== undefined && { cursor: String(cursor) }) };
      const { sent } = await call('alpha.callContext', { params: { tokenAddress }, query });
      ids.push(...sent.signals.map(({ signalId }: { signalId: string }) => signalId));
      expect(sent.hasMore).toBe('nextCursor' in sent);
      if (sent.hasMore) expect(Number.isInteger(sent.nextCursor)).toBe(true);
      cursor = sent.nextCursor;
    } while (cursor !== undefined);
    const all = spot.alpha.signals.filter((signal) => signal.tokenAddress === tokenAddress);
    expect(ids).toEqual(all.map(({ call: { signalId } }) => signalId));
  });

  test('leaves out bots and trades unless they are asked for, and filters by platform', async () => {
    const { call, mostCalled } = withSignals();
    const [tokenAddress] = mostCalled();
    const of = async (query: object) =>
      (await call('alpha.callContext', { params: { tokenAddress }, query: { limit: '100', ...query } })).sent.signals;
    expect((await of({})).some(({ isBot }: { isBot: boolean }) => isBot)).toBe(false);
    const all = await of({ includeBotSignals: 'true' });
    expect(all.some(({ isBot }: { isBot: boolean }) => isBot)).toBe(true);
    const chats = await of({ sourceFilter: 'discord, Telegram' });
    expect(new Set(chats.map(({ platform }: { platform: string }) => platform))).toEqual(
      new Set(['discord', 'telegram']),
    );
  });

  test('shows what was said around a call, in order, from its own place alone', async () => {
    const { call, said } = withSignals();
    const chats = said().filter(({ call: { platform, isBot } }) => platform === 'discord' && !isBot);
    const { sourceName } = chats[0]!;
    const inPlace = said().filter((signal) => signal.sourceName === sourceName);
    const middle = inPlace.findIndex((signal, at) => at >= 2 && chats.includes(signal));
    const { tokenAddress, call: shown } = inPlace[middle]!;
    const query = { includeMessageContext: 'true', limit: '100' };
    const { sent } = await call('alpha.callContext', { params: { tokenAddress }, query });
    const found = sent.signals.find(({ signalId }: { signalId: string }) => signalId === shown.signalId);
    expect(found.contextMessages).toEqual(
      inPlace
        .slice(middle - 2, middle + 3)
        .reverse()
        .map(({ call: each }, index) => ({
          author: each.caller?.username,
          text: each.messagePreview,
          timestampMs: each.timestampMs,
          offset: index - 2,
        })),
    );
  });

  test('of a post or trade has no text, but says so', async () => {
    const { call, spot } = withSignals();
    for (const platform of ['x', 'trade']) {
      const { tokenAddress } = spot.alpha.signals.find((signal) => signal.call.platform === platform)!;
      const query = { includeBotSignals: 'true', includeMessageContext: 'true', sourceFilter: platform };
      const { sent } = await call('alpha.callContext', { params: { tokenAddress }, query });
      expect(sent.signals[0]).toMatchObject({ messagePreview: null, contextMessages: null });
    }
  });
});

test('mentions have the figures of their moment, and no text', async () => {
  const { call, mostCalled } = withSignals();
  const [tokenAddress, signals] = mostCalled();
  const { sent } = await call('alpha.mentions', { params: { tokenAddress }, query: { limit: '3' } });
  expect(sent).toMatchObject({ tokenAddress, totalMentions: signals.length, tokenSymbol: expect.any(String) });
  expect(sent.lastSeenAt).toBe(signals[0]!.call.timestampMs);
  expect(sent.firstSeenAt).toBe(signals.at(-1)!.call.timestampMs);
  expect(sent.mentions).toHaveLength(3);
  expect(sent.mentions[0]).toMatchObject({
    timestamp: signals[0]!.call.timestampMs,
    priceUsdAtMention: expect.stringMatching(/^\d/),
  });
  for (const mention of sent.mentions) expect(mention).not.toHaveProperty('text');
  const { sent: none } = await call('alpha.mentions', { params: { tokenAddress: `0x${'1'.repeat(40)}` } });
  expect(none).toEqual({ tokenAddress: `0x${'1'.repeat(40)}`, chain: 'base', totalMentions: 0, mentions: [] });
});

describe('the streams', () => {
  test('a signal reaches the feed of its caller’s profile and of its source, which the answers name', () => {
    const { on, spot } = withSignals(60);
    const calls = new Map(spot.alpha.signals.map((signal) => [signal.call.signalId, signal]));
    const updates = (stream: string) =>
      on(stream).flatMap(({ data, filter }) => {
        const { latestSignal } = data as { latestSignal?: { id: string } };
        return latestSignal ? [{ filter, id: latestSignal.id }] : [];
      });
    for (const { filter, id } of updates('alpha.signalFeedProfile'))
      expect(filter).toEqual({ profileId: calls.get(id)!.call.caller?.username });
    for (const { filter, id } of updates('alpha.signalFeedNamed')) {
      const { connectionId } = calls.get(id)!;
      expect(filter).toEqual({ feedId: connectionId });
      expect(spot.alpha.sources.map((source) => source.connectionId)).toContain(connectionId);
    }
    const ids = (stream: string) => updates(stream).map(({ id }) => id);
    expect(ids('alpha.signalFeedNamed')).toEqual(ids('alpha.signalFeedPersonal'));
    const withCaller = [...calls.values()].filter(({ call }) => call.caller && call.timestampMs > startMs);
    expect(ids('alpha.signalFeedProfile').toSorted()).toEqual(withCaller.map(({ call }) => call.signalId).toSorted());
  });

  test('the inner source of an update is flat, with the names of its platform', () => {
    const { on } = withSignals();
    type Update = { latestSignal: { source: { sourceType: string; source: object } } };
    const sources = on('alpha.signalFeedGlobal').map(({ data }) => (data as Update).latestSignal.source);
    const fields = (platform: string) =>
      Object.keys(sources.find(({ sourceType }) => sourceType === platform)!.source).toSorted();
    expect(fields('discord')).toEqual([
      'authorDisplayName',
      'authorId',
      'authorIsBot',
      'authorUsername',
      'channelId',
      'guildId',
      'messageId',
      'snapshotChannelName',
      'snapshotGuildName',
    ]);
    expect(fields('telegram')).toEqual([
      'chatId',
      'messageId',
      'senderDisplayName',
      'senderId',
      'senderIsBot',
      'senderUsername',
      'snapshotChatTitle',
    ]);
    expect(fields('x')).toEqual(['authorDisplayName', 'authorId', 'authorUsername', 'authorVerified', 'tweetId']);
    expect(fields('trade')).toEqual(['amountNative', 'amountUsd', 'isBuy', 'txSignature', 'walletAddress']);
  });

  test('messages come to the user and to their feed, some edited or deleted later, some without a token', () => {
    const { on } = withSignals();
    const personal = on('alpha.personal').map(({ data }) => alphaPersonal.payload.parse(data));
    const messages = personal.flatMap(({ platform, data }) => (platform && data ? [{ platform, data }] : []));
    const inFeeds = on('alpha.signalFeedNamed')
      .map(({ data }) => alphaSignalFeedNamed.payload.parse(data))
      .flatMap(({ type, message }) => (type === 'feedMessage' && message ? [message] : []));
    expect(inFeeds).toEqual(messages);
    const edited = messages.find(({ data }) => data.isEdited)!;
    const before = messages.find(({ data }) => data.messageId === edited.data.messageId)!;
    expect(edited.data.content).not.toBe(before.data.content);
    expect(messages.some(({ data }) => data.isDeleted)).toBe(true);
    expect(messages.some(({ data }) => data.tokens?.length === 0)).toBe(true);
    for (const { platform, data } of messages) {
      expect('isEdited' in data, platform).toBe(platform !== 'x');
      expect(data.tokens?.some(isUnreadable)).toBe(false);
    }
    expect(personal.find(({ type }) => type === 'callReference')).toMatchObject({
      address: expect.any(String),
      mentionCount: expect.any(Number),
      mentions: expect.any(Array),
    });
  });
});
