import type { Clock } from '../platform/clock.ts';
import { type Random, seededRandom, systemRandom } from '../platform/random.ts';
import { allEndpoints } from '../protocol/endpoint-list.ts';
import { allStreams } from '../protocol/stream-list.ts';
import { paperUserId } from './account/wallets.ts';
import { Bus } from './bus.ts';
import { ConstraintGuard } from './constraints.ts';
import { adminRoutes } from './http/admin.ts';
import { createApp } from './http/app.ts';
import { listen } from './http/listen.ts';
import { generateKeys, type KeyKind, KeyRing, type PaperKey, replaceRevoked } from './keys.ts';
import { publishBus } from './pusher/publish-bus.ts';
import { PusherHub } from './pusher/pusher-hub.ts';
import { streamEvent, wsRoutes } from './routes/ws.ts';
import { StateStore } from './state-store.ts';
import type { CreateWorld, PaperWorld, Usage } from './world-shape.ts';

export interface PaperServiceOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Of the market; without a state folder of the keys too. */
  readonly seed: number;
  /** Market milliseconds per real one. */
  readonly speed: number;
  /** Where the account outlives the service; null forgets it. */
  readonly stateDir: string | null;
  readonly clock: Clock;
  /** For the keys of a kept account, and for ids. */
  readonly random?: Random;
  /** Failures that a caller only sees as INTERNAL_ERROR. */
  readonly onFault?: (error: unknown) => void;
}

export interface PaperService {
  readonly baseUrl: string;
  /** The full key. */
  readonly apiKey: string;
  readonly keys: Readonly<Record<KeyKind, string>>;
  /** Saves, cuts every connection and frees the port. */
  close(): Promise<void>;
}

interface Saved {
  readonly keys: PaperKey[];
  readonly world: unknown;
  readonly guard: unknown;
  /** How often the account was opened before. */
  readonly runs: number;
}

/** An account as one run of the service holds it. */
interface OpenAccount {
  readonly keys: KeyRing;
  readonly world: PaperWorld;
  readonly guard: ConstraintGuard;
  readonly bus: Bus;
  readonly save: () => void;
}

const tickMs = 50;
/** A machine that slept does not find a market that raced ahead. */
const maxTickMs = 1_000;
const saveEveryMs = 5_000;

/**
 * Starts a service on 127.0.0.1 around a world: the API over HTTP, its streams over a Pusher WebSocket on the same port,
 * keys, limits, persistence, and the loop that moves the market. Throws PaperStartError (the port) or StateStoreError
 * (the state file).
 */
export async function startShell(options: PaperServiceOptions, createWorld: CreateWorld): Promise<PaperService> {
  const store = options.stateDir === null ? null : new StateStore(options.stateDir);
  try {
    const account = openAccount(options, createWorld, store);
    account.save();
    return await serve(options, account, store);
  } catch (error) {
    store?.close();
    throw error;
  }
}

function openAccount(options: PaperServiceOptions, createWorld: CreateWorld, store: StateStore | null): OpenAccount {
  const { clock, seed, random = systemRandom } = options;
  const saved = (store?.load() ?? null) as Saved | null;
  const keyRandom = store === null ? seededRandom(seed) : random;
  const keys = new KeyRing(saved ? replaceRevoked(saved.keys, keyRandom) : generateKeys(keyRandom), scopes());
  const bus = new Bus();
  const nowMs = () => clock.now();
  // The same seed on a kept account must not give the ids and the prices of its last run again.
  const runs = (saved?.runs ?? 0) + 1;
  const worldRandom = seededRandom(seed + (runs - 1) * 1_000_003);
  const world = createWorld({ clock, random: worldRandom, bus, startMs: nowMs(), userId: paperUserId });
  const { readIntent } = world;
  const guard = new ConstraintGuard({ keys, nowMs, readIntent, isTaskOpen: (taskId) => world.isTaskOpen(taskId) });
  if (saved) restore(saved, world, guard, store);
  const snapshot = (): Saved => ({ keys: keys.snapshot(), world: world.snapshot(), guard: guard.snapshot(), runs });
  return { keys, world, guard, bus, save: () => store?.save(snapshot()) };
}

async function serve(
  options: PaperServiceOptions,
  account: OpenAccount,
  store: StateStore | null,
): Promise<PaperService> {
  const { clock, random = systemRandom, onFault = () => {} } = options;
  const { keys, world, guard, bus, save } = account;
  const hub = new PusherHub({ clock, random, findApp: (appKey) => keys.byAppKey(appKey) });
  let port = 0;
  const routes = [
    ...world.routes((keyId) => usageOf(account, keyId)).map((route) => guard.guard(route)),
    ...wsRoutes({ hub, keys, port: () => port }),
    ...adminRoutes(keys, hub),
  ];
  const nowMs = () => clock.now();
  const app = createApp({ routes, keys, userId: paperUserId, random, nowMs, onMutation: save, onFault });
  const listening = await listen(app, hub, options.port ?? 0);
  port = listening.port;
  const stopBus = publishBus(bus, hub, allStreams, streamEvent);
  const stopLoop = runLoop(options, account);
  const close = async () => {
    stopLoop();
    stopBus();
    await listening.close();
    try {
      save();
    } finally {
      store?.close();
    }
  };
  const tokens = keys.tokens();
  return { baseUrl: `http://127.0.0.1:${port}`, apiKey: tokens.full, keys: tokens, close: once(close) };
}

const scopes = () => allEndpoints.flatMap(({ scope }) => (scope === null ? [] : [scope]));

function usageOf({ keys, guard }: OpenAccount, keyId: string): Usage {
  const key = keys.byId(keyId);
  return {
    keyId,
    scopes: key ? [...keys.scopesOf(key)] : [],
    constraints: key && keys.constraintsOf(key),
    usage: guard.use(keyId),
  };
}

function restore(saved: Saved, world: PaperWorld, guard: ConstraintGuard, store: StateStore | null): void {
  try {
    world.restore(saved.world);
    guard.restore(saved.guard);
  } catch (error) {
    throw store?.unusable(error) ?? error;
  }
}

/** Moves the market on every 50 ms and saves every 5 s. Returns the function that stops it. */
function runLoop({ clock, speed, onFault }: PaperServiceOptions, { world, save }: OpenAccount): () => void {
  let lastMs = clock.monotonic();
  let savedMs = lastMs;
  const saveOrReport = () => {
    try {
      save();
    } catch (error) {
      // A full disk is no reason to end the market: the next round tries again.
      onFault?.(error);
    }
  };
  const tick = () => {
    const monotonicMs = clock.monotonic();
    world.advance(clock.now(), Math.min(monotonicMs - lastMs, maxTickMs) * speed);
    lastMs = monotonicMs;
    if (monotonicMs - savedMs >= saveEveryMs) {
      saveOrReport();
      savedMs = monotonicMs;
    }
    timer = clock.setTimeout(tick, tickMs);
  };
  let timer = clock.setTimeout(tick, tickMs);
  return () => clock.clearTimeout(timer);
}

const once = (run: () => Promise<void>) => {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
};
