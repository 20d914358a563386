import { describe, expect, test } from 'vitest';
import { svmTokenPoolInfo, svmTokenSwaps } from '../../protocol/streams/svm.ts';
import { portfolioNotifications } from '../../protocol/streams/user.ts';
import { createFakeStreamWorld, fakeSwap } from './simulation/fake-stream-world.fixture.ts';

const nothing = { onEvent: () => {} };

/** Connected, with the swaps of two tokens. */
async function connect() {
  const world = createFakeStreamWorld();
  const { clock, service, manager, want, swapsOf } = world;
  const [a, b] = [want('A'), want('B')];
  manager.start();
  await clock.advance(1);
  const say = (token: string, data: unknown = fakeSwap()) =>
    service.send(service.socket, 'update', swapsOf(token), data);
  /** Both tokens talk every second for so long. */
  const talk = async (seconds: number, ...tokens: string[]) => {
    for (let second = 0; second < seconds; second++) {
      for (const token of tokens) say(token);
      await clock.advance(1_000);
    }
  };
  const of = (token: string) => manager.channels().find(({ filter }) => filter['tokenAddress'] === token)!;
  return { ...world, a, b, say, talk, of };
}

describe('channels()', () => {
  test('lists wanted streams in the order of their first subscription', async () => {
    const { manager, clock, swapsOf, want } = await connect();
    manager.subscribe(portfolioNotifications, {}, nothing);
    want('A');
    await clock.advance(1);
    expect(
      manager
        .channels()
        .map(({ stream, filter, channel, state, listeners }) => ({ id: stream.id, filter, channel, state, listeners })),
    ).toEqual([
      { id: 'svm.token.swaps', filter: { tokenAddress: 'A' }, channel: swapsOf('A'), state: 'live', listeners: 2 },
      { id: 'svm.token.swaps', filter: { tokenAddress: 'B' }, channel: swapsOf('B'), state: 'live', listeners: 1 },
      {
        id: 'portfolio.notifications',
        filter: {},
        channel: 'presence-portfolio_notifications',
        state: 'live',
        listeners: 1,
      },
    ]);
    expect(new Set(manager.channels().map(({ key }) => key)).size).toBe(3);
  });

  test('before a connection and after its end: pending, without a channel', async () => {
    const { manager, service, clock } = await connect();
    const pending = { state: 'pending', channel: null, silentMs: null };
    service.close(service.socket, 1_006);
    for (const channel of manager.channels()) expect(channel).toMatchObject(pending);
    await clock.advance(2_000);
    manager.stop();
    for (const channel of manager.channels()) expect(channel).toMatchObject(pending);
    const { manager: other, want } = createFakeStreamWorld();
    want('A');
    expect(other.channels()).toMatchObject([pending]);
  });

  test('a refused one has its reason', async () => {
    const { clock, service, manager, want } = createFakeStreamWorld();
    service.isAnswering = false;
    want('A');
    manager.start();
    await clock.advance(10_001);
    expect(manager.channels()).toMatchObject([{ state: 'refused', reason: 'no response to the subscription in 10 s' }]);
  });

  test('counts events and unreadable ones once, however many listeners share the stream, and over reconnects', async () => {
    const { service, clock, want, say, of, manager } = await connect();
    want('A');
    say('A');
    say('A', { nonsense: true });
    service.close(service.socket, 1_006);
    await clock.advance(2_000);
    say('A');
    expect(of('A')).toMatchObject({ events: 3, unreadable: 1, lastEventAtMs: clock.now(), listeners: 2 });
    expect(of('B')).toMatchObject({ events: 0, unreadable: 0, lastEventAtMs: null });
    expect(manager.counters()).toEqual({ messages: 3, unreadable: 1, reconnects: 1 });
  });

  test('has the rate of the last five full seconds', async () => {
    const { clock, say, of } = await connect();
    await clock.advance(999);
    for (let second = 0; second < 5; second++) {
      for (let event = 0; event < 20; event++) say('A');
      await clock.advance(1_000);
    }
    expect([of('A').perSecond, of('B').perSecond]).toEqual([20, 0]);
    await clock.advance(6_000);
    expect(of('A').perSecond).toBe(0);
  });

  test('an unsubscribed stream is removed; subscribed again it counts from zero', async () => {
    const { a, want, say, manager, clock } = await connect();
    say('A');
    a.stop();
    expect(manager.channels()).toHaveLength(1);
    want('A');
    await clock.advance(1);
    expect(manager.channels().map(({ filter, events }) => [filter['tokenAddress'], events])).toEqual([
      ['B', 0],
      ['A', 0],
    ]);
  });
});

describe('one channel silent while others are active', () => {
  test('is reported with the time of its silence until its next event', async () => {
    const { talk, say, of, manager } = await connect();
    await talk(10, 'A', 'B');
    // Its last word was a second before the end of the first ten.
    await talk(29, 'B');
    expect(of('A').silentMs).toBeNull();
    await talk(1, 'B');
    expect(of('A').silentMs).toBe(31_000);
    expect(of('B').silentMs).toBeNull();
    expect(manager.status().state).toBe('connected');
    say('A');
    expect(of('A').silentMs).toBeNull();
  });

  test('is not reported if all are silent', async () => {
    const { talk, clock, of } = await connect();
    await talk(10, 'A', 'B');
    await clock.advance(600_000);
    expect([of('A').silentMs, of('B').silentMs]).toEqual([null, null]);
  });

  test('is not reported for a stream that may be silent', async () => {
    const { talk, manager, clock } = await connect();
    manager.subscribe(portfolioNotifications, {}, nothing);
    manager.subscribe(svmTokenPoolInfo, { tokenAddress: 'A' }, nothing);
    await clock.advance(1);
    await talk(70, 'A', 'B');
    const silent = manager.channels().filter(({ silentMs }) => silentMs !== null);
    expect(silent.map(({ stream }) => stream.id)).toEqual(['svm.token.poolInfo']);
  });

  test('an interruption restarts the time', async () => {
    const { talk, service, clock, of } = await connect();
    await talk(10, 'A', 'B');
    await talk(25, 'B');
    service.close(service.socket, 1_006);
    await clock.advance(1_500);
    await talk(20, 'B');
    expect(of('A').silentMs).toBeNull();
  });

  test('the pause of an interruption does not change the expected rhythm', async () => {
    const { talk, service, clock, of } = await connect();
    await talk(10, 'A', 'B');
    service.close(service.socket, 1_006);
    await clock.advance(200_000);
    await talk(1, 'A', 'B');
    await talk(31, 'B');
    expect(of('A').silentMs).toBe(32_000);
  });

  test.each([3_600_000, -3_600_000])('so does a jump of the wall clock by %d ms', async (ms) => {
    const { talk, clock, of } = await connect();
    await talk(20, 'A', 'B');
    clock.jumpWall(ms);
    await talk(25, 'B');
    expect(of('A').silentMs).toBeNull();
    await talk(30, 'B');
    expect(of('A').silentMs).toBeGreaterThan(30_000);
    await talk(20, 'A', 'B');
    await talk(31, 'B');
    // The pause of the jump has not slowed its rhythm down.
    expect(of('A').silentMs).toBeGreaterThan(30_000);
  });
});

describe('frames()', () => {
  test('lists received frames, newest first, with channel and problem', async () => {
    const { clock, manager, service, say, swapsOf } = await connect();
    say('A');
    say('B', { nonsense: true });
    service.socket.events.onText('not JSON');
    service.socket.events.onBadFrame('a frame that is not JSON');
    const [bad, unreadable, good] = manager.frames(null, 3);
    expect(bad).toMatchObject({
      text: 'not JSON',
      channel: null,
      problem: 'a frame that is not JSON',
      atMs: clock.now(),
    });
    expect(unreadable).toMatchObject({ channel: swapsOf('B'), problem: expect.stringMatching(/tokenMint/) });
    expect(good).toMatchObject({ channel: swapsOf('A'), problem: null });
    expect(JSON.parse(good!.text)).toMatchObject({ event: 'update', data: fakeSwap() });
    expect(manager.frames(swapsOf('A'), 10).map(({ text }) => JSON.parse(text).event)).toEqual([
      'update',
      'pusher_internal:subscription_succeeded',
    ]);
  });

  test('are kept over a reconnect, and bounded', async () => {
    const { clock, manager, service, say } = await connect();
    for (let count = 0; count < 600; count++) say('A');
    service.close(service.socket, 4_200);
    await clock.advance(1_000);
    const frames = manager.frames(null, 10_000);
    expect(frames).toHaveLength(500);
    expect(frames[0]!.text).toContain('subscription_succeeded');
  });
});

test('the same stream and filter, with its fields in any order, is one channel; each listener hears each event once', async () => {
  const { clock, service, manager } = createFakeStreamWorld();
  const heard: string[] = [];
  const listen = (name: string) => ({ onEvent: () => void heard.push(name) });
  const shared = listen('shared');
  manager.subscribe(svmTokenSwaps, { tokenAddress: 'A', x: '1' }, shared);
  manager.subscribe(svmTokenSwaps, { x: '1', tokenAddress: 'A' }, shared);
  const stop = manager.subscribe(svmTokenSwaps, { tokenAddress: 'A', x: '1' }, listen('third'));
  manager.start();
  await clock.advance(1);
  expect(manager.channels()).toMatchObject([{ listeners: 3 }]);
  const { channel } = manager.channels()[0]!;
  service.send(service.socket, 'update', channel, fakeSwap());
  expect(heard).toEqual(['shared', 'shared', 'third']);
  stop();
  service.send(service.socket, 'update', channel, fakeSwap());
  expect(heard).toHaveLength(5);
});
