import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ClusterPublisher } from '../../src/paper/pusher/cluster-publisher.ts';
import { startPaper } from '../driver/paper-process.ts';
import { type SessionStandIn, standInUserId, startStandIn } from './other-server/session-stand-in.ts';
import { findSoketi, freePort, type SoketiProcess, startSoketi } from './other-server/soketi-process.ts';
import { bothLive, openWatchedDesk, reconnected, soon, type WatchedDesk } from './other-server/watched-desk.ts';
import { plainCall } from './plain-call.ts';
import { baseAero, baseEth, jup } from './shapes.ts';

/* The stream manager, and the paper service's publisher, on a server of the Pusher protocol that we did not write. */

const install = findSoketi();
const swapChannel = `svm-token-swaps;${jup}`;
const pokeChannel = `presence-portfolio-notifications;${standInUserId}`;

let soketi: SoketiProcess;
let standIn: SessionStandIn;
const ends: (() => unknown)[] = [];

const swap = (sizeSol: string) => ({
  tokenMint: jup,
  signature: 'sig',
  slot: 1,
  blockTime: 1,
  isBuy: true,
  sizeSol,
  sizeUsd: '2',
  priceUsd: '3',
  priceSol: '4',
});
const sendSwap = (sizeSol: string) => soketi.api.trigger(swapChannel, 'update', swap(sizeSol));

/** Opens a desk that is closed after the test. */
function openDesk(baseUrl = standIn.baseUrl, apiKey = 'sk_k_s'): WatchedDesk {
  const desk = openWatchedDesk(baseUrl, apiKey);
  ends.push(() => desk.manager.stop());
  return desk;
}

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

if ('missing' in install)
  test.skip(`soketi: it is not installed here (${install.missing}); soketi-process.ts says what it needs`);
else
  describe('soketi', () => {
    beforeAll(async () => {
      soketi = await startSoketi(install, await freePort());
      standIn = await startStandIn(soketi.target);
    });
    afterEach(() => {
      standIn.app = soketi.target;
    });
    afterAll(async () => {
      await standIn?.close();
      await soketi?.kill();
    });

    test('public and presence channels stand, and events reach the stream they belong to', async () => {
      const desk = openDesk();
      await bothLive(desk);
      expect(await soketi.occupied()).toEqual([pokeChannel, swapChannel]);
      const users = await soketi.api.get({ path: `/channels/${pokeChannel}/users` });
      expect(await users.json()).toEqual({ users: [{ id: standInUserId }] });
      await soketi.api.trigger(swapChannel, 'of-another-name', swap('0'));
      await sendSwap('1');
      await soketi.api.trigger(pokeChannel, 'update', { type: 'swap', taskId: 't1' });
      await vi.waitFor(() => expect(desk.pokes.heard).toHaveLength(1), soon);
      expect(desk.swaps.heard).toEqual([expect.objectContaining({ tokenMint: jup, sizeSol: '1' })]);
      expect(desk.pokes.heard).toEqual([expect.objectContaining({ type: 'swap', taskId: 't1' })]);
      expect(desk.seen).toEqual(['connecting', 'connected']);
      expect(desk.manager.counters()).toEqual({ messages: 2, unreadable: 0, reconnects: 0 });
    });

    test('what nobody wants any more is left there, and the rest stays', async () => {
      const desk = openDesk();
      await bothLive(desk);
      desk.endSwaps();
      await vi.waitFor(async () => expect(await soketi.occupied()).toEqual([pokeChannel]), soon);
      await sendSwap('1');
      await soketi.api.trigger(pokeChannel, 'update', { type: 'swap' });
      await vi.waitFor(() => expect(desk.pokes.heard).toHaveLength(1), soon);
      expect(desk.swaps.heard).toEqual([]);
      expect(desk.texts.join()).not.toContain('sizeSol');
    });

    test('a token that its secret did not sign is refused, once more after a fresh one; the rest stays', async () => {
      standIn.app = { ...soketi.target, appSecret: 'not-the-secret' };
      const before = standIn.authorised.length;
      const desk = openDesk();
      await vi.waitFor(() => expect(desk.pokes.states.at(-1)).toBe('refused'), soon);
      expect(desk.pokes.reasons.at(-1)).toBe('the subscription was refused: The connection is unauthorized.');
      expect(standIn.authorised.length - before).toBe(2);
      expect(desk.swaps.states.at(-1)).toBe('live');
      expect(desk.manager.status()).toMatchObject({ state: 'connected' });
      expect(await soketi.occupied()).toEqual([swapChannel]);
      standIn.app = soketi.target;
      desk.manager.retryNow();
      await bothLive(desk);
    });

    test('after the silence it asks for, a ping is answered', async () => {
      const desk = openDesk();
      await bothLive(desk);
      const pings = () => desk.sent.filter((text) => text.includes('pusher:ping')).length;
      await desk.clock.advance(29_999);
      // pusher-js sends a turn later: a round trip to the server is longer than that.
      await soketi.occupied();
      expect(pings()).toBe(0);
      await desk.clock.advance(1);
      await vi.waitFor(() => expect(desk.texts.at(-1)).toContain('pusher:pong'), soon);
      expect(pings()).toBe(1);
      expect(desk.manager.status()).toMatchObject({ state: 'connected', lastMessageAtMs: desk.clock.now() });
    });

    test('an app that it does not know ends in failed, after one fresh session', async () => {
      standIn.app = { ...soketi.target, appKey: 'nobody' };
      const desk = openDesk();
      await vi.waitFor(() => expect(desk.manager.status().state).toBe('failed'), soon);
      expect(desk.seen).toEqual(['connecting', 'reconnecting', 'failed']);
      expect(desk.manager.status().reason).toContain('the server closed the connection (4001)');
    });

    test.each([
      ['is cut off', () => soketi.kill(), /^the server closed the connection \(1006\)/],
      ['shuts down', () => soketi.stop(), /^the server closed the connection \(4200\)/],
    ])('when it %s and comes back, each channel stands again and the gap is told', async (_what, end, reason) => {
      const desk = openDesk();
      await bothLive(desk);
      await sendSwap('before');
      await vi.waitFor(() => expect(desk.swaps.heard).toHaveLength(1), soon);
      const firstAuth = standIn.authorised.at(-1)!;
      await end();
      await vi.waitFor(() => expect(desk.manager.status().state).toBe('reconnecting'), soon);
      soketi = await startSoketi(install, soketi.target.port);
      await reconnected(desk);
      await bothLive(desk);
      expect(desk.seen).toEqual(['connecting', 'connected', 'reconnecting', 'connected']);
      expect(desk.gaps).toEqual([expect.objectContaining({ reason: expect.stringMatching(reason) })]);
      expect(standIn.authorised.at(-1)).toMatchObject({ channel: firstAuth.channel });
      expect(standIn.authorised.at(-1)!.socketId).not.toBe(firstAuth.socketId);
      expect(await soketi.occupied()).toEqual([pokeChannel, swapChannel]);
      await sendSwap('after');
      await vi.waitFor(() => expect(desk.swaps.heard).toHaveLength(2), soon);
      expect(desk.manager.counters()).toMatchObject({ reconnects: 1 });
    });

    test('the publisher’s batches arrive in order; while it is away events are dropped and said', async () => {
      const desk = openDesk();
      await bothLive(desk);
      const notices: string[] = [];
      const publisher = new ClusterPublisher({ target: soketi.target, onNotice: (notice) => notices.push(notice) });
      for (let index = 0; index < 35; index++) publisher.publish(swapChannel, 'update', swap(String(index)));
      await vi.waitFor(() => expect(desk.swaps.heard).toHaveLength(35), soon);
      const sizes = desk.swaps.heard.map((event) => (event as { sizeSol: string }).sizeSol);
      expect(sizes).toEqual(Array.from({ length: 35 }, (_, index) => String(index)));
      await publisher.close();
      await soketi.kill();
      publisher.publish(swapChannel, 'update', swap('lost'));
      await publisher.close();
      soketi = await startSoketi(install, soketi.target.port);
      publisher.publish(swapChannel, 'update', swap('back'));
      await publisher.close();
      expect(publisher.counts).toEqual({ sent: 36, dropped: 1, queued: 0 });
      expect(notices).toEqual([
        expect.stringMatching(/does not accept events/),
        expect.stringMatching(/accepts events again/),
      ]);
    });

    test('swapdeck paper --publish-to: market and account reach a desk through it', async () => {
      const { appId, appKey, appSecret, port } = soketi.target;
      const address = `http://${appKey}:${appSecret}@127.0.0.1:${port}/apps/${appId}`;
      const paper = await startPaper({ seed: 11, args: ['--speed', '10', '--publish-to', address] });
      ends.push(() => paper.stop());
      const desk = openDesk(paper.baseUrl, paper.apiKey);
      await bothLive(desk);
      expect(await soketi.occupied()).toEqual(['presence-portfolio-notifications;usr_paper_0001', swapChannel]);
      await vi.waitFor(() => expect(desk.swaps.heard.length).toBeGreaterThan(0), soon);
      const json = { chain: 'base', walletId: 'wal_base', inputMint: baseEth, outputMint: baseAero };
      const order = { ...json, amount: '1000000000000000', slippageBps: 2_000 };
      const { body } = await plainCall(paper, 'POST', '/api/v2/swap/execute', { json: order });
      const { taskId } = (body as { data: { taskId: string } }).data;
      const poke = expect.objectContaining({ type: 'swap', taskId, userId: 'usr_paper_0001' });
      await vi.waitFor(() => expect(desk.pokes.heard).toEqual([poke, poke]), soon);
      expect(desk.manager.counters().unreadable).toBe(0);
    });
  });
