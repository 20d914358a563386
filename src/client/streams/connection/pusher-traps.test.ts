import Pusher from 'pusher-js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeClock } from '../../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../../platform/time/random.ts';
import { portfolioNotifications } from '../../../protocol/streams/user.ts';
import type { ApiClient } from '../../http/api-client.ts';
import { ChannelSet } from '../channels/channel-set.ts';
import { type Wanted, WantedStreams } from '../channels/wanted-streams.ts';
import { FakePusherServer, recordSocket } from '../simulation/fake-pusher-server.fixture.ts';
import { createPusherSocket, openPusherSocket } from './pusher-socket.ts';
import type { SocketEvents, StreamFrame, StreamSocket } from './stream-socket.ts';

let server: FakePusherServer;
const open: (StreamSocket | { terminate(): void })[] = [];
const uncaught: unknown[] = [];
const onUncaught = (error: unknown) => uncaught.push(error);

beforeEach(async () => {
  server = await FakePusherServer.start();
  uncaught.length = 0;
  process.on('uncaughtException', onUncaught).on('unhandledRejection', onUncaught);
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const socket of open.splice(0)) socket.terminate();
  await server.stop();
  process.off('uncaughtException', onUncaught).off('unhandledRejection', onUncaught);
  expect(uncaught).toEqual([]);
  expect(Pusher.instances).toEqual([]);
});

function connect(more: Partial<SocketEvents> = {}) {
  const recorder = recordSocket();
  const socket = openPusherSocket(server.target, { ...recorder.events, ...more });
  open.push(socket);
  return { socket, ...recorder };
}

async function connected(more?: Partial<SocketEvents>) {
  const connection = connect(more);
  await connection.untilLast('open');
  return { ...connection, peer: server.peers.at(-1)! };
}

/** Plain pusher-js as in its manual, to show that the pitfall still exists. */
function bare(): Pusher {
  const { host, port, appKey } = server.target;
  const options = { cluster: 'none', wsHost: host, wsPort: port, forceTLS: false, enableStats: false } as const;
  const pusher = new Pusher(appKey, { ...options, enabledTransports: ['ws'] });
  open.push({
    terminate() {
      pusher.disconnect();
      Pusher.instances.splice(0, Pusher.instances.length, ...Pusher.instances.filter((other) => other !== pusher));
    },
  });
  return pusher;
}

const heard = (pusher: Pusher, event: string) => new Promise((resolve) => pusher.connection.bind(event, resolve));

interface WebSocketLike {
  onopen?(): void;
  onmessage?(message: { data: string }): void;
  send(text: string): void;
  close(): void;
}

/** Plain pusher-js on a socket that the test controls. */
function bareInHand() {
  const sent: string[] = [];
  let wake = () => {};
  const send = (text: string) => {
    sent.push(JSON.parse(text).data.channel);
    wake();
  };
  const face: WebSocketLike = { send, close() {} };
  vi.spyOn(Pusher.Runtime, 'createWebSocket').mockReturnValue(face);
  const pusher = bare();
  face.onopen!();
  face.onmessage!({ data: server.greeting! });
  /** Channels that it requests from the service, up to one that is requested last. */
  const asked = async () => {
    pusher.subscribe('last');
    while (!sent.includes('last'))
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return sent;
  };
  return { pusher, asked, receive: (frame: object) => face.onmessage!({ data: JSON.stringify(frame) }) };
}

describe('traps of pusher-js', () => {
  test('4200: it comes back without any delay, for ever; the adapter does not come back at all', async () => {
    server.wss.on('connection', (peer) => peer.close(4_200));
    const enough = new Promise<void>((resolve) =>
      server.wss.on('connection', () => server.peers.length >= 10 && resolve()),
    );
    const startMs = performance.now();
    const pusher = bare();
    await enough;
    // With the second that it waits after other codes, ten connections would take nine; they take a tenth of one.
    expect(performance.now() - startMs).toBeLessThan(9_000);
    pusher.disconnect();
    const { heard: told, untilLast } = connect();
    await untilLast('close');
    const count = server.peers.length;
    const other = connect();
    await other.untilLast('close');
    expect(server.peers.length).toBe(count + 1);
    expect(told.filter((text) => text.startsWith('close'))).toEqual(['close 4200']);
  });

  test('a frame without an event: it throws into the socket; the adapter counts it and hears the next', async () => {
    const { receive } = bareInHand();
    expect(() => receive({ channel: 'c', data: '{}' })).toThrow(TypeError);
    vi.restoreAllMocks();
    const { peer, heard: told, untilLast } = await connected();
    for (const frame of ['{"channel":"c","data":"{}"}', '{}', '{"event":null}', '{"event":7}']) peer.send(frame);
    peer.send('{"event":"next"}');
    await untilLast('frame next');
    expect(told.filter((text) => text === 'bad').length).toBeGreaterThanOrEqual(4);
  });

  test('a listener that throws: it throws into the socket and the listeners after it hear nothing; the adapter goes on', async () => {
    const { pusher, receive } = bareInHand();
    const after = vi.fn();
    pusher.bind('first', () => {
      throw new Error('a bad listener');
    });
    pusher.bind('first', after);
    expect(() => receive({ event: 'first' })).toThrow('a bad listener');
    expect(after).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    const throwing = vi.fn((frame: StreamFrame) => {
      if (frame.event !== 'last') throw new Error('a bad listener');
    });
    const last = Promise.withResolvers<void>();
    const { peer } = await connected({
      onFrame: (frame) => (frame.event === 'last' ? last.resolve() : throwing(frame)),
    });
    for (const event of ['first', 'second', 'last']) peer.send(JSON.stringify({ event }));
    await last.promise;
    expect(throwing.mock.calls.map(([{ event }]) => event)).toEqual(['first', 'second']);
  });

  test('an authoriser that throws or never calls back: it keeps the channel pending; here it is refused, and others go on', async () => {
    const { pusher, asked } = bareInHand();
    pusher.config.channelAuthorizer = () => {};
    const channel = pusher.subscribe('presence-never');
    pusher.config.channelAuthorizer = () => {
      throw new Error('a bad authoriser');
    };
    expect(() => pusher.subscribe('presence-throws')).toThrow('a bad authoriser');
    expect(await asked()).toEqual(['last']);
    expect(channel.subscriptionPending).toBe(true);
    vi.restoreAllMocks();
    await expectRefusal(() => new Promise<never>(() => {}), 'no response to the subscription in 10 s');
    const thrower = () => {
      throw new Error('a bad client');
    };
    await expectRefusal(thrower, 'not authorised: the authorisation failed');
  });

  test('a refused subscription: it stays pending, so that asking again sends nothing; the adapter asks again', async () => {
    const { pusher, asked, receive } = bareInHand();
    const channel = pusher.subscribe('public-a');
    const refusal = {
      event: 'pusher:subscription_error',
      channel: 'public-a',
      data: { type: 'AuthError', error: 'no', status: 401 },
    };
    receive(refusal);
    expect(channel.subscriptionPending).toBe(true);
    pusher.subscribe('public-a');
    expect(await asked()).toEqual(['public-a', 'last']);
    vi.restoreAllMocks();
    const { socket, frames, untilLast, until } = await connected();
    server.onFrame = (peer) => peer.send(JSON.stringify(refusal));
    socket.subscribe('public-a', null);
    await untilLast('frame');
    socket.subscribe('public-a', null);
    await until((all) => all.filter((text) => text.startsWith('frame')).length === 2);
    expect(frames[0]).toEqual({ event: refusal.event, channel: 'public-a', data: refusal.data });
    expect(server.received).toHaveLength(2);
  });

  test('channel_data that is no JSON: it would reject where nobody catches; the adapter sends it as it came', async () => {
    const { socket, untilLast, peer } = await connected();
    const arrived = new Promise((resolve) => {
      server.onFrame = (_, { data }) => data['channel'] === 'presence-last' && resolve(null);
    });
    for (const channelData of ['{nonsense', '', 'null', '[]'])
      socket.subscribe('presence-x', { auth: 'a', channelData });
    socket.subscribe('presence-last', { auth: 'a', channelData: null });
    await arrived;
    expect(server.received.map((text) => JSON.parse(text).data.channel_data)).toEqual([
      '{nonsense',
      '',
      'null',
      '[]',
      undefined,
    ]);
    peer.send('{"event":"pusher_internal:subscription_succeeded","channel":"presence-x","data":"{\\"presence\\":7}"}');
    await untilLast('frame pusher_internal:subscription_succeeded');
  });

  test('after a drop its state says connected for a second; the adapter tells of the close at once', async () => {
    const pusher = bare();
    await heard(pusher, 'connected');
    server.peers[0]!.terminate();
    await heard(pusher, 'connecting_in');
    expect(pusher.connection.state).toBe('connected');
    pusher.disconnect();
    const { peer, untilLast, heard: told } = await connected();
    peer.terminate();
    await untilLast('close');
    expect(told.at(-1)).toMatch(/^close 1006/);
  });

  test('a socket that does not open: it tries HTTP on a foreign host; the adapter tries one socket on the host it was given', () => {
    vi.useFakeTimers();
    const asked: string[] = [];
    const inert = { send: () => {}, close: () => {} };
    class Request {
      withCredentials = false;
      open(_: string, url: string) {
        asked.push(url);
      }
      send() {}
      abort() {}
      setRequestHeader() {}
    }
    vi.spyOn(Pusher.Runtime as unknown as { getXHRAPI(): unknown }, 'getXHRAPI').mockReturnValue(Request);
    vi.spyOn(Pusher.Runtime, 'createWebSocket').mockImplementation((url) => {
      asked.push(url);
      return inert as never;
    });
    const pusher = new Pusher('k', { cluster: 'none', wsHost: '127.0.0.1', forceTLS: true, enableStats: false });
    vi.advanceTimersByTime(60_000);
    pusher.disconnect();
    Pusher.instances.length = 0;
    expect(asked.some((url) => url.includes('sockjs-none.pusher.com'))).toBe(true);
    for (const tls of [true, false]) {
      asked.length = 0;
      const openWire = (url: string) => {
        asked.push(url);
        return { send: () => {}, terminate: () => {} };
      };
      const socket = createPusherSocket(openWire)({ ...server.target, tls }, recordSocket().events);
      // What the caller allows a handshake, and half as much again.
      vi.advanceTimersByTime(14_999);
      socket.terminate();
      vi.advanceTimersByTime(600_000);
      const scheme = tls ? 'wss' : 'ws';
      expect(asked).toEqual([expect.stringContaining(`${scheme}://127.0.0.1:${server.target.port}/app/app_key-1?`)]);
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  test('it keeps every instance and its listeners for ever; of the adapter nothing is left', async () => {
    const network = Pusher.Runtime.getNetwork() as unknown as { callbacks: { _callbacks: Record<string, unknown[]> } };
    const listeners = () => Object.values(network.callbacks._callbacks).flat().length;
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = [listeners(), timers(), Pusher.instances.length];
    const pusher = bare();
    pusher.disconnect();
    expect([listeners() > before[0]!, Pusher.instances.length]).toEqual([true, 1]);
    open.splice(0)[0]!.terminate();
    for (let round = 0; round < 10; round++) {
      const all = await Promise.all(Array.from({ length: 30 }, () => connected()));
      for (const { socket } of all) socket.terminate();
    }
    expect([listeners(), Pusher.instances.length]).toEqual([0, 0]);
    expect(timers()).toBeLessThanOrEqual(before[1]! + 2);
  });
});

/** A presence channel of the desk on a real connection, with a client that fails; a public one beside it. */
async function expectRefusal(call: () => Promise<never>, reason: string): Promise<void> {
  const clock = new FakeClock();
  const client = { baseUrl: '', onAnswer: () => () => {}, call } as unknown as ApiClient;
  const states: string[] = [];
  let channels: ChannelSet | null = null;
  const { socket } = await connected({ onFrame: (frame) => channels?.onFrame(frame) });
  const live = Promise.withResolvers<void>();
  const onState = (wanted: Wanted, state: string, why: string | null) => {
    states.push(`${wanted.channel?.name} ${state} ${why ?? ''}`.trim());
    if (state === 'live') live.resolve();
  };
  const { signal } = new AbortController();
  channels = new ChannelSet({
    client,
    clock,
    random: seededRandom(1),
    socket,
    socketId: '12.34',
    signal,
    onState,
    onEvent: () => {},
  });
  server.onFrame = (peer, { data: { channel } }) =>
    peer.send(JSON.stringify({ event: 'pusher_internal:subscription_succeeded', channel, data: '{}' }));
  const want = (name: string, isPresence: boolean) => {
    const wanted = new WantedStreams().add(portfolioNotifications, {}, { onEvent: () => {} });
    channels?.add(wanted, { name, event: 'update', isPresence });
  };
  want('presence-a', true);
  want('public-b', false);
  await live.promise;
  await clock.advance(10_000);
  expect(states.filter((text) => !text.endsWith('pending'))).toContain(`presence-a refused ${reason}`);
  expect(states).toContain('public-b live');
  expect(clock.pending).toBe(0);
}
