import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { alphaSignalFeedGlobal } from '../../protocol/streams/alpha.ts';
import { svmTokenSwaps } from '../../protocol/streams/svm.ts';
import { automationUpdates, portfolioNotifications } from '../../protocol/streams/user.ts';
import { noFaults } from './simulation/fake-stream-network.fixture.ts';
import { type FakeStreamService, fault } from './simulation/fake-stream-service.fixture.ts';
import { createFakeStreamWorld, fakeSwap } from './simulation/fake-stream-world.fixture.ts';

const nothing = { onEvent: () => {} };

/** Connected, with one token's swaps. */
async function connect() {
  const world = createFakeStreamWorld();
  const token = world.want('A');
  world.manager.start();
  await world.clock.advance(1);
  expect(world.manager.status().state).toBe('connected');
  return { ...world, token };
}

describe('connecting', () => {
  test('one session for what is wanted in one tick, then each channel once', async () => {
    const { clock, service, manager, want, swapsOf } = createFakeStreamWorld();
    const seen: string[] = [];
    manager.onStatus(({ state }) => seen.push(state));
    manager.start();
    await clock.advance(60_000);
    expect(manager.status().state).toBe('disconnected');
    const first = want('A');
    want('B');
    manager.subscribe(portfolioNotifications, {}, nothing);
    await clock.advance(1);
    expect(service.sessions).toHaveLength(1);
    expect(service.sessions[0]).toHaveLength(3);
    expect([...service.socket.asked]).toEqual([
      [swapsOf('A'), 1],
      [swapsOf('B'), 1],
      ['presence-portfolio_notifications', 1],
    ]);
    expect(first.states).toEqual(['live']);
    expect([...new Set(seen)]).toEqual(['connecting', 'connected']);
  });

  test('later subscriptions use the open socket', async () => {
    const { clock, service, manager, want, swapsOf } = await connect();
    want('B');
    want('C');
    await clock.advance(1);
    expect(service.sessions.map((asked) => asked.length)).toEqual([1, 2]);
    expect(service.sockets).toHaveLength(1);
    expect([...service.socket.subscribed]).toEqual(['A', 'B', 'C'].map(swapsOf));
    expect(manager.status().state).toBe('connected');
  });

  test('subscriptions made during the session request are not lost', async () => {
    const { clock, service, manager, want, swapsOf } = createFakeStreamWorld();
    service.slownessMs = 1_000;
    want('A');
    manager.start();
    await clock.advance(1);
    want('B');
    await clock.advance(10_000);
    expect([...service.socket.subscribed].sort()).toEqual(['A', 'B'].map(swapsOf));
    expect([...service.socket.asked.values()]).toEqual([1, 1]);
  });

  test('the same stream and filter is subscribed once; the last listener to leave unsubscribes', async () => {
    const { clock, service, want, token, swapsOf } = await connect();
    const other = want('A');
    await clock.advance(1);
    expect(service.sessions).toHaveLength(1);
    expect(other.states).toEqual(['live']);
    token.stop();
    token.stop();
    expect(service.socket.subscribed).toContain(swapsOf('A'));
    other.stop();
    expect(service.socket.subscribed).not.toContain(swapsOf('A'));
  });

  test('changed parameters move everything to a new socket', async () => {
    const { clock, service, want, swapsOf, gaps } = await connect();
    service.appKey = 'app2';
    want('B');
    await clock.advance(1);
    expect(service.sockets).toHaveLength(2);
    expect([...service.socket.subscribed].sort()).toEqual(['A', 'B'].map(swapsOf));
    expect(gaps).toHaveLength(1);
    expect(service.problems).toEqual([]);
  });

  test('a bad filter affects only its stream', async () => {
    const { clock, service, manager, want } = createFakeStreamWorld();
    service.onSession = (asked) => {
      if (asked.some(({ filter }) => filter?.['tokenAddress'] === 'bad')) throw fault('ws.session', 'rejected', 400);
      return undefined;
    };
    const good = want('A');
    const bad = want('bad');
    manager.start();
    await clock.advance(1);
    expect(good.states).toEqual(['live']);
    expect(bad.states).toEqual([expect.stringMatching(/^refused: no session: failed with 400/)]);
    const late = want('bad2');
    service.onSession = () => {
      throw fault('ws.session', 'rejected', 400);
    };
    await clock.advance(1);
    expect(late.states).toEqual([expect.stringMatching(/^refused/)]);
    expect(manager.status().state).toBe('connected');
  });

  test('a later session request that fails on the network is repeated', async () => {
    const { clock, service, want } = await connect();
    service.faults = { ...noFaults, session: 1 };
    const late = want('B');
    await clock.advance(1_500);
    service.faults = noFaults;
    await clock.advance(10_000);
    expect(late.states.at(-1)).toBe('live');
  });

  test.each([
    [{ wsHost: 'evil.com' }, /evil\.com is not under/],
    [{ wsPort: 0 }, /port/],
    [{ appKey: '../x' }, /app key/],
  ])('a bootstrap to %o is refused for good', async (change, reason) => {
    const { clock, service, manager, want } = createFakeStreamWorld();
    service.onSession = () => ({
      connection: { wsHost: '127.0.0.1', wsPort: 9, appKey: 'a', forceTls: true, ...change },
      subscriptions: [],
    });
    want('A');
    manager.start();
    await clock.advance(600_000);
    expect(manager.status()).toMatchObject({ state: 'failed', reason: expect.stringMatching(reason) });
    expect(service.sockets).toHaveLength(0);
    expect(service.sessions).toHaveLength(1);
  });

  test('a 401 fails with a hint; start and retryNow try again', async () => {
    const { clock, service, manager, want } = createFakeStreamWorld();
    service.onSession = () => {
      throw fault('ws.session', 'rejected', 401);
    };
    want('A');
    manager.start();
    await clock.advance(600_000);
    expect(manager.status()).toMatchObject({ state: 'failed', reason: expect.stringMatching(/check the key/) });
    expect(service.sessions).toHaveLength(1);
    service.onSession = () => undefined;
    manager.retryNow();
    await clock.advance(1);
    expect(manager.status().state).toBe('connected');
  });
});

describe('matching responses to subscriptions', () => {
  const answer = (token: string, more = {}) => ({
    stream: 'svm.token.swaps',
    channel: `swaps-${token}`,
    event: 'update',
    ...more,
  });

  test.each([
    ['told by the channel, out of order', [answer('B'), answer('A')], ['swaps-A', 'swaps-B']],
    [
      'told by an echoed filter',
      [answer('1', { filter: { tokenAddress: 'B' } }), answer('2', { filter: { tokenAddress: 'A' } })],
      ['swaps-2', 'swaps-1'],
    ],
    ['by position where nothing tells', [answer('x'), answer('y')], ['swaps-x', 'swaps-y']],
    ['one answer missing', [answer('B')], ['swaps-B']],
    ['an unreadable answer', [{ unreadable: 'channel: expected text' }, answer('y')], ['swaps-y']],
    ['another stream in its place', [answer('x', { stream: 'svm.token.poolInfo' }), answer('y')], ['swaps-y']],
    ['a name no channel can have', [answer('A b'), answer('B')], ['swaps-B']],
  ])('%s', async (_, subscriptions, channels) => {
    const { clock, service, manager, want } = createFakeStreamWorld();
    service.onSession = () => ({
      connection: { wsHost: '127.0.0.1', wsPort: 9, appKey: 'app1', forceTls: false },
      subscriptions,
    });
    const heard: string[] = [];
    const [a, b] = [want('A', () => heard.push('A')), want('B', () => heard.push('B'))];
    manager.start();
    await clock.advance(1);
    expect([...service.socket.asked.keys()]).toEqual(channels);
    for (const channel of channels) service.send(service.socket, 'update', channel, fakeSwap());
    expect(heard).toEqual(channels.length === 2 ? ['A', 'B'] : ['B']);
    expect([a, b].map(({ states }) => states.at(-1)?.split(':')[0])).toEqual([
      channels.length === 2 ? 'live' : 'refused',
      'live',
    ]);
  });

  test('the catalog decides between two spellings', async () => {
    const { clock, service, manager } = createFakeStreamWorld();
    const call = service.client.call.bind(service.client);
    vi.spyOn(service.client, 'call').mockImplementation(((endpoint: { id: string }, ...rest: [never]) =>
      endpoint.id === 'ws.streams'
        ? Promise.resolve({ data: { streams: [{ id: 'alpha.signalFeed.global' }] } })
        : call(endpoint as never, ...rest)) as never);
    manager.subscribe(alphaSignalFeedGlobal, {}, nothing);
    manager.start();
    await clock.advance(1);
    expect(service.sessions[0]).toEqual([{ stream: 'alpha.signalFeed.global', filter: {} }]);
    expect(service.socket.subscribed.size).toBe(1);
  });
});

describe('events', () => {
  test('reach their listeners parsed by the schema; bad ones arrive as unreadable and are counted', async () => {
    const { clock, service, manager, want, swapsOf } = createFakeStreamWorld();
    const heard: unknown[] = [];
    want('A', (data) => heard.push(data));
    manager.start();
    await clock.advance(1);
    const send = (data: unknown, event = 'update') => service.send(service.socket, event, swapsOf('A'), data);
    send(fakeSwap());
    send({ ...fakeSwap(), priceUsd: {} });
    send(undefined);
    send('text');
    send(fakeSwap(), 'somethingElse');
    service.send(service.socket, 'update', 'nobodys', fakeSwap());
    service.socket.events.onBadFrame('not JSON');
    expect(heard).toEqual([
      expect.objectContaining({ tokenMint: 'A' }),
      ...Array(3).fill({ unreadable: expect.any(String) }),
    ]);
    expect(manager.counters()).toEqual({ messages: 4, unreadable: 4, reconnects: 0 });
  });

  test('a listener that throws does not affect the others', async () => {
    const { clock, service, manager, want, swapsOf, faults } = createFakeStreamWorld();
    const heard = vi.fn();
    want('A', () => {
      throw new Error('bad listener');
    });
    want('A', heard);
    manager.onStatus(() => {
      throw new Error('bad status listener');
    });
    manager.start();
    await clock.advance(1);
    service.send(service.socket, 'update', swapsOf('A'), fakeSwap());
    expect(heard).toHaveBeenCalledOnce();
    expect(faults.length).toBeGreaterThan(1);
  });
});

describe('presence channels', () => {
  const channel = 'presence-portfolio_notifications';
  const setUpUser = async (prepare: (service: FakeStreamService) => void) => {
    const world = createFakeStreamWorld();
    prepare(world.service);
    const states: string[] = [];
    world.manager.subscribe(
      portfolioNotifications,
      {},
      { ...nothing, onState: (state, reason) => states.push(`${state} ${reason ?? ''}`.trim()) },
    );
    world.manager.start();
    await world.clock.advance(1);
    return { ...world, states };
  };

  test.each([401, 403])(
    'subscription error: a refused authorisation (%d) is tried once more, then that channel is refused',
    async (status) => {
      const { service, states, manager, clock } = await setUpUser((it) => {
        it.onAuth = () => {
          throw fault('ws.auth', 'rejected', status);
        };
      });
      expect(service.authorisations).toBe(2);
      expect(states).toEqual([`refused not authorised: failed with ${status}`]);
      expect(manager.status().state).toBe('connected');
      service.onAuth = () => undefined;
      manager.retryNow();
      await clock.advance(1);
      expect(states.at(-1)).toBe('live');
    },
  );

  test('an authorisation refused with another error refuses that channel at once', async () => {
    const { service, states } = await setUpUser((it) => {
      it.onAuth = () => {
        throw fault('ws.auth', 'rejected', 404);
      };
    });
    expect(service.authorisations).toBe(1);
    expect(states).toEqual(['refused not authorised: failed with 404']);
  });

  test('a lost authorisation request is repeated until answered, and the gap is reported', async () => {
    const { service, states, clock, gaps } = await setUpUser((it) => {
      it.onAuth = () => {
        throw fault('ws.auth', 'unknown', 503);
      };
    });
    await clock.advance(60_000);
    expect(service.authorisations).toBeGreaterThan(4);
    expect(states.at(-1)).toBe('pending not authorised yet: failed with 503');
    service.onAuth = () => undefined;
    await clock.advance(120_000);
    expect(states.at(-1)).toBe('live');
    expect(gaps).toEqual([]);
  });

  test.each([
    [401, 2, 2],
    [403, 1, 1],
  ])(
    'subscription error %d: %d authorisations, %d subscribe frames, then that channel is refused',
    async (status, authorisations, frames) => {
      const { service, states, clock } = await setUpUser((it) => {
        it.isAnswering = false;
      });
      for (let turn = 0; turn < 3; turn++) {
        service.send(service.socket, 'pusher:subscription_error', channel, { status, error: 'no\u001b[2J' });
        await clock.advance(1);
      }
      expect(service.authorisations).toBe(authorisations);
      expect(service.socket.asked.get(channel)).toBe(frames);
      expect(states.at(-1)).toMatch(/^refused the subscription was refused: no/);
      expect(states.join()).not.toContain('\u001b');
    },
  );

  test('socket id changed while authorising: the token is discarded and another requested', async () => {
    const { service, clock, states } = await setUpUser((it) => {
      it.slownessMs = 4_000;
    });
    await clock.advance(9_000);
    const before = service.sockets.length;
    service.close(service.socket, 4_200);
    await clock.advance(60_000);
    expect(service.sockets.length).toBeGreaterThan(before);
    expect(service.problems).toEqual([]);
    expect(service.socket.asked.get(channel)).toBe(1);
    expect(states.at(-1)).toBe('live');
  });
});

test('subscription without a response in 10 s: the channel is refused, and live if the response comes late', async () => {
  const { clock, service, manager, want, swapsOf } = createFakeStreamWorld();
  service.isAnswering = false;
  const { states } = want('A');
  manager.start();
  await clock.advance(9_999);
  expect(states).toEqual([]);
  await clock.advance(2);
  expect(states).toEqual(['refused: no response to the subscription in 10 s']);
  service.send(service.socket, 'pusher_internal:subscription_succeeded', swapsOf('A'));
  expect(states.at(-1)).toBe('live');
});

describe('interruptions', () => {
  test('reconnected: each channel is subscribed once, and the gap is reported when all are live', async () => {
    const { clock, service, manager, gaps, swapsOf, token } = await connect();
    await clock.advance(5_000);
    service.send(service.socket, 'update', swapsOf('A'), fakeSwap());
    const lastMs = clock.now();
    await clock.advance(1_000);
    service.close(service.socket, 1_006);
    expect(manager.status()).toMatchObject({ state: 'reconnecting', reason: expect.stringContaining('1006') });
    expect(manager.status().nextAttemptAtMs).toBeGreaterThan(clock.now());
    expect(gaps).toEqual([]);
    await clock.advance(1_000);
    expect(gaps).toEqual([
      { late: null, fromMs: lastMs, toMs: expect.any(Number), reason: expect.stringContaining('1006') },
    ]);
    expect(service.sessions).toHaveLength(2);
    expect(token.states).toEqual(['live', 'pending', 'live']);
    expect(manager.counters().reconnects).toBe(1);
  });

  test('the gap waits for the last channel', async () => {
    const { clock, service, manager, gaps } = await connect();
    manager.subscribe(automationUpdates, {}, nothing);
    await clock.advance(1);
    service.isAnswering = false;
    service.close(service.socket, 4_200);
    await clock.advance(9_000);
    expect(manager.status().state).toBe('connected');
    expect(gaps).toEqual([]);
    await clock.advance(1_001);
    expect(gaps).toHaveLength(1);
  });

  test('no handshake in 10 s is a lost connection', async () => {
    const { clock, service, manager, want } = createFakeStreamWorld();
    service.side.onHandshake = () => true;
    want('A');
    manager.start();
    await clock.advance(10_001);
    expect(manager.status()).toMatchObject({
      state: 'reconnecting',
      reason: expect.stringMatching(/no handshake in 10 s/),
    });
    expect(service.sockets[0]!.isGone).toBe(true);
  });

  test('pusher:error while open: shown, cleaned, and the connection stays', async () => {
    const { service, manager } = await connect();
    service.send(service.socket, 'pusher:error', null, { code: 4_301, message: 'slow\u001b[2J down' });
    expect(manager.status()).toMatchObject({
      state: 'connected',
      reason: expect.stringMatching(/^the server reports: slow.*down$/),
    });
    expect(manager.status().reason).not.toContain('\u001b');
  });

  test('reconnected: each presence channel is authorised for the new socket, each channel subscribed once', async () => {
    const { clock, service, manager, gaps } = await connect();
    manager.subscribe(portfolioNotifications, {}, nothing);
    manager.subscribe(automationUpdates, {}, nothing);
    await clock.advance(1);
    for (const code of [1_006, 4_200, 4_100]) {
      service.close(service.socket, code);
      await clock.advance(120_000);
    }
    expect(service.authorisations).toBe(8);
    expect(service.sockets).toHaveLength(4);
    for (const { asked } of service.sockets) expect([...asked.values()]).toEqual([1, 1, 1]);
    expect(gaps).toHaveLength(3);
    expect(service.problems).toEqual([]);
  });

  test('stop ends the socket and every timer; start begins anew', async () => {
    const { clock, service, manager } = await connect();
    manager.stop();
    expect(clock.pending).toBe(0);
    expect(service.sockets[0]!.isGone).toBe(true);
    expect(manager.status().state).toBe('disconnected');
    manager.start();
    await clock.advance(1);
    expect(manager.status().state).toBe('connected');
  });
});

describe('liveness', () => {
  test('silence for 120 s: a ping; its pong is the latency and buys two minutes more', async () => {
    const { clock, service, manager } = await connect();
    await clock.advance(119_000);
    expect(service.socket.pings).toHaveLength(0);
    await clock.advance(1_000);
    expect(service.socket.pings).toHaveLength(1);
    expect(manager.status().latencyMs).toBeLessThan(10);
    await clock.advance(121_000);
    expect(service.socket.pings).toHaveLength(2);
    expect(service.sockets).toHaveLength(1);
  });

  test('silence, and no answer in 30 s: the socket is terminated, not closed politely, and another opened', async () => {
    const { clock, service, manager } = await connect();
    service.isAnswering = false;
    await clock.advance(120_001);
    await clock.advance(29_000);
    expect(manager.status().state).toBe('connected');
    await clock.advance(1_000);
    expect(manager.status()).toMatchObject({
      state: 'reconnecting',
      reason: expect.stringMatching(/no response to a ping in 30 s/),
    });
    expect(service.sockets[0]!.isGone).toBe(true);
  });

  test('a busy connection is never pinged', async () => {
    const { clock, service, swapsOf } = await connect();
    for (let minute = 0; minute < 10; minute++) {
      await clock.advance(60_000);
      service.send(service.socket, 'update', swapsOf('A'), fakeSwap());
    }
    expect(service.socket.pings).toEqual([]);
  });

  test('clock jump: pings the peer at once and reports the gap', async () => {
    const { clock, service, gaps } = await connect();
    await clock.advance(15_000);
    const beforeMs = clock.now();
    clock.jumpWall(3_600_000);
    await clock.advance(10_000);
    expect(service.socket.pings).toHaveLength(1);
    expect(gaps).toEqual([
      {
        late: null,
        fromMs: expect.any(Number),
        toMs: expect.any(Number),
        reason: expect.stringMatching(/clock jumped/),
      },
    ]);
    expect(gaps[0]!.fromMs).toBeLessThanOrEqual(beforeMs);
    expect(gaps[0]!.toMs - gaps[0]!.fromMs).toBeGreaterThanOrEqual(3_600_000);
  });
});

describe('clock jump or resume from sleep', () => {
  test('setting the clock back never gives a gap of negative length', async () => {
    const { clock, gaps } = await connect();
    await clock.advance(15_000);
    clock.jumpWall(-3_600_000);
    await clock.advance(10_000);
    expect(gaps.map(({ fromMs, toMs }) => toMs - fromMs)).toEqual([0]);
  });

  test('a stopped process: the peer is pinged and has 30 s, and the time is a gap', async () => {
    const { clock, service, manager, gaps } = await connect();
    await clock.advance(125_000);
    service.isAnswering = false;
    clock.stall(600_000);
    await clock.advance(29_000);
    expect(manager.status().state).toBe('connected');
    expect(service.socket.pings.at(-1)).toBe(725_001);
    expect(gaps[0]!.toMs - gaps[0]!.fromMs).toBeGreaterThanOrEqual(600_000);
    await clock.advance(1_001);
    expect(manager.status()).toMatchObject({
      state: 'reconnecting',
      reason: expect.stringMatching(/no response to a ping/),
    });
  });

  test('a pending attempt is made at once', async () => {
    const { clock, service, manager } = await connect();
    service.faults = { ...noFaults, session: 1 };
    vi.spyOn(service.network, 'oneOf').mockReturnValue(503);
    service.close(service.socket, 1_006);
    const waitMs = () => (manager.status().nextAttemptAtMs ?? 0) - clock.now();
    while (waitMs() < 60_000) await clock.advance(1_000);
    service.faults = noFaults;
    clock.jumpWall(8 * 3_600_000);
    await clock.advance(10_001);
    expect(manager.status().state).toBe('connected');
  });
});

describe('a listener that acts in the middle of a call', () => {
  test('stops: no timer, no call and no socket is left, whatever it was told', async () => {
    for (const told of ['pending', 'live', 'reconnecting', 'connected', 'connecting']) {
      const { clock, service, manager, want } = createFakeStreamWorld();
      let isArmed = true;
      const stopOn = (state: string) => {
        if (state === told && isArmed) manager.stop();
      };
      manager.onStatus(({ state }) => stopOn(state));
      manager.subscribe(portfolioNotifications, {}, { ...nothing, onState: stopOn });
      want('A');
      manager.start();
      await clock.advance(1);
      if (service.side.open[0]) service.close(service.socket, 1_006);
      await clock.advance(0);
      expect([manager.status().state, clock.pending, service.side.open.length], told).toEqual(['disconnected', 0, 0]);
      expect(service.callsUnderWay.size, told).toBe(0);
      isArmed = false;
      manager.start();
      await clock.advance(1);
      expect(manager.status().state, told).toBe('connected');
    }
  });

  test('stops when a later session fails: the pause before the next is over too', async () => {
    const { clock, service, manager } = await connect();
    service.onSession = () => {
      throw fault('ws.session', 'unknown', 503);
    };
    const onState = () => manager.stop();
    manager.subscribe(portfolioNotifications, {}, { ...nothing, onState });
    await clock.advance(1);
    expect([manager.status().state, clock.pending]).toEqual(['disconnected', 0]);
  });

  test('removes another: that one is no longer called', async () => {
    const { clock, service, manager, swapsOf } = createFakeStreamWorld();
    const stops: (() => void)[] = [];
    const other = vi.fn();
    const end = () => stops[1]?.();
    stops.push(manager.subscribe(svmTokenSwaps, { tokenAddress: 'A' }, { onEvent: end }));
    stops.push(manager.subscribe(svmTokenSwaps, { tokenAddress: 'A' }, { onEvent: other }));
    manager.start();
    await clock.advance(1);
    service.send(service.socket, 'update', swapsOf('A'), fakeSwap());
    expect(other).not.toHaveBeenCalled();
  });

  test('changes a channel: later listeners do not get the previous state', async () => {
    const { clock, service, manager } = await connect();
    const told: string[] = [];
    manager.subscribe(
      portfolioNotifications,
      {},
      { ...nothing, onState: (state) => state === 'live' && manager.stop() },
    );
    manager.subscribe(portfolioNotifications, {}, { ...nothing, onState: (state) => told.push(state) });
    await clock.advance(1);
    expect(service.side.open).toEqual([]);
    expect(told.at(-1)).toBe('pending');
  });

  test('throws on a channel that is already live: it stays subscribed', async () => {
    const { manager, faults } = await connect();
    const onState = () => {
      throw new Error('a bad listener');
    };
    const stop = manager.subscribe(svmTokenSwaps, { tokenAddress: 'A' }, { ...nothing, onState });
    expect(faults).toEqual([new Error('a bad listener')]);
    expect(manager.channels()[0]!.listeners).toBe(2);
    stop();
  });
});

describe('an hour of outage', () => {
  test.each(['session', 'handshake'] as const)(
    'an hour in which every %s fails costs at most 40 attempts',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(fc.integer(), async (seed) => {
          const { clock, random, service, manager, want } = createFakeStreamWorld(seed);
          want('A');
          manager.start();
          await clock.advance(1_000);
          expect(manager.status().state).toBe('connected');
          await clock.advance(20_000);
          service.faults = { ...noFaults, session: kind === 'session' ? 1 : 0 };
          vi.spyOn(service.network, 'oneOf').mockReturnValue(503);
          service.side.onHandshake = (side) => {
            const code = [1_006, null, 1_013, 4_100, 4_200, 4_201][random.int(6)]!;
            if (random.int(4) > 0) clock.setTimeout(() => service.close(side, code), random.int(1_000));
            return true;
          };
          const before = service.sessions.length;
          service.close(service.socket, 1_006);
          await clock.advance(3_600_000);
          expect(service.sessions.length - before).toBeLessThanOrEqual(40);
          service.faults = noFaults;
          service.side.onHandshake = () => false;
          manager.retryNow();
          await clock.advance(30_000);
          expect(manager.status().state).toBe('connected');
        }),
        { numRuns: cases(15, 200) },
      );
    },
    60_000,
  );
});
