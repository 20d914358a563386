import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { systemClock } from '../../platform/time/clock.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { svmTokenSwaps } from '../../protocol/streams/svm.ts';
import { portfolioNotifications } from '../../protocol/streams/user.ts';
import { createApiClient } from '../http/api-client.ts';
import { createStreamManager } from './stream-manager.ts';
import type { StreamGap } from './stream-model.ts';

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** HTTP and WebSocket on one port of loopback, as a service has them. */
async function serve() {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const isAuth = request.url === '/api/v2/ws/auth';
      const data = isAuth
        ? { auth: `k:${new URLSearchParams(body).get('socket_id')}`, channel_data: '{"user_id":"u"}' }
        : session(JSON.parse(body));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, requestId: 'r' }));
    });
  });
  const session = ({ subscriptions }: { subscriptions: { stream: string }[] }) => ({
    connection: { wsHost: '127.0.0.1', wsPort: port(), appKey: 'app', forceTls: false },
    subscriptions: subscriptions.map(({ stream }, index) => {
      const isPresence = stream.startsWith('portfolio');
      return {
        stream,
        channel: `${isPresence ? 'presence' : 'public'}-${index}`,
        event: 'update',
        visibility: isPresence ? 'presence' : 'public',
      };
    }),
  });
  const port = () => (server.address() as AddressInfo).port;
  const peers: WebSocket[] = [];
  const subscriptions: { socketId: string; channel: string; auth?: string }[] = [];
  const wss = new WebSocketServer({ server });
  wss.on('connection', (peer) => {
    const socketId = `${peers.push(peer)}.1`;
    const send = (frame: unknown) => peer.send(JSON.stringify(frame));
    send({
      event: 'pusher:connection_established',
      data: JSON.stringify({ socket_id: socketId, activity_timeout: 120 }),
    });
    peer.on('message', (text) => {
      const { event, data } = JSON.parse(String(text)) as { event: string; data: { channel: string; auth?: string } };
      if (event !== 'pusher:subscribe') return;
      subscriptions.push({ socketId, ...data });
      send({ event: 'pusher_internal:subscription_succeeded', channel: data.channel, data: '{}' });
      if (data.channel.startsWith('public'))
        send({ event: 'update', channel: data.channel, data: JSON.stringify(swap) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(async () => {
    for (const peer of peers) peer.terminate();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { baseUrl: `http://127.0.0.1:${port()}`, peers, subscriptions };
}

const swap = {
  tokenMint: 'A',
  signature: 's',
  slot: 1,
  blockTime: 1,
  isBuy: true,
  sizeSol: '1',
  sizeUsd: '1',
  priceUsd: '1',
  priceSol: '1',
};

test('over a real socket: events arrive, and after a drop the same channels are subscribed with new tokens', async () => {
  const { baseUrl, peers, subscriptions } = await serve();
  const shared = { baseUrl, clock: systemClock, random: seededRandom(1) };
  const client = createApiClient({ ...shared, apiKey: 'sk_k_s' });
  const manager = createStreamManager({ ...shared, client });
  ends.push(() => manager.stop());
  const heard: unknown[] = [];
  const first = Promise.withResolvers<void>();
  const gap = Promise.withResolvers<StreamGap>();
  manager.onGap(gap.resolve);
  const states: string[] = [];
  const onLive = (state: string) => {
    states.push(state);
    if (states.filter((one) => one === 'live').length === 2) first.resolve();
  };
  manager.subscribe(svmTokenSwaps, { tokenAddress: 'A' }, { onEvent: (data) => heard.push(data), onState: onLive });
  manager.subscribe(portfolioNotifications, {}, { onEvent: () => {}, onState: onLive });
  manager.start();
  await first.promise;
  expect(manager.status()).toMatchObject({ state: 'connected', latencyMs: expect.any(Number) });
  peers[0]!.close(4_200, 'please come back');
  expect(await gap.promise).toMatchObject({ reason: expect.stringMatching(/4200.*please come back/) });
  expect(heard.length).toBeGreaterThanOrEqual(1);
  expect(subscriptions.map(({ socketId, channel, auth }) => [socketId, channel, auth])).toEqual([
    ['1.1', 'public-0', undefined],
    ['1.1', 'presence-1', 'k:1.1'],
    ['2.1', 'public-0', undefined],
    ['2.1', 'presence-1', 'k:2.1'],
  ]);
});
