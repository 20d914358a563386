// node test/bench/stream-dispatch.js: swaps a second that the stream manager takes off a socket, reads and hands on, against
// pusher-js alone on the same frames. Bound: 0.8 of it, or more.
import { pathToFileURL } from 'node:url';
import Pusher from 'pusher-js';
import { openWsWire } from '../../src/client/streams/connection/ws-wire.ts';
import { createStreamManager } from '../../src/client/streams/stream-manager.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { seededRandom } from '../../src/platform/time/random.ts';
import { svmTokenSwaps } from '../../src/protocol/streams/svm.ts';
import { sessionChannel, sessionClient } from '../faults/stream-session.ts';
import { startFixture } from './start-fixture.js';

const rounds = 9;
const warmUpRounds = 2;
const eventsPerRound = 50_000;

/**
 * Events a second of each round, and the manager's as a share of pusher-js's within it: by the clock, and by processor
 * time, which other programs on the machine disturb less.
 */
export async function measureDispatch() {
  const { ready, stop } = await startFixture('stream-flood.js');
  const count = { ours: counter(), bare: counter() };
  const manager = await openManager(ready.port, count.ours);
  const pusher = await openPusher(ready.port, count.bare);
  const measured = { ours: [], bare: [], ratio: [], cpuRatio: [] };
  for (let round = -warmUpRounds; round < rounds; round++) {
    // In turns, so that what else the machine does falls on both.
    const order = round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'];
    const took = {};
    for (const app of order) took[app] = await flood(ready.port, app, count[app]);
    if (round < 0) continue;
    for (const app of order) measured[app].push((eventsPerRound / took[app].ms) * 1000);
    measured.ratio.push(took.bare.ms / took.ours.ms);
    measured.cpuRatio.push(took.bare.cpuMs / took.ours.cpuMs);
  }
  manager.stop();
  pusher.disconnect();
  await stop();
  return measured;
}

/** Counts events, and resolves `done` with the milliseconds from the first to the last of a round. */
function counter() {
  const state = { left: 0, startMs: 0, done: null };
  return {
    expect(events) {
      state.left = events;
      return new Promise((resolve) => {
        state.done = resolve;
      });
    },
    hear() {
      if (state.left === eventsPerRound) state.startMs = performance.now();
      if (--state.left === 0) state.done(performance.now() - state.startMs);
    },
  };
}

async function flood(port, app, { expect }) {
  const before = process.cpuUsage();
  const done = expect(eventsPerRound);
  const answer = await fetch(`http://127.0.0.1:${port}/flood?app=${app}&count=${eventsPerRound}`, { method: 'POST' });
  await answer.arrayBuffer();
  const ms = await done;
  const { user, system } = process.cpuUsage(before);
  return { ms, cpuMs: (user + system) / 1000 };
}

async function openManager(port, { hear }) {
  const client = sessionClient(port, 'ours');
  const shared = { clock: systemClock, random: seededRandom(1), baseUrl: client.baseUrl };
  const manager = createStreamManager({ ...shared, client });
  await new Promise((resolve) => {
    const onEvent = (swap) => {
      if ('unreadable' in swap) throw new Error(swap.unreadable);
      hear();
    };
    manager.subscribe(
      svmTokenSwaps,
      { tokenAddress: 'A' },
      { onEvent, onState: (state) => state === 'live' && resolve() },
    );
    manager.start();
  });
  return manager;
}

/** pusher-js as its manual says, on the socket that the manager has too: another WebSocket would be another comparison. */
async function openPusher(port, { hear }) {
  const original = Pusher.Runtime.createWebSocket;
  Pusher.Runtime.createWebSocket = (url) => {
    const socket = {};
    const wire = openWsWire(url, {
      onOpen: () => socket.onopen(),
      onText: (data) => socket.onmessage({ data }),
      onUnusable: () => {},
      onClose: () => {},
    });
    return Object.assign(socket, { send: (text) => wire.send(text), close: () => wire.terminate() });
  };
  const pusher = new Pusher('bare', {
    cluster: 'none',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    enableStats: false,
  });
  Pusher.Runtime.createWebSocket = original;
  const channel = pusher.subscribe(sessionChannel);
  channel.bind('update', hear);
  await new Promise((resolve) => channel.bind('pusher:subscription_succeeded', resolve));
  return pusher;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await measureDispatch());
