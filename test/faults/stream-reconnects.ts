import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Pusher from 'pusher-js';
import { WebSocketServer } from 'ws';
import { createStreamManager } from '../../src/client/streams/stream-manager.ts';
import { seededRandom } from '../../src/platform/time/random.ts';
import { svmTokenSwaps } from '../../src/protocol/streams/svm.ts';
import { StreamClock } from './stream-clock.ts';
import { sessionChannel, sessionClient } from './stream-session.ts';

/** What the process holds while a manager stands connected after so many connections. */
export interface GrowthSample {
  readonly connections: number;
  /** After a full collection. */
  readonly heapBytes: number;
  /** Active handles and requests by kind, timers included. */
  readonly resources: Readonly<Record<string, number>>;
  /** Timers of the manager's own clock. */
  readonly timers: number;
  /** What pusher-js keeps for the whole process. */
  readonly pusher: { readonly instances: number; readonly networkListeners: number };
  readonly processListeners: number;
}

/**
 * Connects a manager to a server that drops every connection, half of them on the greeting and half on the subscription,
 * and samples at each of the counts, where the server lets the connection stand for that long. Waits take no time.
 */
export async function sampleReconnects(counts: readonly number[]): Promise<GrowthSample[]> {
  const server = await startDroppingServer(counts);
  const clock = new StreamClock();
  const client = sessionClient(server.port, 'growth');
  const manager = createStreamManager({ client, clock, random: seededRandom(1), baseUrl: client.baseUrl });
  manager.onStatus(({ nextAttemptAtMs, attempt }) => {
    if (nextAttemptAtMs === null) return;
    // A person's key press, before the waits become those of a long outage.
    if (attempt >= patientAttempts) queueMicrotask(() => manager.retryNow());
    else clock.leap(Math.max(0, nextAttemptAtMs - clock.now()) + 1);
  });
  const samples: GrowthSample[] = [];
  const onState = (state: string) => {
    if (state === 'live') server.settled();
  };
  manager.subscribe(svmTokenSwaps, { tokenAddress: 'A' }, { onEvent: () => {}, onState });
  manager.start();
  for (const connections of counts) {
    await server.stands();
    samples.push({ connections, ...(await sample()), timers: clock.pending });
    server.drop();
  }
  manager.stop();
  await server.close();
  return samples;
}

const patientAttempts = 4;

const greeting = JSON.stringify({
  event: 'pusher:connection_established',
  data: JSON.stringify({ socket_id: '1.1', activity_timeout: 120 }),
});
const succeeded = JSON.stringify({
  event: 'pusher_internal:subscription_succeeded',
  channel: sessionChannel,
  data: '{}',
});

async function startDroppingServer(counts: readonly number[]) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  let count = 0;
  let standing = Promise.withResolvers<void>();
  let drop = () => {};
  server.on('connection', (socket, request) => {
    count++;
    const number = count;
    // A reset, so that thousands of them leave no port behind that waits for late packets.
    const reset = () => request.socket.resetAndDestroy();
    drop = reset;
    socket.on('error', () => {});
    socket.send(greeting, () => {
      if (number % 2 === 0 && !counts.includes(number)) reset();
    });
    socket.on('message', () => socket.send(succeeded, () => counts.includes(number) || reset()));
  });
  return {
    port: (server.address() as AddressInfo).port,
    /** The manager says that its channel is live. */
    settled: () => counts.includes(count) && standing.resolve(),
    stands: async () => {
      await standing.promise;
      standing = Promise.withResolvers();
    },
    drop: () => drop(),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function sample() {
  // What the last connection leaves behind ends within a few turns.
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  collect();
  const resources: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  const events = process.eventNames();
  return {
    heapBytes: process.memoryUsage().heapUsed,
    resources,
    pusher: { instances: Pusher.instances.length, networkListeners: networkListeners() },
    processListeners: events.reduce((sum, event) => sum + process.listenerCount(event as 'exit'), 0),
  };
}

/** Of the monitor that all instances of pusher-js share; its dispatcher keeps them in two fields. */
function networkListeners(): number {
  const { callbacks, global_callbacks: anyEvent } = Pusher.Runtime.getNetwork() as unknown as {
    readonly callbacks: { readonly _callbacks: Readonly<Record<string, readonly unknown[]>> };
    readonly global_callbacks: readonly unknown[];
  };
  return Object.values(callbacks._callbacks).reduce((sum, { length }) => sum + length, anyEvent.length);
}

function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  gc();
  gc();
}
