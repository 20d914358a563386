import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { type Listening, listen } from '../http/listen.ts';
import type { PusherApp } from './client-session.ts';
import { PusherHub } from './pusher-hub.ts';
import { RawClient } from './raw-client.fixture.ts';
import { sign } from './signature.ts';

const app: PusherApp = { keyId: 'k1', appKey: 'appkey', appSecret: 'appsecret' };
let clock: FakeClock;
let hub: PusherHub;
let server: Listening;
let clients: RawClient[];

beforeEach(async () => {
  clock = new FakeClock();
  clients = [];
  hub = new PusherHub({
    clock,
    random: seededRandom(3),
    findApp: (key) => (key === app.appKey ? app : null),
    activityTimeoutS: 30,
    maxConnections: 3,
  });
  server = await listen({ app: async () => ({ status: 404, headers: {}, body: '' }), hub, port: 0 });
});
afterEach(() => server.close());

function open(path = `/app/${app.appKey}?protocol=7`, headers?: Record<string, string>): RawClient {
  const client = new RawClient(`http://127.0.0.1:${server.port}`, path, headers);
  clients.push(client);
  return client;
}

const subscribe = (client: RawClient, channel: string) => client.send('pusher:subscribe', { channel });

async function joinPresence(client: RawClient, socketId: string, channel: string, userId: string) {
  const channelData = JSON.stringify({ user_id: userId, user_info: { name: userId } });
  const auth = `${app.appKey}:${sign({ socketId, channel, channelData }, app.appSecret)}`;
  client.send('pusher:subscribe', { channel, auth, channel_data: channelData });
  return client.next();
}

describe('connecting', () => {
  it('greets with a socket id of its own and the activity timeout', async () => {
    const [first, second] = [open(), open()];
    const { event, data } = await first.next();
    expect(event).toBe('pusher:connection_established');
    expect(data).toEqual({ socket_id: expect.stringMatching(/^\d+\.\d+$/), activity_timeout: 30 });
    expect(await second.greeting()).not.toBe((data as { socket_id: string }).socket_id);
    expect(hub.appOf((data as { socket_id: string }).socket_id)).toBe(app);
    expect(hub.appOf('1.1')).toBeNull();
  });

  it.each([
    ['an unknown app', '/app/other?protocol=7', 4001],
    ['no protocol', `/app/${app.appKey}`, 4008],
    ['a protocol that is no number', `/app/${app.appKey}?protocol=x`, 4006],
    ['a protocol of the future', `/app/${app.appKey}?protocol=8`, 4007],
  ])('refuses %s with its code', async (_what, path, code) => {
    const client = open(path);
    expect(await client.next()).toEqual({ event: 'pusher:error', data: { code, message: expect.any(String) } });
    expect((await client.closed).code).toBe(code);
  });

  it('refuses a connection too many with 4100, and takes one again when one left', async () => {
    for (const client of [open(), open(), open()]) await client.greeting();
    expect((await open().closed).code).toBe(4100);
    clients[0]!.close();
    await clients[0]!.closed;
    expect(await open().greeting()).toBeTruthy();
  });

  it('refuses other paths and pages of other sites before any handshake', async () => {
    expect((await open('/other').closed).code).toBe(1006);
    expect((await open(undefined, { origin: 'https://evil.example' }).closed).code).toBe(1006);
    expect(hub.connectionCount).toBe(0);
  });
});

describe('public channels', () => {
  it('sends an event to those who listen, until they leave', async () => {
    const [one, other] = [open(), open()];
    await Promise.all([one.greeting(), other.greeting()]);
    subscribe(one, 'swaps;abc');
    expect(await one.next()).toEqual({
      event: 'pusher_internal:subscription_succeeded',
      channel: 'swaps;abc',
      data: {},
    });
    expect(hub.publish('swaps;abc', 'update', { priceUsd: '1.5' })).toBe(1);
    expect(await one.next()).toEqual({ event: 'update', channel: 'swaps;abc', data: { priceUsd: '1.5' } });
    expect(await other.settle()).toEqual([]);

    one.send('pusher:unsubscribe', { channel: 'swaps;abc' });
    await one.settle();
    expect(hub.publish('swaps;abc', 'update', {})).toBe(0);
  });

  it('carries data as JSON text inside the frame, as protocol 7 does', async () => {
    const client = open();
    await client.greeting();
    subscribe(client, 'a');
    await client.next();
    const raw = new Promise((resolve) => {
      client.onRaw = resolve;
    });
    hub.publish('a', 'update', { x: 1 });
    expect(await raw).toBe('{"event":"update","channel":"a","data":"{\\"x\\":1}"}');
  });

  it('says so when a channel is subscribed twice, and sends events once', async () => {
    const client = open();
    await client.greeting();
    subscribe(client, 'a');
    await client.next();
    subscribe(client, 'a');
    expect((await client.next()).event).toBe('pusher:error');
    hub.publish('a', 'update', 1);
    expect(await client.settle()).toHaveLength(1);
  });

  it.each(['', 'a b', 'ä', 'x'.repeat(165), 'a/b'])('refuses the name %j', async (channel) => {
    const client = open();
    await client.greeting();
    subscribe(client, channel);
    const { event, data } = await client.next();
    expect([event, (data as { status: number }).status]).toEqual(['pusher:subscription_error', 400]);
  });

  it('forgets the channels of a socket that closed', async () => {
    const client = open();
    await client.greeting();
    subscribe(client, 'a');
    await client.next();
    client.close();
    await client.closed;
    expect(hub.publish('a', 'update', 1)).toBe(0);
    expect(clock.pending).toBe(0);
  });
});

describe('private and presence channels', () => {
  it.each([
    ['no signature', {}],
    ['a wrong one', { auth: `${app.appKey}:00` }],
    ['one that is no text', { auth: { toString: 1 } }],
  ])('refuses %s with 401', async (_what, extra) => {
    const client = open();
    await client.greeting();
    client.send('pusher:subscribe', { channel: 'private-a', ...extra });
    const { event, channel, data } = await client.next();
    expect([event, channel, (data as { status: number }).status]).toEqual([
      'pusher:subscription_error',
      'private-a',
      401,
    ]);
  });

  it('takes a signed private channel', async () => {
    const client = open();
    const socketId = await client.greeting();
    const auth = `${app.appKey}:${sign({ socketId, channel: 'private-a' }, app.appSecret)}`;
    client.send('pusher:subscribe', { channel: 'private-a', auth });
    expect((await client.next()).event).toBe('pusher_internal:subscription_succeeded');
  });

  it('refuses a presence channel whose member has no id', async () => {
    const client = open();
    const socketId = await client.greeting();
    const signed = { socketId, channel: 'presence-a', channelData: '{"user_info":1}' };
    const auth = `${app.appKey}:${sign(signed, app.appSecret)}`;
    client.send('pusher:subscribe', { channel: 'presence-a', auth, channel_data: signed.channelData });
    expect((await client.next()).event).toBe('pusher:subscription_error');
  });

  it('tells who is there, who comes and who goes, a user on two sockets once', async () => {
    const channel = 'presence-room';
    const [ann, bob, bobAgain] = [open(), open(), open()];
    const ids = await Promise.all([ann.greeting(), bob.greeting(), bobAgain.greeting()]);
    await joinPresence(ann, ids[0]!, channel, 'ann');

    const { data } = await joinPresence(bob, ids[1]!, channel, 'bob');
    const hash = { ann: { name: 'ann' }, bob: { name: 'bob' } };
    expect(data).toEqual({ presence: { count: 2, ids: ['ann', 'bob'], hash } });
    const added = {
      event: 'pusher_internal:member_added',
      channel,
      data: { user_id: 'bob', user_info: { name: 'bob' } },
    };
    expect(await ann.settle()).toEqual([added]);

    expect((await joinPresence(bobAgain, ids[2]!, channel, 'bob')).data).toEqual({
      presence: { count: 2, ids: ['ann', 'bob'], hash },
    });
    bob.close();
    await bob.closed;
    expect(await ann.settle()).toEqual([]);
    bobAgain.send('pusher:unsubscribe', { channel });
    await bobAgain.settle();
    expect(await ann.settle()).toEqual([
      { event: 'pusher_internal:member_removed', channel, data: { user_id: 'bob' } },
    ]);
  });
});

describe('bad frames', () => {
  it.each(['{', '[]', 'null', '"x"', '{"event":1}', '{"data":{}}', Buffer.from('{"event":"pusher:ping"}')])(
    'answers %s with an error and goes on',
    async (frame) => {
      const client = open();
      await client.greeting();
      client.sendRaw(frame);
      expect((await client.next()).event).toBe('pusher:error');
      expect(await client.settle()).toEqual([]);
    },
  );

  it('ignores events that it does not know, and frames without a channel', async () => {
    const client = open();
    await client.greeting();
    client.send('pusher:signin', { auth: 'x' });
    client.send('pusher:subscribe', {});
    client.send('pusher:unsubscribe', { channel: 'never-joined' });
    client.sendRaw('{"event":"pusher:subscribe"}');
    expect(await client.settle()).toEqual([]);
  });

  it('ends a socket that sends more than 256 kB at once', async () => {
    const client = open();
    await client.greeting();
    client.sendRaw('x'.repeat(256 * 1024 + 1));
    expect((await client.closed).code).toBe(1009);
  });
});

describe('liveness', () => {
  it('asks a silent client for a sign of life, and closes with 4201 when none comes', async () => {
    const client = open();
    await client.greeting();
    await clock.advance(30_000);
    expect((await client.next()).event).toBe('pusher:ping');
    await clock.advance(30_000);
    expect((await client.closed).code).toBe(4201);
  });

  it('keeps a client that answers', async () => {
    const client = open();
    await client.greeting();
    for (let round = 0; round < 4; round++) {
      await clock.advance(30_000);
      expect((await client.next()).event).toBe('pusher:ping');
      client.send('pusher:pong', {});
      await client.settle();
    }
    expect(hub.connectionCount).toBe(1);
  });
});

describe('closing', () => {
  it('closes the sockets of one key, or all, with code and reason', async () => {
    const client = open();
    await client.greeting();
    expect(hub.closeSockets(4009, 'revoked', 'other')).toBe(0);
    expect(hub.closeSockets(4009, 'revoked', 'k1')).toBe(1);
    expect((await client.next()).data).toEqual({ code: 4009, message: 'revoked' });
    expect(await client.closed).toEqual({ code: 4009, reason: 'revoked' });
  });

  it('cuts off a reader that is too far behind', async () => {
    const client = open();
    await client.greeting();
    subscribe(client, 'a');
    await client.next();
    client.pause();
    const big = 'x'.repeat(200_000);
    for (let sent = 0; sent < 200 && hub.publish('a', 'update', big) > 0; sent++) await new Promise(setImmediate);
    client.resume();
    expect((await client.closed).code).toBe(1006);
  });
});
