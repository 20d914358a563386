import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StreamGap, StreamListener, StreamManager } from '../../client/streams/stream-model.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import type { AnyStream } from '../../protocol/stream.ts';
import { hostileTexts, isCellSafe, jup } from '../../stores/desk-data.fixture.ts';
import { createQueryCache } from '../../stores/desk-data.ts';
import { isSignal, signalStreams } from '../../stores/signals/signals.ts';
import { fakeClient } from '../fake-client.fixture.ts';
import { signalReadsEveryMs } from './signal-reads.ts';
import { createSignals } from './signals.ts';

const nowMs = 1_000_000;

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

const call = (over: object = {}) => ({
  signalId: 'sig_1',
  timestampMs: 999_000,
  platform: 'discord',
  isBot: false,
  ...over,
});
const answers: Readonly<Record<string, () => unknown>> = {
  'alpha.sources': () => ({
    sources: [{ connectionId: 'c', connectionType: 'channel', enabled: true, name: 'Trenches', platform: 'discord' }],
  }),
  'alpha.recentCalls': () => ({
    calls: [call({ messagePreview: '$JUP', caller: { username: 'lena', verified: true } })],
  }),
  'alpha.globalCalls': () => ({ calls: [call(), { signalId: 5 }] }),
  'alpha.callContext': () => ({
    tokenAddress: jup,
    signals: [call({ contextMessages: [{ author: 'x', text: 'around', timestampMs: 1 }] })],
  }),
  'alpha.mentions': () => ({ mentions: [{ author: { username: 'obi' }, content: 'about it', timestamp: 2 }] }),
};

function setUp(over: Readonly<Record<string, () => unknown>> = {}, known: readonly string[] = []) {
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
  const client = fakeClient(({ id }) => ({ ...answers, ...over })[id]?.());
  const cache = createQueryCache();
  const around = { streams: streams as StreamManager, client: client.client, cache, clock };
  const signals = createSignals({ ...around, knownTokens: () => known });
  const stop = signals.start();
  return {
    signals,
    heard,
    clock,
    stop,
    ...client,
    say: (stream: string, data: unknown) => heard.get(stream)?.onEvent(data, clock.now()),
    gap: (over: Partial<StreamGap> = {}) => {
      for (const listener of gaps) listener({ fromMs: 1, toMs: nowMs, reason: 'lost', late: null, ...over });
    },
    rows: () => signals.getState().rows.filter(isSignal),
  };
}

const feed = (over: object = {}, signal: object = {}) => ({
  type: 'globalSignalFeedUpdate',
  tokenAddress: jup,
  network: 'sol',
  tokenMeta: { address: jup, symbol: 'JUP', name: 'Jupiter' },
  latestSignal: {
    id: 'sig_1',
    timestampMs: 999_000,
    isBot: true,
    priceUsd: '0.95',
    marketcapUsd: '5',
    liquidityUsd: '6',
    source: { sourceType: 'discord', source: { messageId: '77', serverName: 'Trenches', channelName: 'calls' } },
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

test('a signal in both lists and the feed is one row with the fields of all', async () => {
  const { signals, say, rows } = setUp();
  signals.listen(true);
  await settle();
  expect(rows()).toMatchObject([{ kind: 'call', token: null, caller: 'lena', isVerified: true, message: '$JUP' }]);
  say('alpha.signalFeedGlobal', feed());
  say('alpha.signalFeedPersonal', feed({ type: 'personalSignalFeedUpdate' }));
  const data = { messageId: '77', content: 'the whole message', tokens: [{ address: jup, chain: 'solana' }] };
  say('alpha.personal', { platform: 'discord', data });
  expect(rows()).toHaveLength(1);
  expect(rows()[0]).toMatchObject({
    token: { chain: 'solana', address: jup, symbol: 'JUP' },
    place: 'Trenches #calls',
    priceUsd: '0.95',
    message: '$JUP',
    isBot: false,
  });
  expect(signals.sources()).toEqual([
    { id: 'c', name: 'Trenches', platform: 'discord', type: 'channel', origin: '', isEnabled: true, createdAtMs: null },
  ]);
  expect(signals.reads()).toMatchObject({ isAnswered: true, problem: null });
});

test('an unreadable item has one row, however often the list is read', async () => {
  const { signals } = setUp();
  signals.listen(true);
  await vi.advanceTimersByTimeAsync(signalReadsEveryMs * 2);
  const unreadable = signals.getState().rows.filter(({ kind }) => kind === 'unreadable');
  expect(unreadable).toMatchObject([{ stream: 'alpha.globalCalls', times: 1, reason: /signalId/ }]);
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
    const curve = { tokenAddress: jup, slot: 1, blockTime: 900_000, signature: 'tx', network: 'sol' };
    say('svm.bondingCurve.creations', { ...curve, curveDexType: 'pumpfun', creator: 'me' });
    say('svm.bondingCurve.graduations', { ...curve, blockTime: 901_000, destPoolDexType: 'pumpswap' });
    const source = { isBuy: true, amountUsd: '42', amountNative: '1', walletAddress: 'W', txSignature: 'T' };
    say('alpha.signalFeedGlobal', feed({}, { id: 't', timestampMs: 902_000, source: { sourceType: 'trade', source } }));
    const data = { tweetId: '1', timestamp: 903_000, content: 'x', tokens: [{ address: jup, chain: 'solana' }, {}] };
    say('alpha.personal', { platform: 'x', data });
    expect(rows()).toMatchObject([
      { kind: 'call', platform: 'x', atMs: 903_000, message: 'x' },
      { kind: 'trade', trade: { isBuy: true, amountUsd: '42', wallet: 'W' } },
      { kind: 'graduation', place: 'pumpswap', atMs: 901_000 },
      { kind: 'creation', place: 'pumpfun', token: { chain: 'solana', address: jup, symbol: null } },
    ]);
  });

  test('an unreadable event, an update without signal and a signal without token are shown as unreadable', async () => {
    const { signals, say } = await listening();
    say('svm.bondingCurve.creations', { unreadable: 'slot: expected number' });
    say('alpha.signalFeedGlobal', feed({ latestSignal: null }));
    say('alpha.signalFeedPersonal', feed({ tokenAddress: null }));
    expect(signals.getState().rows.map((row) => row.kind === 'unreadable' && `${row.stream} ${row.reason}`)).toEqual([
      'alpha.signalFeedPersonal a signal without its token',
      'alpha.signalFeedGlobal an update without its signal',
      'svm.bondingCurve.creations slot: expected number',
    ]);
  });

  test('messages without a token, deleted messages and references to calls are not signals', async () => {
    const { signals, say } = await listening();
    say('alpha.signalFeedGlobal', { type: 'feedMessage' });
    say('alpha.personal', { platform: 'discord', data: { messageId: '1', content: 'gm', tokens: [] } });
    const tokens = [{ address: jup, chain: 'solana' }];
    say('alpha.personal', { platform: 'discord', data: { messageId: '2', isDeleted: true, tokens } });
    say('alpha.personal', { type: 'callReference', address: jup });
    expect(signals.getState().rows).toEqual([]);
  });

  test('a future or missing time becomes now', async () => {
    const { say, rows } = await listening();
    for (const timestampMs of [9e15, Number.NaN, -1])
      say('alpha.signalFeedGlobal', feed({}, { id: `${timestampMs}`, timestampMs, source: null }));
    expect(rows().map(({ atMs }) => atMs)).toEqual([nowMs, nowMs, nowMs]);
  });

  test.each(hostileTexts)('%j is cleaned in every field', async (text) => {
    const { signals, say } = await listening();
    const source = {
      sourceType: text,
      source: { messageId: text, serverName: text, channelName: text, username: text },
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

test('the context of a token has calls, messages around them and mentions, each with its own failure', async () => {
  const { signals } = setUp();
  expect(signals.getState().contexts.get(jup)).toBeUndefined();
  signals.askContext(jup);
  expect(signals.getState().contexts.get(jup)).toEqual({ calls: { state: 'asking' }, mentions: { state: 'asking' } });
  await settle();
  expect(signals.getState().contexts.get(jup)).toMatchObject({
    calls: {
      state: 'there',
      items: [{ signal: { ids: ['signal sig_1'] }, around: [{ author: 'x', text: 'around' }] }],
    },
    mentions: { state: 'there', items: [{ author: 'obi', text: 'about it', atMs: 2 }] },
  });
  const broken = setUp({
    'alpha.mentions': () => {
      throw new Error('gone');
    },
  });
  broken.signals.askContext(jup);
  await settle();
  expect(broken.signals.getState().contexts.get(jup)).toMatchObject({
    calls: { state: 'there' },
    mentions: { state: 'failed', problem: { message: 'gone', code: 'UNEXPECTED' } },
  });
});

describe('a call without a token', () => {
  test('gets it from the calls of a known token, which are read from time to time', async () => {
    const { signals, rows, idsOf } = setUp({}, [`solana:${jup}`, 'base:0x1']);
    signals.listen(true);
    await settle();
    expect(rows()).toMatchObject([{ token: { chain: 'solana', network: 'sol', address: jup } }]);
    await vi.advanceTimersByTimeAsync(signalReadsEveryMs * 2);
    expect(idsOf('alpha.callContext').map(({ input }) => input.params)).toEqual([{ address: jup }]);
  });

  test('stays without one if no known token has the call, and other calls are not added', async () => {
    const other = () => ({ tokenAddress: jup, signals: [call({ signalId: 'other' })] });
    const { signals, rows, idsOf, clock } = setUp({ 'alpha.callContext': other }, [`solana:${jup}`]);
    signals.listen(true);
    await settle();
    expect(rows()).toMatchObject([{ token: null, ids: ['signal sig_1'] }]);
    await vi.advanceTimersByTimeAsync(signalReadsEveryMs * 2);
    expect(idsOf('alpha.callContext')).toHaveLength(1);
    await clock.advance(120_001);
    await vi.advanceTimersByTimeAsync(signalReadsEveryMs);
    expect(idsOf('alpha.callContext')).toHaveLength(2);
  });
});

test('the context of a token completes a known signal', async () => {
  const quiet = { 'alpha.recentCalls': () => ({ calls: [] }), 'alpha.globalCalls': () => ({ calls: [] }) };
  const context = () => ({
    tokenAddress: jup,
    signals: [call({ caller: { username: 'obi' }, messagePreview: 'look' })],
  });
  const { signals, say, rows } = setUp({ ...quiet, 'alpha.callContext': context });
  signals.listen(true);
  await settle();
  say('alpha.signalFeedGlobal', feed());
  expect(rows()[0]).toMatchObject({ caller: null, message: null });
  signals.askContext(jup);
  await settle();
  expect(rows()).toMatchObject([{ caller: 'obi', message: 'look', token: { symbol: 'JUP' } }]);
});
