import type { Clock } from '../platform/clock.ts';
import { type Random, seededRandom, systemRandom } from '../platform/random.ts';
import { allEndpoints } from '../protocol/endpoint-list.ts';
import { allStreams } from '../protocol/stream-list.ts';
import { paperUserId } from './account/wallets.ts';
import { Bus } from './bus.ts';
import { ConstraintGuard, type ReadIntent } from './constraints.ts';
import type { Route } from './handler.ts';
import { adminRoutes } from './http/admin.ts';
import { createApp } from './http/app.ts';
import { listen } from './http/listen.ts';
import { generateKeys, type KeyKind, KeyRing, type PaperKey, replaceRevoked } from './keys.ts';
import { publishBus } from './pusher/publish-bus.ts';
import { PusherHub } from './pusher/pusher-hub.ts';
import { streamEvent, wsRoutes } from './routes/ws.ts';
import { StateStore } from './state-store.ts';

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

export interface WorldOptions {
  readonly clock: Clock;
  /** The market's own randomness. */
  readonly random: Random;
  readonly bus: Bus;
  /** Wall time at which this run begins, ms since the epoch. */
  readonly startMs: number;
  readonly userId: string;
}

/** What a service is the shell of. */
export interface PaperWorld {
  readonly readIntent: ReadIntent;
  /** True while a task of an execution is not finished. */
  isTaskOpen(taskId: string): boolean;
  /** `usage` gives the calling key's scopes, limits and what is used of them. */
  routes(usage: (keyId: string) => Usage): Route[];
  /** Moves the market: `nowMs` is wall time, `marketElapsedMs` how much market time passed. */
  advance(nowMs: number, marketElapsedMs: number): void;
  /** Anything that structured cloning takes. */
  snapshot(): unknown;
  restore(state: unknown): void;
}

export type CreateWorld = (options: WorldOptions) => PaperWorld;
export type Usage = ReturnType<typeof usageOf>;

interface Saved {
  readonly keys: PaperKey[];
  readonly world: unknown;
  readonly guard: unknown;
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
  const { clock, seed, stateDir } = options;
  const store = stateDir === null ? null : new StateStore(stateDir);
  try {
    const random = options.random ?? systemRandom;
    const keyRandom = stateDir === null ? seededRandom(seed) : random;
    const saved = (store?.load() ?? null) as Saved | null;
    const keys = new KeyRing(saved ? replaceRevoked(saved.keys, keyRandom) : generateKeys(keyRandom), scopes());
    const bus = new Bus();
    const nowMs = () => clock.now();
    const world = createWorld({ clock, random: seededRandom(seed), bus, startMs: nowMs(), userId: paperUserId });
    const guard = new ConstraintGuard({
      keys,
      nowMs,
      readIntent: world.readIntent,
      isTaskOpen: (taskId) => world.isTaskOpen(taskId),
    });
    if (saved) restore(saved, world, guard, store);

    const hub = new PusherHub({ clock, random, findApp: (appKey) => keys.byAppKey(appKey) });
    const save = () => store?.save({ keys: keys.snapshot(), world: world.snapshot(), guard: guard.snapshot() });
    let port = 0;
    const usage = (keyId: string) => usageOf(keys, guard, keyId);
    const routes = [
      ...world.routes(usage).map((route) => guard.guard(route)),
      ...wsRoutes({ hub, keys, port: () => port }),
      ...adminRoutes(keys, hub),
    ];
    const onFault = options.onFault ?? (() => {});
    const app = createApp({ routes, keys, userId: paperUserId, random, nowMs, onMutation: save, onFault });
    save();
    const listening = await listen(app, hub, options.port ?? 0);
    port = listening.port;
    const stopBus = publishBus(bus, hub, allStreams, streamEvent);
    const stopLoop = runLoop(options, (elapsedMs) => world.advance(nowMs(), elapsedMs), save);
    const close = async () => {
      stopLoop();
      stopBus();
      await listening.close();
      save();
      store?.close();
    };
    const tokens = keys.tokens();
    return { baseUrl: `http://127.0.0.1:${port}`, apiKey: tokens.full, keys: tokens, close: once(close) };
  } catch (error) {
    store?.close();
    throw error;
  }
}

const scopes = () => allEndpoints.flatMap(({ scope }) => (scope === null ? [] : [scope]));

function usageOf(keys: KeyRing, guard: ConstraintGuard, keyId: string) {
  const key = keys.byId(keyId);
  return {
    keyId,
    scopes: key ? [...keys.scopesOf(key)] : [],
    constraints: key && keys.constraintsOf(key),
    // Beyond the contract, which lets a client ignore it: how much of the constraints is used up.
    usage: guard.use(keyId),
  };
}

function restore(saved: Saved, world: PaperWorld, guard: ConstraintGuard, store: StateStore | null) {
  try {
    world.restore(saved.world);
    guard.restore(saved.guard);
  } catch (error) {
    throw store?.unusable(error) ?? error;
  }
}

/** Moves the market on every 50 ms and saves every 5 s. Returns the function that stops it. */
function runLoop({ clock, speed }: PaperServiceOptions, advance: (elapsedMs: number) => void, save: () => void) {
  let lastMs = clock.monotonic();
  let savedMs = lastMs;
  const tick = () => {
    const monotonicMs = clock.monotonic();
    advance(Math.min(monotonicMs - lastMs, maxTickMs) * speed);
    lastMs = monotonicMs;
    if (monotonicMs - savedMs >= saveEveryMs) {
      save();
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
