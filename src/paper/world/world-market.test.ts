import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cases, seed } from '../../../test/run/cases.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { paperUserId } from '../account/wallets.ts';
import { channelName } from '../pusher/channel-name.ts';
import { RawClient } from '../pusher/raw-client.fixture.ts';
import { startPaperService } from '../service/service.ts';
import { authorise, callService } from '../service/service-shell.fixture.ts';
import { type PaperService, startShell } from '../service/service-shell.ts';
import { Bus, type StreamMessage } from './bus.ts';
import { World } from './world.ts';

const sol = 'So11111111111111111111111111111111111111112';
const jup = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const buySol = { chain: 'solana', walletId: 'wal_main', inputMint: usdc, outputMint: sol, amount: '5000000' };

let dir: string;
let clock: FakeClock;
let services: PaperService[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'paper-world-'));
  clock = new FakeClock();
  services = [];
});
afterEach(async () => {
  await Promise.all(services.map((service) => service.close()));
  rmSync(dir, { recursive: true, force: true });
});

async function start(stateDir: string | null = null): Promise<PaperService> {
  const service = await startPaperService({ seed: 21, speed: 1, stateDir, clock, random: seededRandom(8) });
  services.push(service);
  return service;
}

async function data<T>(service: PaperService, method: string, path: string, json?: unknown): Promise<T> {
  const { status, body } = await callService(service, method, path, { json });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as T;
}

describe('what the market tells its streams', () => {
  it('belongs to a stream of the catalog, has its shape, and finds a channel', () => {
    const seconds = cases(120, 600);
    const bus = new Bus();
    const messages: StreamMessage[] = [];
    bus.subscribe((message) => messages.push(message));
    const random = seededRandom(seed);
    const world = new World({ clock, random, bus, startMs: clock.now(), userId: paperUserId });
    for (let second = 1; second <= seconds; second++) world.advance(clock.now() + second * 1_000, 1_000);
    expect(messages.length).toBeGreaterThan(seconds);
    for (const { stream: id, filter, userId, data: payload } of messages) {
      const stream = allStreams.find((candidate) => candidate.id === id);
      expect(stream, id).toBeDefined();
      expect(stream!.payload.safeParse(payload).error, `${id} ${JSON.stringify(payload)}`).toBeUndefined();
      expect(userId === undefined, id).toBe(stream!.visibility === 'public');
      expect(channelName(stream!, filter, userId), id).not.toBeNull();
    }
    expect(new Set(messages.map(({ stream }) => stream)).size).toBeGreaterThan(4);
  });
});

describe('a price that is moved', () => {
  it('is where the perp stands with the next step, and where the crowd takes the pools', async () => {
    let world: World | undefined;
    const options = { seed: 21, speed: 1, stateDir: null, clock, random: seededRandom(8) };
    const service = await startShell(options, (parts) => {
      world = new World(parts);
      return world;
    });
    services.push(service);
    const markUsd = async (coin: string) =>
      Number((await data<{ ctx: { markPx: string } }>(service, 'GET', `/api/v2/perp/markets/${coin}`)).ctx.markPx);
    const poolUsd = async () =>
      Number((await data<{ priceUsd: number }>(service, 'GET', `/api/v2/tokens/solana:${jup}/price`)).priceUsd);
    const before = { jup: await markUsd('JUP'), eth: await markUsd('ETH'), pool: await poolUsd() };
    world?.movePrice('JUP', 1.5);
    await clock.advance(50);
    expect((await markUsd('JUP')) / before.jup).toBeCloseTo(1.5, 2);
    expect((await markUsd('ETH')) / before.eth).toBeCloseTo(1, 2);
    await clock.advance(60_000);
    expect((await poolUsd()) / before.pool).toBeCloseTo(1.5, 1);
    expect(() => world?.movePrice('NONE', 2)).toThrow(RangeError);
  });
});

describe('a swap over HTTP', () => {
  it('settles as the clock runs, moves the balances and pokes the presence channel', async () => {
    const service = await start();
    const session = await data<{
      connection: { appKey: string };
      subscriptions: { channel: string }[];
    }>(service, 'POST', '/api/v2/ws/session', {
      subscriptions: [
        { stream: 'svm.token.swaps', filter: { tokenAddress: sol } },
        { stream: 'portfolio.notifications', filter: {} },
      ],
    });
    const client = new RawClient(service.baseUrl, `/app/${session.connection.appKey}?protocol=7`);
    const socketId = await client.greeting();
    const channel = session.subscriptions[1]!.channel;
    const token = await authorise(service, socketId, channel);
    client.send('pusher:subscribe', { channel, ...(token.body.data as object) });
    expect((await client.next()).event).toBe('pusher_internal:subscription_succeeded');

    const { taskId, status } = await data<{ taskId: string; status: string }>(
      service,
      'POST',
      '/api/v2/swap/execute',
      buySol,
    );
    expect(status).toBe('submitted');
    await clock.advance(5_000);
    const task = await data<{ status: string; txHash: string }>(service, 'GET', `/api/v2/tasks/${taskId}`);
    expect(task.status).toBe('success');
    const pokes = (await client.settle()).filter((frame) => (frame.data as { taskId?: string }).taskId === taskId);
    expect(pokes.length).toBeGreaterThan(0);
    expect(pokes[0]).toMatchObject({ event: 'update', channel, data: { type: 'swap', userId: paperUserId } });
    client.close();
    await client.closed;
  });

  it('is finished by the next service when the first one is killed in the middle', async () => {
    const first = await start(dir);
    const { taskId } = await data<{ taskId: string }>(first, 'POST', '/api/v2/swap/execute', buySol);
    const before = await data(first, 'GET', '/api/v2/portfolio/history');
    await first.close();
    const again = await start(dir);
    expect(again.keys).toEqual(first.keys);
    expect(await data(again, 'GET', '/api/v2/portfolio/history')).toEqual(before);
    await clock.advance(5_000);
    expect(await data(again, 'GET', `/api/v2/tasks/${taskId}`)).toMatchObject({ status: 'success' });
  });
});

describe('a kept account', () => {
  it('stands as it was left', async () => {
    const paths = [
      '/api/v2/perp/positions',
      '/api/v2/perp/orders',
      '/api/v2/trigger/orders',
      '/api/v2/wallet-groups',
      '/api/v2/account/settings',
      '/api/v2/portfolio/positions',
    ];
    const first = await start(dir);
    await clock.advance(3_000);
    await data(first, 'POST', '/api/v2/perp/position/close', { walletId: 'wal_perp', coin: 'BTC', percentage: 50 });
    await data(first, 'POST', '/api/v2/wallet-groups', { name: 'snipers' });
    const read = (service: PaperService) => Promise.all(paths.map((path) => data(service, 'GET', path)));
    const before = await read(first);
    await first.close();
    expect(await read(await start(dir))).toEqual(before);
  });
});
