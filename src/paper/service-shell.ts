import type { Clock } from '../platform/clock.ts';
import { type Random, seededRandom, systemRandom } from '../platform/random.ts';
import { allEndpoints } from '../protocol/endpoint-list.ts';
import { paperUserId } from './account/wallets.ts';
import { Bus } from './bus.ts';
import { ConstraintGuard } from './constraints.ts';
import { openFront } from './http/front.ts';
import { leverForFullKey } from './http/full-key.ts';
import { generateKeys, type KeyKind, KeyRing, type PaperKey, replaceRevoked } from './keys.ts';
import { runMarketLoop } from './market-loop.ts';
import type { PublishTarget } from './pusher/publish-target.ts';
import { StateStore } from './state-store.ts';
import { CommitGate } from './store/commit-gate.ts';
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
  /** Faults that strike by themselves: 0, the default, none; up to 3. */
  readonly chaos?: number;
  /** A cluster that carries the streams; by default the embedded hub does. */
  readonly publishTo?: PublishTarget | null;
  /** What the operator should know of that cluster, in one line. */
  readonly onNotice?: (message: string) => void;
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
  readonly save: (isThorough: boolean) => void;
}

/**
 * Starts a service on 127.0.0.1 around a world: the API over HTTP, its streams over a Pusher WebSocket on the same port,
 * keys, limits, persistence, and the loop that moves the market. Throws PaperStartError (the port) or StateStoreError
 * (the state file).
 */
export async function startShell(options: PaperServiceOptions, createWorld: CreateWorld): Promise<PaperService> {
  const store = options.stateDir === null ? null : new StateStore(options.stateDir);
  try {
    const account = openAccount(options, createWorld, store);
    account.save(true);
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
  return { keys, world, guard, bus, save: (isThorough) => store?.save(snapshot(), isThorough) };
}

async function serve(
  options: PaperServiceOptions,
  account: OpenAccount,
  store: StateStore | null,
): Promise<PaperService> {
  const { clock, speed, seed, onFault = () => {} } = options;
  const { keys, world, guard, bus, save } = account;
  // A service that keeps nothing is for tests: its ids repeat with the seed, apart from what the market draws.
  const random = store === null ? seededRandom(seed ^ 0x1d5eed) : (options.random ?? systemRandom);
  const outgoing = new Bus();
  const gate = new CommitGate({ save, publish: (message) => outgoing.publish(message), onFault });
  bus.subscribe((message) => gate.hold(message));
  const { port = 0, chaos = 0, publishTo = null, onNotice = () => {} } = options;
  const front = await openFront({
    ...{ port, clock, random, keys, userId: paperUserId, seed, chaos, publishTo, onFault, onNotice },
    bus: outgoing,
    routes: world.routes((keyId) => usageOf(account, keyId)).map((route) => guard.guard(leverForFullKey(keys, route))),
    commit: (route) => gate.guard(route),
  });
  const stopLoop = runMarketLoop({
    ...{ clock, speed, save: (isThorough) => gate.tryCommit(isThorough) },
    step: (wallMs, marketElapsedMs) => {
      world.advance(wallMs, marketElapsedMs);
      gate.endTick();
    },
  });
  const close = async () => {
    stopLoop();
    await front.close();
    try {
      save(true);
    } finally {
      store?.close();
    }
  };
  const tokens = keys.tokens();
  return { baseUrl: `http://127.0.0.1:${front.port}`, apiKey: tokens.full, keys: tokens, close: once(close) };
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

const once = (run: () => Promise<void>) => {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
};
