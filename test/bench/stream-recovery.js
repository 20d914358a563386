// node test/bench/stream-recovery.js: from a reset connection to the next event, the stream manager against pusher-js alone,
// on the paper service. Bound: a median of 1.5 s, nearly all of which is the back-off that is drawn between 0 and 1 s.
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import Pusher from 'pusher-js';
import { createApiClient } from '../../src/client/http/api-client.ts';
import { createStreamManager } from '../../src/client/streams/stream-manager.ts';
import { seededRandom } from '../../src/platform/time/random.ts';
import { svmTokenSwaps } from '../../src/protocol/streams/svm.ts';
import { startFaultProxy } from '../faults/fault-proxy.ts';
import { StreamClock } from '../faults/stream-clock.ts';
import { detourSocket } from '../faults/stream-detour.ts';
import { startFixture } from './start-fixture.js';

const drops = 40;
/** A connection that stood for 10 s begins its back-off anew; this much passes at once, so that each drop is a first one. */
const steadyMs = 11_000;
const filter = { tokenAddress: 'So11111111111111111111111111111111111111112' };

/** Milliseconds from a drop to the first event after it, of the manager and of pusher-js. */
export async function measureRecovery() {
  const { ready, stop } = await startFixture('swap-storm.ts');
  const targetPort = Number(new URL(ready.baseUrl).port);
  const proxies = {
    ours: await startFaultProxy({ targetPort, random: seededRandom(1) }),
    bare: await startFaultProxy({ targetPort, random: seededRandom(1) }),
  };
  const ours = openManager(ready, proxies.ours.port);
  const bare = await openPusher(ready, proxies.bare.port);
  await Promise.all([ours.next(), bare.next()]);
  const measured = { ours: [], bare: [] };
  for (let drop = 0; drop < drops; drop++) {
    ours.clock.leap(steadyMs);
    // No two drops at the same point between two ticks of the market.
    await pause(50 + ((drop * 37) % 50));
    const [oursMs, bareMs] = await Promise.all([recover(proxies.ours, ours), recover(proxies.bare, bare)]);
    measured.ours.push(oursMs);
    measured.bare.push(bareMs);
  }
  ours.close();
  bare.close();
  for (const proxy of Object.values(proxies)) await proxy.close();
  await stop();
  return { ...measured, oursP90: percentile(measured.ours, 90), bareP90: percentile(measured.bare, 90) };
}

async function recover({ connections }, { next }) {
  for (const connection of connections) connection.reset();
  // What was received before the reset is read in this turn or the next.
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  const startMs = performance.now();
  await next();
  return performance.now() - startMs;
}

const percentile = (values, percent) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * percent) / 100))];

/** `next` resolves with the next event. */
function ear() {
  const waiting = [];
  return {
    hear: () => {
      for (const resolve of waiting.splice(0)) resolve();
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
  };
}

function openManager({ baseUrl, apiKey }, wsPort) {
  const clock = new StreamClock();
  const shared = { baseUrl, clock, random: seededRandom(7) };
  const client = detourSocket(createApiClient({ ...shared, apiKey }), wsPort);
  const manager = createStreamManager({ ...shared, client });
  const { hear, next } = ear();
  manager.subscribe(svmTokenSwaps, filter, { onEvent: hear });
  manager.start();
  return { clock, next, close: () => manager.stop() };
}

async function openPusher({ baseUrl, apiKey }, wsPort) {
  const answer = await fetch(`${baseUrl}/api/v2/ws/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ subscriptions: [{ stream: svmTokenSwaps.id, filter }] }),
  });
  const { connection, subscriptions } = (await answer.json()).data;
  const pusher = new Pusher(connection.appKey, {
    cluster: 'none',
    wsHost: '127.0.0.1',
    wsPort,
    forceTLS: false,
    enabledTransports: ['ws'],
    enableStats: false,
  });
  const { hear, next } = ear();
  pusher.subscribe(subscriptions[0].channel).bind(subscriptions[0].event, hear);
  return { next, close: () => pusher.disconnect() };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await measureRecovery());
