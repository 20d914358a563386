import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StreamGap, StreamListener, StreamManager } from '../../client/streams/stream-model.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { AnyStream } from '../../protocol/stream.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { hostileTexts, isCellSafe, jup } from '../../stores/desk-data.fixture.ts';
import { createQueryCache } from '../../stores/desk-data.ts';
import { callersOf } from '../../stores/signals/callers.ts';
import { isSignal, signalStreams } from '../../stores/signals/signals.ts';
import { fakeClient } from '../fake-client.fixture.ts';
import { signalReadsEveryMs } from './signal-reads.ts';
import { createSignals } from './signals.ts';

const nowMs = 1_716_000_000_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  await vi.advanceTimersByTimeAsync(0);
};

const token = { tokenAddress: jup, chain: 'svm', tokenSymbol: 'JUP', tokenName: 'Jupiter' };
/** A row of the own sources: a call by Lena a second ago, the third of the token. */
const recent = (over: object = {}) => ({
  ...token,
  firstSeenAt: nowMs - 100_000,
  lastSeenAt: nowMs - 1_000,
  mentionCount: 3,
  priceUsdAtCall: '1',
  currentPriceUsd: '1.5',
  marketCapUsdAtCall: '5',
  liquidityUsdAtCall: '6',
  lastSource: {
    platform: 'discord',
    sourceName: 'Trenches',
    channelName: 'calls',
    authorUsername: 'lena',
    messagePreview: '$JUP',
  },
  ...over,
});
const global = (over: object = {}) => ({
  ...token,
  firstSeenAt: nowMs - 100_000,
  lastSeenAt: nowMs - 10_000,
  mentionCount: 8,
  currentPriceUsd: '1.5',
  priceChangeSinceCallPct: '3.33',
  lastTweetAuthor: '@obi',
  lastTweetPreview: 'look',
  ...over,
});
/** A call in the context of a token. */
const call = (over: object = {}) => ({
  signalId: 'sig_1',
  timestampMs: nowMs - 1_000,
  platform: 'discord',
  isBot: false,
  ...over,
});
const answers: Readonly<Record<string, () => unknown>> = {
  'alpha.sources': () => ({
    sources: [{ connectionId: 'c', connectionType: 'twitter', enabled: true, name: 'Trenches', platform: null }],
  }),
  'alpha.recentCalls': () => ({ calls: [recent()] }),
  'alpha.globalCalls': () => ({ calls: [global(), { tokenAddress: jup }] }),
  'alpha.callContext': () => ({
    tokenAddress: jup,
    signals: [call({ contextMessages: [{ author: 'x', text: 'around', timestampMs: 1 }] })],
  }),
  'alpha.mentions': () => ({
    mentions: [{ messageId: 'm', platform: 'onchain', timestamp: 2, authorUsername: '@obi', priceUsdAtMention: '1' }],
  }),
};

function setUp(over: Readonly<Record<string, (input: never) => unknown>> = {}) {
  const heard = new Map<string, StreamListener<AnyStream>>();
  const gaps = new Set<(gap: StreamGap) => void>();
  const streams: Partial<StreamManager> = {
    subscribe: (stream, _filter, listener) => {
      heard.set(stream.id, listener as unknown as StreamListener<AnyStream>);
      return () => heard.delete(stream.id);
    },
    onGap: (listener) => {
      gaps.add(listener);
      return () => gaps.delete(listener);
    },
  };
  const clock = new FakeClock(nowMs);
  const client = fakeClient(({ id, input }) => ({ ...answers, ...over })[id]?.(input as never));
  const cache = createQueryCache();
  const around = { streams: streams as StreamManager, client: client.client, cache, clock };
  const signals = createSignals(around);
  const stop = signals.start();
  return {
    signals,
    heard,
    clock,
    stop,
    ...client,
    /** An event as it comes through the schema of its stream. */
    say: (id: string, data: unknown) =>
      heard.get(id)?.onEvent(isUnreadable(data) ? data : streamNamed(id).payload.parse(data), clock.now()),
    gap: (over: Partial<StreamGap> = {}) => {
      for (const listener of gaps) listener({ fromMs: 1, toMs: nowMs, reason: 'lost', late: null, ...over });
    },
    rows: () => signals.getState().rows.filter(isSignal),
  };
}

const streamNamed = (id: string): AnyStream => allStreams.find((stream) => stream.id === id)!;

const feed = (over: object = {}, signal: object = {}) => ({
  type: 'globalSignalFeedUpdate',
  tokenAddress: jup,
  network: 'sol',
  tokenMeta: { address: jup, symbol: 'JUP', name: 'Jupiter' },
  latestSignal: {
    id: 'sig_1',
    timestampMs: nowMs - 1_000,
    isBot: true,
    priceUsd: '0.95',
    marketcapUsd: '5',
    liquidityUsd: '6',
    source: {
      sourceType: 'discord',
      source: {
        messageId: '77',
        authorUsername: 'lena',
        authorDisplayName: 'Lena',
        snapshotGuildName: 'Trenches',
        snapshotChannelName: 'calls',
      },
    },
    ...signal,
  },
  ...over,
});

describe('listening', () => {
  test('streams and reads run only while the screen listens', async () => {
    const { signals, heard, calls, idsOf } = setUp();
    await settle();
    expect([heard.size, calls.length]).toEqual([0, 0]);
    signals.listen(true);
    await settle();
    expect([...heard.keys()]).toEqual(signalStreams);
    expect(calls.map(({ id }) => id).sort()).toEqual(['alpha.globalCalls', 'alpha.recentCalls', 'alpha.sources']);
    await vi.advanceTimersByTimeAsync(signalReadsEveryMs);
    expect(idsOf('alpha.recentCalls')).toHaveLength(2);
    signals.listen(false);
    await vi.advanceTimersByTimeAsync(signalReadsEveryMs * 3);
    expect([heard.size, idsOf('alpha.recentCalls').length]).toEqual([0, 2]);
  });

  test('a pause in listening is a gap, and the calls are read again', async () => {
    const { signals, clock, idsOf } = setUp();
    signals.listen(true);
    await settle();
    signals.listen(false);
    await clock.advance(60_000);
    signals.listen(true);
    await settle();
    expect(signals.getState().rows[0]).toMatchObject({ kind: 'gap', fromMs: nowMs, atMs: nowMs + 60_000 });
    expect(idsOf('alpha.globalCalls')).toHaveLength(2);
  });

  test('a lost connection is a gap too; a late stream only repeats the reads', async () => {
    const { signals, gap, idsOf } = setUp();
    signals.listen(true);
    await settle();
    gap({ late: {} as AnyStream });
    await settle();
    expect(signals.getState().rows.some(({ kind }) => kind === 'gap')).toBe(false);
    gap();
    await settle();
    expect(signals.getState().rows[0]).toMatchObject({ kind: 'gap', reason: 'lost' });
    expect(idsOf('alpha.recentCalls')).toHaveLength(3);
  });

  test('nothing runs before start and after stop', async () => {
    const { signals, stop, heard, calls } = setUp();
    stop();
    signals.listen(true);
    await settle();
    expect([heard.size, calls.length]).toEqual([0, 0]);
  });
});

test('a token in both lists and the feed is one row with the fields of all', async () => {
  const { signals, say, rows } = setUp();
  signals.listen(true);
  await settle();
  const calls = {
    own: { mentions: 3, firstSeenMs: nowMs - 100_000, priceAtCallUsd: '1', priceNowUsd: '1.5', readAtMs: nowMs },
    everyone: { mentions: 8, changePct: '3.33', priceAtCallUsd: null },
  };
  expect(rows()).toMatchObject([{ kind: 'call', caller: 'lena', message: '$JUP', place: 'Trenches #calls', calls }]);
  say('alpha.signalFeedGlobal', feed({}, { timestampMs: nowMs - 100 }));
  say('alpha.signalFeedPersonal', feed({ type: 'personalSignalFeedUpdate' }, { timestampMs: nowMs - 100 }));
  const data = {
    messageId: '77',
    timestamp: nowMs - 100,
    content: 'the whole message',
    tokens: [{ address: jup, chain: 'svm' }],
  };
  say('alpha.personal', { platform: 'discord', data });
  expect(rows()).toMatchObject([
    {
      atMs: nowMs - 1_000,
      token: { chain: 'solana', address: jup, symbol: 'JUP' },
      caller: 'Lena',
      userName: 'lena',
      message: '$JUP',
      isBot: true,
      calls,
    },
  ]);
  expect(signals.sources()).toEqual([
    { id: 'c', name: 'Trenches', platform: 'x', origin: '', isEnabled: true, createdAtMs: null },
  ]);
  expect(signals.reads()).toMatchObject({ isAnswered: true, problem: null });
});

test('a later call from a stream moves the row, and keeps what the lists said of the token', async () => {
  const quiet = { 'alpha.globalCalls': () => ({ calls: [global()] }), 'alpha.recentCalls': () => ({}) };
  const { signals, say, rows, clock } = setUp(quiet);
  signals.listen(true);
  await settle();
  expect(rows()).toMatchObject([{ caller: 'obi', userName: 'obi', platform: 'x', place: null }]);
  await clock.advance(5_000);
  say('alpha.signalFeedGlobal', feed({}, { timestampMs: nowMs + 4_000 }));
  expect(rows()).toMatchObject([
    {
      caller: 'Lena',
      userName: 'lena',
      place: 'Trenches #calls',
      priceUsd: '0.95',
      calls: { everyone: { mentions: 8 } },
    },
  ]);
});

test('an unreadable item has one row, however often the list is read', async () => {
  const { signals } = setUp();
  signals.listen(true);
  await vi.advanceTimersByTimeAsync(signalReadsEveryMs * 2);
  const unreadable = signals.getState().rows.filter(({ kind }) => kind === 'unreadable');
  expect(unreadable).toMatchObject([
    { stream: 'alpha.globalCalls', times: 1, reason: expect.stringContaining('lastSeenAt') },
  ]);
});

describe('events', () => {
  const listening = async () => {
    const rig = setUp({ 'alpha.recentCalls': () => ({ calls: [] }), 'alpha.globalCalls': () => ({ calls: [] }) });
    rig.signals.listen(true);
    await settle();
    return rig;
  };

  test('creations, graduations, trades and messages become signals of their kind', async () => {
    const { say, rows } = await listening();
    const curve = { tokenAddress: jup, slot: 1, blockTime: nowMs / 1000 - 100, signature: 'tx', network: 'sol' };
    say('svm.bondingCurve.creations', { ...curve, curveDexType: 'pumpfun', creator: 'me' });
    say('svm.bondingCurve.graduations', { ...curve, blockTime: nowMs / 1000 - 99, destPoolDexType: 'pumpswap' });
    const source = { isBuy: true, amountUsd: '42', amountNative: '1', walletAddress: 'W', txSignature: 'T' };
    say(
      'alpha.signalFeedGlobal',
      feed({}, { id: 't', timestampMs: nowMs - 98_000, source: { sourceType: 'trade', source } }),
    );
    const data = {
      tweetId: '1',
      timestamp: nowMs - 97_000,
      content: 'x',
      tokens: [{ address: jup, chain: 'solana' }, {}],
    };
    say('alpha.personal', { platform: 'x', data });
    expect(rows()).toMatchObject([
      { kind: 'call', platform: 'x', atMs: nowMs - 97_000, message: 'x' },
      { kind: 'trade', trade: { isBuy: true, amountUsd: '42', wallet: 'W' } },
      { kind: 'graduation', place: 'pumpswap', atMs: nowMs - 99_000 },
      { kind: 'creation', place: 'pumpfun', token: { chain: 'solana', address: jup, symbol: null } },
    ]);
  });

  test('an unreadable event and a signal without a token are shown as unreadable', async () => {
    const { signals, say } = await listening();
    say('svm.bondingCurve.creations', { unreadable: 'slot: expected number' });
    say('alpha.signalFeedPersonal', feed({ tokenAddress: null }));
    expect(signals.getState().rows.map((row) => row.kind === 'unreadable' && `${row.stream} ${row.reason}`)).toEqual([
      'alpha.signalFeedPersonal a signal without its token',
      'svm.bondingCurve.creations slot: expected number',
    ]);
  });

  test('an update without its signal, a message without a token and a reference to calls are no signals', async () => {
    const { signals, say } = await listening();
    say('alpha.signalFeedGlobal', feed({ latestSignal: null }));
    say('alpha.personal', { platform: 'discord', data: { messageId: '1', content: 'gm', tokens: [] } });
    say('alpha.personal', { platform: 'discord', data: { messageId: '1', content: 'gm' } });
    say('alpha.personal', { type: 'callReference', address: jup });
    expect(signals.getState().rows).toEqual([]);
  });

  test('a message is edited and deleted later; the deletion of an unknown one is no signal', async () => {
    const { say, rows } = await listening();
    const tokens = [{ address: jup, chain: 'svm' }];
    const message = (over: object) => ({
      platform: 'discord',
      data: {
        messageId: '1',
        content: 'buy',
        timestamp: nowMs - 5_000,
        tokens,
        isEdited: false,
        isDeleted: false,
        ...over,
      },
    });
    say('alpha.personal', message({ isDeleted: true }));
    expect(rows()).toEqual([]);
    say('alpha.personal', message({}));
    say('alpha.personal', message({ content: 'buy now', isEdited: true }));
    expect(rows()).toMatchObject([{ message: 'buy now', messageState: 'edited' }]);
    say('alpha.personal', message({ content: '', isEdited: true, isDeleted: true }));
    expect(rows()).toMatchObject([{ message: 'buy now', messageState: 'deleted' }]);
  });

  test('the fields of each platform say who called and where; twitter is x, and onchain a trade', async () => {
    const { say, rows, clock } = await listening();
    const said = async (sourceType: string, source: object) => {
      await clock.advance(2_000);
      say(
        'alpha.signalFeedGlobal',
        feed({}, { id: sourceType, timestampMs: clock.now(), source: { sourceType, source } }),
      );
      return rows()[0];
    };
    const author = { authorUsername: 'lena', authorDisplayName: 'Lena' };
    const guild = { messageId: '1', snapshotGuildName: 'Trenches', snapshotChannelName: 'calls' };
    expect(await said('discord', { ...guild, ...author })).toMatchObject({ caller: 'Lena', place: 'Trenches #calls' });
    const chat = { messageId: '1', senderUsername: 'kim', snapshotChatTitle: 'Base Camp', topicTitle: 'gems' };
    expect(await said('telegram', chat)).toMatchObject({ caller: 'kim', userName: 'kim', place: 'Base Camp gems' });
    const tweet = { tweetId: '1', ...author, authorVerified: true };
    expect(await said('twitter', tweet)).toMatchObject({
      platform: 'x',
      caller: 'Lena',
      isVerified: true,
      place: null,
    });
    const trade = { walletAddress: 'W', txSignature: 'T', isBuy: false, amountUsd: 42, amountNative: '1' };
    expect(await said('onchain', trade)).toMatchObject({ kind: 'trade', trade: { isBuy: false, amountUsd: '42' } });
    expect(rows()).toHaveLength(2);
  });

  test('a named feed that the user watches gives its updates and its messages', async () => {
    const { signals, rows } = await listening();
    const hear = (data: object) => {
      const stream = streamNamed('alpha.signalFeedNamed');
      signals.hearWatched(stream, stream.payload.parse(data));
    };
    const data = {
      messageId: '5',
      content: 'look',
      timestamp: nowMs - 9_000,
      tokens: [{ address: jup, chain: 'svm' }],
    };
    hear({ type: 'feedMessage', feedId: 'f', message: { platform: 'telegram', data } });
    expect(rows()).toMatchObject([{ platform: 'telegram', message: 'look' }]);
    hear({ type: 'feedMessage', feedId: 'f' });
    hear(feed({ type: 'namedSignalFeedUpdate' }, { timestampMs: nowMs - 2_000 }));
    expect(rows()).toMatchObject([{ caller: 'Lena' }]);
    signals.hearWatched(streamNamed('svm.token.swaps'), {});
    expect(rows()).toHaveLength(1);
  });

  test('a future or missing time becomes now', async () => {
    const { say, rows } = await listening();
    for (const timestampMs of [9e15, 0, -1])
      say('alpha.signalFeedGlobal', feed({ tokenAddress: `t${timestampMs}` }, { id: `${timestampMs}`, timestampMs }));
    expect(rows().map(({ atMs }) => atMs)).toEqual([nowMs, nowMs, nowMs]);
  });

  test.each(hostileTexts)('%j is cleaned in every field', async (text) => {
    const { signals, say } = await listening();
    const source = {
      sourceType: text,
      source: { messageId: text, snapshotGuildName: text, snapshotChannelName: text, authorUsername: text },
    };
    say(
      'alpha.signalFeedGlobal',
      feed({ network: text, tokenMeta: { symbol: text, name: text } }, { id: text, source }),
    );
    const author = { username: text, displayName: text };
    const data = { messageId: `${text}2`, content: text, author, tokens: [{ address: text, chain: text }] };
    say('alpha.personal', { platform: text, data });
    say('svm.bondingCurve.creations', { tokenAddress: text, slot: 1, blockTime: 1, curveDexType: text, creator: text });
    say('svm.bondingCurve.graduations', { unreadable: text });
    const words = (value: unknown): string[] =>
      typeof value === 'string'
        ? [value]
        : typeof value === 'object' && value
          ? Object.values(value).flatMap(words)
          : [];
    expect(signals.getState().rows).toHaveLength(4);
    for (const word of signals.getState().rows.flatMap(words))
      expect(isCellSafe(word), JSON.stringify(word)).toBe(true);
  });
});

test('a failing read shows why, and is repeated', async () => {
  let isBroken = true;
  const fail = () => {
    if (isBroken) throw Object.assign(new Error('no\u0007 scope'), { code: 'FORBIDDEN' });
    return { calls: [] };
  };
  const { signals } = setUp({ 'alpha.recentCalls': fail, 'alpha.globalCalls': fail });
  expect(signals.reads()).toEqual({ isAnswered: false, updatedAtMs: 0, problem: null });
  signals.listen(true);
  await settle();
  expect(signals.reads()).toMatchObject({
    isAnswered: true,
    updatedAtMs: 0,
    problem: { code: 'FORBIDDEN', message: 'no� scope' },
  });
  isBroken = false;
  await vi.advanceTimersByTimeAsync(signalReadsEveryMs);
  expect(signals.reads().problem).toBeNull();
  expect(signals.reads().updatedAtMs).toBeGreaterThan(0);
});

describe('the context of a token', () => {
  const of = ({ signals }: ReturnType<typeof setUp>) => signals.getState().contexts.get(jup);

  test('has calls, messages around them and mentions, each with its own failure', async () => {
    const rig = setUp();
    expect(of(rig)).toBeUndefined();
    rig.signals.askContext(jup);
    expect(of(rig)).toMatchObject({ calls: { state: 'asking' }, mentions: { state: 'asking' } });
    await settle();
    expect(of(rig)).toMatchObject({
      calls: {
        state: 'there',
        items: [
          { signal: { ids: expect.arrayContaining(['signal sig_1']) }, around: [{ author: 'x', text: 'around' }] },
        ],
      },
      mentions: { state: 'there', items: [{ author: 'obi', platform: 'trade', atMs: 2_000, priceUsd: '1' }] },
    });
    const broken = setUp({
      'alpha.mentions': () => {
        throw new Error('gone');
      },
    });
    broken.signals.askContext(jup);
    await settle();
    expect(of(broken)).toMatchObject({
      calls: { state: 'there' },
      mentions: { state: 'failed', problem: { message: 'gone', code: 'UNEXPECTED' } },
    });
  });

  test('is read page by page, by the number that the service gave, to the end', async () => {
    const pages = (input: { query: { cursor?: number } }) => {
      const { cursor = 100 } = input.query;
      const signals = [call({ signalId: `sig_${cursor}` }), ...(cursor < 100 ? [call({ signalId: 'sig_100' })] : [])];
      return cursor > 98
        ? { totalSignals: 3, hasMore: true, nextCursor: cursor - 1, signals }
        : { totalSignals: 3, hasMore: false, signals };
    };
    const rig = setUp({ 'alpha.callContext': pages });
    const read = () => {
      const context = of(rig);
      const items = context?.calls.state === 'there' ? context.calls.items : [];
      return items.map(({ signal }) => signal.ids.find((id) => id.startsWith('signal ')));
    };
    rig.signals.askOlder(jup);
    rig.signals.askContext(jup);
    await settle();
    expect(of(rig)?.older).toEqual({ total: 3, cursor: 99, isFetching: false, problem: null });
    rig.signals.askOlder(jup);
    rig.signals.askOlder(jup);
    expect(of(rig)?.older.isFetching).toBe(true);
    await settle();
    rig.signals.askOlder(jup);
    await settle();
    expect(of(rig)?.older.cursor).toBeNull();
    rig.signals.askOlder(jup);
    await settle();
    expect(rig.idsOf('alpha.callContext').map(({ input }) => (input.query as { cursor?: number }).cursor)).toEqual([
      undefined,
      99,
      98,
    ]);
    expect(read()).toEqual(['signal sig_100', 'signal sig_99', 'signal sig_98']);
  });

  test('keeps what it has if an older page fails, and asks for that page again', async () => {
    let isBroken = true;
    const pages = (input: { query: { cursor?: number } }) => {
      if (input.query.cursor !== undefined && isBroken) throw new Error('gone');
      return { hasMore: true, nextCursor: 7, signals: [call({ signalId: `s${input.query.cursor}` })] };
    };
    const rig = setUp({ 'alpha.callContext': pages });
    rig.signals.askContext(jup);
    await settle();
    rig.signals.askOlder(jup);
    await settle();
    expect(of(rig)).toMatchObject({ calls: { state: 'there' }, older: { cursor: 7, problem: { message: 'gone' } } });
    isBroken = false;
    rig.signals.askOlder(jup);
    await settle();
    // The cursor does not move on: that is the end, not another round.
    expect(of(rig)?.older).toMatchObject({ cursor: null, problem: null });
  });

  test('completes a known signal', async () => {
    const quiet = { 'alpha.recentCalls': () => ({ calls: [] }), 'alpha.globalCalls': () => ({}) };
    const context = () => ({ signals: [call({ caller: { username: 'obi' }, messagePreview: 'look' })] });
    const { signals, say, rows } = setUp({ ...quiet, 'alpha.callContext': context });
    signals.listen(true);
    await settle();
    say('alpha.signalFeedGlobal', feed({}, { source: null }));
    expect(rows()[0]).toMatchObject({ caller: null, message: null });
    signals.askContext(jup);
    await settle();
    expect(rows()).toMatchObject([{ caller: 'obi', message: 'look', token: { symbol: 'JUP' } }]);
  });
});

describe('callers', () => {
  const context = () => ({
    signals: [
      call({ timestampMs: nowMs - 2_000, priceUsd: 0.5, caller: { username: 'kim' } }),
      call({ signalId: 's2', timestampMs: nowMs - 3_000, priceUsd: '3', caller: { username: 'kim' } }),
    ],
  });
  const callers = ({ signals }: ReturnType<typeof setUp>) =>
    callersOf(signals.getState().heard).map(({ userName, calls, medianPct }) => [
      userName,
      calls.length,
      medianPct?.toFixed() ?? null,
    ]);

  test('come from the lists, whose price at the call is that of a single call only', async () => {
    const rig = setUp({ 'alpha.recentCalls': () => ({ calls: [recent({ mentionCount: 1 })] }) });
    rig.signals.listen(true);
    await settle();
    // The public list names the latest poster on X, who need not have made the latest of its eight calls.
    expect(callers(rig)).toEqual([['lena', 1, '50']]);
    const several = setUp();
    several.signals.listen(true);
    await settle();
    expect(callers(several)).toContainEqual(['lena', 1, null]);
    expect(several.signals.getState().heard).toMatchObject({
      reads: new Set(['alpha.recentCalls', 'alpha.globalCalls']),
      live: 0,
    });
  });

  test('are read from the context of the called tokens while they are wanted, from time to time', async () => {
    const rig = setUp({ 'alpha.callContext': context });
    const asked = () => rig.idsOf('alpha.callContext').map(({ input }) => input.params);
    rig.signals.listen(true);
    await settle();
    expect(asked()).toEqual([]);
    rig.signals.wantCallers(true);
    await settle();
    expect(asked()).toEqual([{ tokenAddress: jup }]);
    expect(callers(rig)).toContainEqual(['kim', 2, '75']);
    await vi.advanceTimersByTimeAsync(signalReadsEveryMs * 2);
    expect(asked()).toHaveLength(1);
    await rig.clock.advance(120_001);
    await vi.advanceTimersByTimeAsync(signalReadsEveryMs);
    expect(asked()).toHaveLength(2);
    rig.signals.wantCallers(false);
    await rig.clock.advance(120_001);
    await vi.advanceTimersByTimeAsync(signalReadsEveryMs);
    expect(asked()).toHaveLength(2);
  });

  test('that call live count as such', async () => {
    const rig = setUp({ 'alpha.recentCalls': () => ({}), 'alpha.globalCalls': () => ({}) });
    rig.signals.listen(true);
    await settle();
    rig.say('alpha.signalFeedGlobal', feed());
    rig.say('alpha.signalFeedPersonal', feed());
    expect(callers(rig)).toEqual([['lena', 1, null]]);
    expect(rig.signals.getState().heard.live).toBe(1);
  });
});
