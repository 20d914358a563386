import Pusher, { type PresenceChannel } from 'pusher-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../platform/time/clock.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { type Listening, listen } from '../http/listen.ts';
import type { PusherApp } from './client-session.ts';
import { type HubOptions, PusherHub } from './pusher-hub.ts';
import { sign } from './signature.ts';

/* The hub as the published Pusher client sees it, on real sockets and by the real clock. */

type Client = InstanceType<typeof Pusher>;
type Channel = ReturnType<Client['subscribe']>;

/** So long that only what never comes about reaches it. */
const looks = { timeout: 60_000, interval: 20 };

const app: PusherApp = { keyId: 'k1', appKey: 'appkey', appSecret: 'appsecret' };
let hub: PusherHub;
let server: Listening;
const clients: Client[] = [];

async function start(options: Partial<HubOptions> = {}) {
  hub = new PusherHub({
    clock: systemClock,
    random: seededRandom(5),
    findApp: (key) => (key === app.appKey ? app : null),
    ...options,
  });
  server = await listen({ app: async () => ({ status: 404, headers: {}, body: '' }), hub, port: 0 });
}
beforeEach(() => start());
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  await server.close();
});

interface Who {
  readonly userId?: string;
  readonly secret?: string;
  readonly channelData?: string;
  readonly key?: string;
  readonly more?: object;
}

interface Asked {
  readonly socketId: string;
  readonly channelName: string;
}
type Done = (error: null, data: { auth: string; channel_data?: string }) => void;

function open({ userId = 'ann', secret = app.appSecret, channelData, key = app.appKey, more }: Who = {}): Client {
  const client = new Pusher(key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: server.port,
    forceTLS: false,
    enabledTransports: ['ws' as const],
    disableStats: true,
    ...more,
    channelAuthorization: {
      customHandler: ({ socketId, channelName: channel }: Asked, done: Done) => {
        const data = channelData ?? JSON.stringify({ user_id: userId, user_info: { name: userId } });
        const member = channel.startsWith('presence-') ? data : undefined;
        const signature = sign({ socketId, channel, channelData: member }, secret);
        done(null, { auth: `${app.appKey}:${signature}`, ...(member === undefined ? {} : { channel_data: member }) });
      },
    } as never,
  });
  clients.push(client);
  return client;
}

const next = <T>(target: { bind(event: string, listener: (data: T) => void): unknown }, event: string) =>
  new Promise<T>((resolve) => target.bind(event, resolve));
const connected = (client: Client) =>
  client.connection.state === 'connected' ? Promise.resolve() : next(client.connection, 'connected');

async function joined(client: Client, name: string): Promise<Channel> {
  const channel = client.subscribe(name);
  if (!channel.subscribed) await next(channel, 'pusher:subscription_succeeded');
  return channel;
}

const refused = (client: Client, name: string) =>
  next<{ status: number; type: string }>(client.subscribe(name), 'pusher:subscription_error');
const heard = (channel: Channel, event: string) => {
  const all: unknown[] = [];
  channel.bind(event, (data: unknown) => all.push(data));
  return all;
};
/** A round trip on a channel of its own: what was sent to this client before has come. */
async function settle(client: Client) {
  const probe = await joined(client, `probe-${Math.random().toString(36).slice(2)}`);
  const came = next(probe, 'probe');
  hub.publish(probe.name, 'probe', {});
  await came;
}
const errorOf = async (client: Client) =>
  (await next<{ data: { code: number | null }; error?: unknown }>(client.connection, 'error')) as {
    data?: { code: number };
    error?: { data: { code: number } };
  };
const codeOf = ({ data, error }: Awaited<ReturnType<typeof errorOf>>) => error?.data.code ?? data?.code;

describe('connecting', () => {
  it('connects and knows its socket id', async () => {
    const client = open();
    await connected(client);
    expect(client.connection.socket_id).toMatch(/^\d+\.\d+$/);
    expect(hub.appOf(client.connection.socket_id)).toBe(app);
  });

  it('gives up on an unknown app with 4001', async () => {
    const client = open({ key: 'other' });
    expect(codeOf(await errorOf(client))).toBe(4001);
    await vi.waitFor(() => expect(client.connection.state).toBe('disconnected'), looks);
  });

  it('backs off from 4100 and comes in when there is room', async () => {
    await server.close();
    await start({ maxConnections: 1 });
    const first = open();
    await connected(first);
    const second = open();
    expect(codeOf(await errorOf(second))).toBe(4100);
    first.disconnect();
    await vi.waitFor(() => expect(second.connection.state).toBe('connected'), looks);
  });

  it('comes back at once after 4200, and joins its channels again', async () => {
    const client = open();
    const channel = await joined(client, 'a');
    const again = next(channel, 'pusher:subscription_succeeded');
    hub.closeSockets(4200, 'moved');
    await again;
    const came = next(channel, 'update');
    hub.publish('a', 'update', { after: true });
    expect(await came).toEqual({ after: true });
  });

  it('authorises a presence channel anew for its new socket id', async () => {
    const client = open();
    const channel = await joined(client, 'presence-a');
    const before = client.connection.socket_id;
    const again = next<{ count: number }>(channel, 'pusher:subscription_succeeded');
    hub.closeSockets(4200, 'moved');
    expect((await again).count).toBe(1);
    expect(client.connection.socket_id).not.toBe(before);
  });

  it('does not come back after 4009', async () => {
    const client = open();
    await connected(client);
    hub.closeSockets(4009, 'revoked', app.keyId);
    await vi.waitFor(() => expect(client.connection.state).toBe('disconnected'), looks);
    await vi.waitFor(() => expect(hub.connectionCount).toBe(0), looks);
  });

  it('keeps trying when the service stops', async () => {
    const client = open();
    await connected(client);
    await server.close();
    await vi.waitFor(() => expect(client.connection.state).toBe('connecting'), looks);
  });
});

describe('liveness', () => {
  it('answers the hub’s pings and stays', async () => {
    await server.close();
    await start({ activityTimeoutS: 0.05 });
    const client = open();
    let pings = 0;
    client.connection.bind('message', ({ event }: { event: string }) => event === 'pusher:ping' && pings++);
    await connected(client);
    await vi.waitFor(() => expect(pings).toBeGreaterThan(3), looks);
    expect([client.connection.state, hub.connectionCount]).toEqual(['connected', 1]);
  });

  it('gets a pong for its own pings', async () => {
    const client = open({ more: { activityTimeout: 40, pongTimeout: 10_000 } });
    await connected(client);
    const pongs: unknown[] = [];
    client.connection.bind('message', ({ event }: { event: string }) => event === 'pusher:pong' && pongs.push(event));
    await vi.waitFor(() => expect(pongs.length).toBeGreaterThan(1), looks);
  });

  it('leaves a half-open socket after its time-out, and comes back', async () => {
    const client = open({ more: { activityTimeout: 60, pongTimeout: 60 } });
    await connected(client);
    const before = client.connection.socket_id;
    hub.muteSockets();
    await vi.waitFor(() => expect(client.connection.socket_id).not.toBe(before), looks);
    await connected(client);
  });
});

describe('public channels', () => {
  it('give an event to every subscriber', async () => {
    const channels = await Promise.all([open(), open()].map((client) => joined(client, 'a')));
    const came = channels.map((channel) => next(channel, 'update'));
    expect(hub.publish('a', 'update', { text: 'ÄΩ🦊\u2028"\\' })).toBe(2);
    expect(await Promise.all(came)).toEqual(Array(2).fill({ text: 'ÄΩ🦊\u2028"\\' }));
  });

  it('are silent after unsubscribing, and talk again after subscribing anew', async () => {
    const client = open();
    await joined(client, 'a');
    client.unsubscribe('a');
    await settle(client);
    expect(hub.publish('a', 'update', 1)).toBe(0);
    const channel = await joined(client, 'a');
    const came = next(channel, 'update');
    hub.publish('a', 'update', 2);
    expect(await came).toBe(2);
  });

  it('pass on events by any name', async () => {
    const client = open();
    const channel = await joined(client, 'a');
    const seen: unknown[] = [];
    channel.bind_global((name: string, data: unknown) => seen.push([name, data]));
    hub.publish('a', 'never-heard-of', [1, null]);
    await settle(client);
    expect(seen).toEqual([['never-heard-of', [1, null]]]);
  });

  it.each(['with blank', 'ünicode', 'x'.repeat(165)])('refuse the name %s', async (name) => {
    expect(await refused(open(), name)).toMatchObject({ status: 400 });
  });

  it('are 500 a socket at most', async () => {
    const client = open();
    await connected(client);
    await Promise.all(Array.from({ length: 500 }, (_, index) => joined(client, `c${index}`)));
    expect(await refused(client, 'one-more')).toMatchObject({ status: 403, type: 'LimitReached' });
  });
});

describe('private and presence channels', () => {
  it('let a signed subscription in', async () => {
    const channel = await joined(open(), 'private-a');
    const came = next(channel, 'update');
    hub.publish('private-a', 'update', 'x');
    expect(await came).toBe('x');
  });

  it.each(['private-a', 'presence-a'])('keep a wrong signature out of %s', async (name) => {
    expect(await refused(open({ secret: 'guessed' }), name)).toMatchObject({ status: 401, type: 'AuthError' });
    expect(hub.publish(name, 'update', 1)).toBe(0);
  });

  it.each(['{}', '{"user_id":""}', `{"user_id":"${'x'.repeat(129)}"}`])(
    'keep the member %s out',
    async (channelData) => {
      expect(await refused(open({ channelData }), 'presence-a')).toMatchObject({ status: 401 });
    },
  );

  it('show who is there, who comes and who goes', async () => {
    const ann = (await joined(open({ userId: 'ann' }), 'presence-a')) as PresenceChannel;
    const came = next<{ id: string; info: unknown }>(ann, 'pusher:member_added');
    const bobs = open({ userId: 'bob' });
    const bob = (await joined(bobs, 'presence-a')) as PresenceChannel;
    expect([bob.members.count, bob.members.me.id]).toEqual([2, 'bob']);
    expect(bob.members.get('ann')?.info).toEqual({ name: 'ann' });
    expect(await came).toEqual({ id: 'bob', info: { name: 'bob' } });
    const gone = next<{ id: string }>(ann, 'pusher:member_removed');
    bobs.disconnect();
    expect((await gone).id).toBe('bob');
    expect(ann.members.count).toBe(1);
  });

  it('count a user on two sockets once, and tell only of the last one leaving', async () => {
    const ann = open({ userId: 'ann' });
    const room = (await joined(ann, 'presence-a')) as PresenceChannel;
    const told = [heard(room, 'pusher:member_added'), heard(room, 'pusher:member_removed')];
    const bobs = [open({ userId: 'bob' }), open({ userId: 'bob' })];
    for (const bob of bobs) await joined(bob, 'presence-a');
    await settle(ann);
    expect([room.members.count, told[0]?.length]).toEqual([2, 1]);
    bobs[0]!.unsubscribe('presence-a');
    await settle(bobs[0]!);
    await settle(ann);
    expect(told[1]).toEqual([]);
    const gone = next(room, 'pusher:member_removed');
    bobs[1]!.disconnect();
    await gone;
    expect(room.members.count).toBe(1);
  });
});

describe('client events', () => {
  it('go to the others on a private channel, and not back', async () => {
    const [sender, receiver] = await Promise.all([open(), open()].map((client) => joined(client, 'private-a')));
    const echo = heard(sender!, 'client-typing');
    const came = next(receiver!, 'client-typing');
    sender!.trigger('client-typing', { on: true });
    expect(await came).toEqual({ on: true });
    await settle(clients[0]!);
    expect(echo).toEqual([]);
  });

  it('say on a presence channel whose they are', async () => {
    const sender = await joined(open({ userId: 'ann' }), 'presence-a');
    const receiver = await joined(open({ userId: 'bob' }), 'presence-a');
    const came = new Promise((resolve) =>
      receiver.bind('client-wave', (data: unknown, { user_id }: { user_id: string }) => resolve([data, user_id])),
    );
    sender.trigger('client-wave', { hand: 'left' });
    expect(await came).toEqual([{ hand: 'left' }, 'ann']);
  });

  it('are refused on a public channel', async () => {
    const client = open();
    const channel = await joined(client, 'a');
    const error = errorOf(client);
    channel.trigger('client-typing', {});
    expect(codeOf(await error)).toBeNull();
  });

  it('are refused with 4301 above ten a second', async () => {
    const client = open();
    const [sender, receiver] = [await joined(client, 'private-a'), await joined(open(), 'private-a')];
    const came = heard(receiver, 'client-x');
    const error = errorOf(client);
    for (let index = 0; index < 30; index++) sender.trigger('client-x', index);
    expect(codeOf(await error)).toBe(4301);
    await settle(client);
    await settle(clients[1]!);
    expect(came.length).toBeGreaterThanOrEqual(10);
    expect(came.length).toBeLessThan(15);
  });

  it('above 256 kB end the socket, which comes back', async () => {
    const client = open();
    const channel = await joined(client, 'private-a');
    const before = client.connection.socket_id;
    channel.trigger('client-big', 'x'.repeat(300_000));
    await vi.waitFor(() => expect(client.connection.socket_id).not.toBe(before), looks);
  });
});

it('nothing is left behind when the last client goes', async () => {
  const client = open();
  await joined(client, 'presence-a');
  client.disconnect();
  await vi.waitFor(() => expect(hub.connectionCount).toBe(0), looks);
  expect(hub.publish('presence-a', 'update', 1)).toBe(0);
});
