import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { paperUserId } from '../account/wallets.ts';
import { authorise, callService, type NotesService, startNotes } from '../service/service-shell.fixture.ts';
import { ClusterPublisher } from './cluster-publisher.ts';
import { type PublishTarget, PublishTargetError, readPublishTarget } from './publish-target.ts';
import { RawClient } from './raw-client.fixture.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(...options: Parameters<typeof startNotes>): Promise<NotesService> {
  const service = await startNotes(...options);
  closers.push(() => service.close());
  return service;
}

async function targetOf(service: NotesService, secret?: string): Promise<PublishTarget> {
  const { body } = await callService(service, 'GET', '/paper/admin/cluster');
  const { appId, appKey, appSecret } = body.data as Record<string, string>;
  return readPublishTarget(service.baseUrl.replace('//', `//${appKey}@`).concat(`/apps/${appId}`), secret ?? appSecret);
}

async function openSocket({ connection }: { connection: { wsHost: string; wsPort: number; appKey: string } }) {
  const client = new RawClient(
    `http://${connection.wsHost}:${connection.wsPort}`,
    `/app/${connection.appKey}?protocol=7`,
  );
  closers.push(() => client.close());
  return { client, socketId: await client.greeting() };
}

const mint = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const swap = (sizeSol: string) => ({
  stream: 'svm.token.swaps',
  filter: { tokenAddress: mint },
  data: { sizeSol },
});
const subscriptions = [
  { stream: 'svm.token.swaps', filter: { tokenAddress: mint } },
  { stream: 'portfolio.notifications', filter: {} },
];

describe('one paper service on the hub of another', () => {
  it('sends its clients there, signs for them, and its events reach them in order', async () => {
    const hub = await start();
    const publisher = await start({ publishTo: await targetOf(hub), seed: 11 });
    const { body } = await publisher.call('POST', '/api/v2/ws/session', { json: { subscriptions } });
    const session = body.data as {
      connection: { wsHost: string; wsPort: number; appKey: string; forceTls: boolean };
      subscriptions: { channel: string }[];
    };
    expect(session.connection).toMatchObject({ wsPort: Number(new URL(hub.baseUrl).port), forceTls: false });
    const { client, socketId } = await openSocket(session);
    const [swaps, notifications] = session.subscriptions.map(({ channel }) => channel);
    client.send('pusher:subscribe', { channel: swaps });
    await client.next();
    const auth = await authorise(publisher, socketId, notifications ?? '');
    client.send('pusher:subscribe', { channel: notifications, ...(auth.body.data as object) });
    expect((await client.next()).event).toBe('pusher_internal:subscription_succeeded');

    const { bus } = publisher.world.options;
    for (let index = 0; index < 35; index++) bus.publish(swap(String(index)));
    bus.publish({ stream: 'portfolio.notifications', filter: {}, userId: paperUserId, data: { type: 'swap' } });
    // The hub's own market has channels of the same names, apart from these.
    hub.world.options.bus.publish(swap('not this one'));
    const frames = [];
    for (let index = 0; index < 36; index++) frames.push(await client.next());
    const sizes = frames.filter(({ channel }) => channel === swaps).map(({ data }) => data);
    expect(sizes).toEqual(Array.from({ length: 35 }, (_, index) => ({ sizeSol: String(index) })));
    expect(frames.filter(({ channel }) => channel === notifications)).toHaveLength(1);
  });

  it('refuses to sign for what is no socket id, and for the channel of another user', async () => {
    const hub = await start();
    const publisher = await start({ publishTo: await targetOf(hub) });
    expect((await authorise(publisher, '1.1:presence-x;usr', `presence-x;${paperUserId}`)).status).toBe(403);
    expect((await authorise(publisher, '1.1', 'presence-portfolio-notifications;usr_other')).status).toBe(403);
  });
});

describe('the publishing API of the hub', () => {
  it('takes nothing that the secret did not sign', async () => {
    const hub = await start();
    const { default: Pusher } = await import('pusher');
    const good = await targetOf(hub);
    const client = (changed: Partial<PublishTarget>) => {
      const { appId, appKey: key, appSecret: secret, host, port } = { ...good, ...changed };
      return new Pusher({ appId, key, secret, host, port: String(port), useTLS: false });
    };
    const statusOf = (send: Promise<{ status: number }>) =>
      send.then(({ status }) => status).catch((error: { status: number }) => error.status);
    expect(await statusOf(client({}).trigger(['a', 'b'], 'update', { x: 1 }))).toBe(200);
    expect(await statusOf(client({ appSecret: 'wrong' }).trigger('a', 'update', {}))).toBe(401);
    expect(await statusOf(client({ appKey: 'other' }).trigger('a', 'update', {}))).toBe(401);
    expect(await statusOf(client({ appId: 'other' }).trigger('a', 'update', {}))).toBe(404);
    const batch = (count: number) => Array.from({ length: count }, () => ({ channel: 'a', name: 'update', data: '1' }));
    expect(await statusOf(client({}).triggerBatch(batch(10)))).toBe(200);
    expect(await statusOf(client({}).triggerBatch(batch(11)))).toBe(400);
    const unsigned = await fetch(`${hub.baseUrl}/apps/${good.appId}/events`, { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(401);
  });
});

/** A cluster that answers every batch with `status`, and says how many events each held. */
async function fakeCluster(status: () => number) {
  const batches: number[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      batches.push((JSON.parse(text) as { batch: unknown[] }).batch.length);
      response.writeHead(status()).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { batches, target: readPublishTarget(`http://key@127.0.0.1:${port}/apps/1`, 'hidden-secret') };
}

describe('ClusterPublisher', () => {
  it('sends ten at a time, drops what is refused, and says once that it fails and once that it works again', async () => {
    let status = 503;
    const { batches, target } = await fakeCluster(() => status);
    const notices: string[] = [];
    const publisher = new ClusterPublisher({ target, onNotice: (message) => notices.push(message) });
    for (let index = 0; index < 25; index++) publisher.publish('a', 'update', index);
    await publisher.close();
    expect(batches).toEqual([10, 10, 5]);
    expect(publisher.counts).toEqual({ sent: 0, dropped: 25, queued: 0 });
    status = 200;
    publisher.publish('a', 'update', 25);
    await publisher.close();
    expect(publisher.counts).toEqual({ sent: 1, dropped: 25, queued: 0 });
    expect(notices).toEqual([expect.stringContaining('answered 503'), expect.stringContaining('25 were dropped')]);
    expect(notices.join()).not.toContain('hidden-secret');
  });

  it('holds no more than it is allowed to, and lets the oldest go', async () => {
    const { target } = await fakeCluster(() => 200);
    const publisher = new ClusterPublisher({ target, onNotice: () => {}, maxQueued: 40 });
    for (let index = 0; index < 30; index++) publisher.publish('a', 'update', index);
    expect(publisher.counts).toEqual({ sent: 0, dropped: 20, queued: 10 });
    await publisher.close();
    expect(publisher.counts).toEqual({ sent: 10, dropped: 20, queued: 0 });
  });

  it('survives a cluster that is not there', async () => {
    const { target } = await fakeCluster(() => 200);
    await closers.pop()?.();
    const notices: string[] = [];
    const publisher = new ClusterPublisher({ target, onNotice: (message) => notices.push(message) });
    publisher.publish('a', 'update', 1);
    await publisher.close();
    expect(publisher.counts.dropped).toBe(1);
    expect(notices).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });
});

describe('readPublishTarget', () => {
  it('reads key, secret, place and app; the environment’s secret goes first', () => {
    const target = readPublishTarget('https://k:from-url@soketi.example:6001/apps/app-1', 'from-env');
    expect(target).toEqual({
      appId: 'app-1',
      appKey: 'k',
      appSecret: 'from-env',
      host: 'soketi.example',
      port: 6001,
      isTls: true,
      wsHost: 'soketi.example',
    });
    expect(readPublishTarget('https://k:from-url@h/apps/1', undefined)).toMatchObject({
      appSecret: 'from-url',
      port: 443,
    });
    expect(readPublishTarget('https://k:s@api-eu.pusher.com/apps/1', '').wsHost).toBe('ws-eu.pusher.com');
  });

  it.each([
    'nonsense',
    'https://h/apps/1',
    'https://k:very-secret@h',
    'http://k:very-secret@h.example/apps/1',
    'ftp://k:very-secret@localhost/apps/1',
    'https://k@h/apps/1',
  ])('refuses %s, and repeats no secret', (address) => {
    expect(() => readPublishTarget(address, undefined)).toThrow(PublishTargetError);
    expect(() => readPublishTarget(address, undefined)).not.toThrow(/very-secret/);
  });
});
