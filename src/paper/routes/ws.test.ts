import Pusher from 'pusher-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { allStreams } from '../../protocol/stream-list.ts';
import { paperUserId } from '../account/wallets.ts';
import { RawClient } from '../pusher/raw-client.fixture.ts';
import { authorise, keyIdOf, type NotesService, startNotes } from '../service/service-shell.fixture.ts';

const mint = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const swaps = { stream: 'svm.token.swaps', filter: { tokenAddress: mint } };
const notifications = { stream: 'portfolio.notifications', filter: {} };

interface Session {
  readonly connection: { wsHost: string; wsPort: number; appKey: string; forceTls: boolean; authEndpoint: string };
  readonly subscriptions: { stream: string; channel: string; event: string; visibility: string }[];
}

let service: NotesService;
const clients: { close(): void }[] = [];
beforeAll(async () => {
  service = await startNotes();
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => service.close());

async function session(subscriptions: unknown[], key = service.apiKey): Promise<Session> {
  const { status, body } = await service.call('POST', '/api/v2/ws/session', { key, json: { subscriptions } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as Session;
}

async function openSocket(key = service.apiKey) {
  const { connection, subscriptions } = await session([swaps, notifications], key);
  const client = new RawClient(service.baseUrl, `/app/${connection.appKey}?protocol=7`);
  clients.push(client);
  const socketId = await client.greeting();
  return { client, socketId, publicChannel: subscriptions[0]!.channel, presenceChannel: subscriptions[1]!.channel };
}

describe('session', () => {
  it('says where the socket is and resolves each subscription in the order asked', async () => {
    const other = { ...swaps, filter: { tokenAddress: 'So11111111111111111111111111111111111111112' } };
    const { connection, subscriptions } = await session([swaps, other, notifications]);
    const port = Number(new URL(service.baseUrl).port);
    expect(connection).toMatchObject({ wsHost: '127.0.0.1', wsPort: port, forceTls: false });
    expect(subscriptions.map(({ channel }) => channel)).toEqual([
      `svm-token-swaps;${mint}`,
      'svm-token-swaps;So11111111111111111111111111111111111111112',
      `presence-portfolio-notifications;${paperUserId}`,
    ]);
    expect(subscriptions.map(({ visibility }) => visibility)).toEqual(['public', 'public', 'presence']);
    expect(new Set(subscriptions.map(({ event }) => event))).toEqual(new Set(['update']));
  });

  it('keeps the spelling of an alias', async () => {
    const { subscriptions } = await session([{ stream: 'alpha.signalFeed.global', filter: {} }]);
    expect(subscriptions[0]).toMatchObject({ stream: 'alpha.signalFeed.global', channel: 'alpha-signalFeedGlobal' });
  });

  it('gives the channel of an EVM token whatever the case of its address', async () => {
    const of = (tokenAddress: string) => ({ stream: 'evm.token.swaps', filter: { chainId: '8453', tokenAddress } });
    const { subscriptions } = await session([of('0xABCDEF'), of('0xabcdef')]);
    expect(subscriptions[0]!.channel).toBe(subscriptions[1]!.channel);
  });

  it.each([
    ['an unknown stream', { stream: 'svm.token.nothing', filter: {} }, 'svm.token.swaps'],
    ['a missing filter', { stream: 'svm.token.swaps', filter: {} }, 'tokenAddress'],
    ['an unknown filter', { stream: 'svm.token.swaps', filter: { mint } }, 'tokenAddress'],
    ['a value that no channel may have', { ...swaps, filter: { tokenAddress: 'a b' } }, 'filter'],
    ['a value that holds the separator', { ...swaps, filter: { tokenAddress: 'a;b' } }, 'filter'],
    ['a value that is too long', { ...swaps, filter: { tokenAddress: 'a'.repeat(160) } }, 'filter'],
  ])('answers 400 to %s and names what is allowed', async (_what, wanted, named) => {
    const { status, body } = await service.call('POST', '/api/v2/ws/session', { json: { subscriptions: [wanted] } });
    expect([status, body.error?.code]).toEqual([400, 'INVALID_PARAMS']);
    expect(body.error?.message).toContain(named);
  });
});

describe('catalog', () => {
  it('lists every stream, each of which a session resolves', async () => {
    const { body } = await service.call('GET', '/api/v2/ws/streams');
    const { streams } = body.data as { streams: { id: string; filters: { name: string }[] }[] };
    expect(streams.map(({ id }) => id)).toEqual(allStreams.map(({ id }) => id));
    const wanted = streams.map(({ id, filters }) => ({
      stream: id,
      filter: Object.fromEntries(filters.map(({ name }) => [name, 'x1'])),
    }));
    const { subscriptions } = await session(wanted);
    expect(new Set(subscriptions.map(({ channel }) => channel)).size).toBe(streams.length);
  });
});

describe('channel authorisation', () => {
  it('takes a form and no JSON, and gives the token inside the envelope and beside it', async () => {
    const { client, socketId, presenceChannel } = await openSocket();
    const { status, body } = await authorise(service, socketId, presenceChannel);
    expect(status).toBe(200);
    const data = body.data as { auth: string; channel_data: string };
    expect(body).toMatchObject(data);
    const json = { socket_id: socketId, channel_name: presenceChannel };
    expect((await service.call('POST', '/api/v2/ws/auth', { json })).status).toBe(415);

    client.send('pusher:subscribe', { channel: presenceChannel, ...data });
    const answer = await client.next();
    expect(answer.event).toBe('pusher_internal:subscription_succeeded');
    expect(answer.data).toMatchObject({ presence: { count: 1, ids: [paperUserId] } });
  });

  it.each([
    ["another user's channel", 'presence-portfolio-notifications;usr_other'],
    ['a channel without a user', 'presence-portfolio-notifications'],
    ['a private channel', `private-x;${paperUserId}`],
    ['a public channel', `svm-token-swaps;${mint}`],
  ])('answers 403 for %s', async (_what, channel) => {
    const { socketId } = await openSocket();
    expect((await authorise(service, socketId, channel)).status).toBe(403);
  });

  it("answers 403 for a socket that is closed, made up, or another key's", async () => {
    const { client, socketId, presenceChannel } = await openSocket();
    expect((await authorise(service, '1.1', presenceChannel)).status).toBe(403);
    expect((await authorise(service, socketId, presenceChannel, { key: service.keys.limited })).status).toBe(403);
    const next = await openSocket();
    client.close();
    await client.closed;
    await next.client.settle();
    expect((await authorise(service, socketId, presenceChannel)).status).toBe(403);
  });

  it('answers 401 without a key, and 400 without a socket', async () => {
    const { socketId, presenceChannel } = await openSocket();
    expect((await authorise(service, socketId, presenceChannel, { key: null })).status).toBe(401);
    expect((await authorise(service, '', presenceChannel)).status).toBe(400);
  });
});

describe('events', () => {
  it('reach the channel that the session named, and no other', async () => {
    const { client, publicChannel } = await openSocket();
    client.send('pusher:subscribe', { channel: publicChannel });
    await client.next();
    const { bus } = service.world.options;
    bus.publish({ stream: 'svm.token.swaps', filter: { tokenAddress: 'another' }, data: { priceUsd: '1' } });
    bus.publish({ stream: 'svm.token.swaps', filter: { tokenAddress: mint }, data: { priceUsd: '2' } });
    expect(await client.next()).toEqual({ event: 'update', channel: publicChannel, data: { priceUsd: '2' } });
    expect(await client.settle()).toEqual([]);
  });

  it('of a user go to that user alone', async () => {
    const { client, socketId, presenceChannel } = await openSocket();
    const { body } = await authorise(service, socketId, presenceChannel);
    client.send('pusher:subscribe', { channel: presenceChannel, ...(body.data as object) });
    await client.next();
    const poke = (userId: string) => ({
      stream: 'portfolio.notifications',
      filter: {},
      userId,
      data: { type: 'swap' },
    });
    service.world.options.bus.publish(poke('usr_other'));
    service.world.options.bus.publish(poke(paperUserId));
    expect((await client.next()).data).toEqual({ type: 'swap' });
    expect(await client.settle()).toEqual([]);
  });
});

describe('admin', () => {
  it('revoking a key ends its calls with 401 and its sockets with 4009, and leaves the others', async () => {
    const key = service.keys.limited;
    const [theirs, ours] = [await openSocket(key), await openSocket()];
    const { body } = await service.call('POST', `/paper/admin/keys/${keyIdOf(key)}/revoke`);
    expect(body.data).toEqual({ keyId: keyIdOf(key), closedSockets: 1 });
    expect((await theirs.client.closed).code).toBe(4009);
    expect((await service.call('GET', '/api/v2/notes', { key })).status).toBe(401);
    expect((await authorise(service, ours.socketId, ours.presenceChannel)).status).toBe(200);
    expect(await ours.client.settle()).toEqual([]);
  });

  it('closes every socket with the code that is asked for', async () => {
    const [one, other] = [await openSocket(), await openSocket(service.keys.readOnly)];
    const { body } = await service.call('POST', '/paper/admin/sockets/close', {
      json: { code: 4200, reason: 'again' },
    });
    expect(body.data).toEqual({ closedSockets: 2 });
    expect(await one.client.closed).toEqual({ code: 4200, reason: 'again' });
    expect((await other.client.closed).code).toBe(4200);
  });

  it.each([
    ['/paper/admin/sockets/close', { code: 4200 }],
    ['/paper/admin/keys/x/revoke', undefined],
    ['/paper/admin/keys/x/scopes', { scopes: [] }],
  ])('%s is for the full key alone', async (path, json) => {
    const key = service.keys.readOnly;
    expect((await service.call('POST', path, { key, json })).status).toBe(403);
  });

  it('refuses codes that no close frame may carry, and unknown keys', async () => {
    expect((await service.call('POST', '/paper/admin/sockets/close', { json: { code: 1006 } })).status).toBe(400);
    expect((await service.call('POST', '/paper/admin/keys/nobody/revoke')).status).toBe(404);
    const json = { scopes: null };
    expect((await service.call('POST', '/paper/admin/keys/nobody/scopes', { json })).status).toBe(404);
  });
});

describe('the published Pusher client', () => {
  it('connects, joins a public and a presence channel, and receives', async () => {
    const { connection, subscriptions } = await session([swaps, notifications]);
    const client = new Pusher(connection.appKey, {
      cluster: '',
      wsHost: connection.wsHost,
      wsPort: connection.wsPort,
      forceTLS: false,
      enabledTransports: ['ws'],
      disableStats: true,
      channelAuthorization: {
        transport: 'ajax',
        endpoint: connection.authEndpoint,
        headers: { authorization: `Bearer ${service.apiKey}` },
      },
    });
    clients.push({ close: () => client.disconnect() });
    const happened = (channel: ReturnType<typeof client.subscribe>, event: string) =>
      new Promise<unknown>((resolve) => channel.bind(event, resolve));
    const [publicOne, presence] = subscriptions.map(({ channel }) => client.subscribe(channel));
    const [, members] = await Promise.all([
      happened(publicOne!, 'pusher:subscription_succeeded'),
      happened(presence!, 'pusher:subscription_succeeded'),
    ]);
    expect((members as { count: number }).count).toBe(1);
    const received = [happened(publicOne!, 'update'), happened(presence!, 'update')];
    const { bus } = service.world.options;
    bus.publish({ stream: swaps.stream, filter: swaps.filter, data: { priceUsd: '3' } });
    bus.publish({ stream: notifications.stream, filter: {}, userId: paperUserId, data: { type: 'swap' } });
    expect(await Promise.all(received)).toEqual([{ priceUsd: '3' }, { type: 'swap' }]);
  });
});
