import type { Clock } from '../../platform/time/clock.ts';
import { type Random, seededRandom, systemRandom } from '../../platform/time/random.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { paperUserId } from '../account/wallets.ts';
import { openFront } from '../http/front.ts';
import { requireFullKey } from '../http/full-key.ts';
import { ConstraintGuard } from '../limits/constraints.ts';
import { scopesFor } from '../limits/key-scopes.ts';
import { generateKeys, type KeyKind, KeyRing, type PaperKey, replaceRevoked } from '../limits/keys.ts';
import type { AnswerForm, MarketKind, ScenarioName } from '../names.ts';
import type { PublishTarget } from '../pusher/publish-target.ts';
import { CommitGate } from '../store/commit-gate.ts';
import { Bus } from '../world/bus.ts';
import { runMarketLoop } from '../world/market-loop.ts';
import type { CreateWorld, PaperWorld, Usage } from '../world/world-shape.ts';
import { StateStore } from './state-store.ts';

export interface PaperServiceOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** Seed of the market; without a state folder also of the keys. */
  readonly seed: number;
  /** Market milliseconds per real one. */
  readonly speed: number;
  /** How wild the market is; `real` by default. The past of a saved account stays. */
  readonly market?: MarketKind;
  /** Plays from the start. */
  readonly scenario?: ScenarioName | null;
  /** When the market takes its first step, ms; after one tick by default. */
  readonly firstTickMs?: number;
  /** Where the account is saved; null saves nothing. */
  readonly stateDir: string | null;
  readonly clock: Clock;
  /** For the keys of a saved account, and for ids. */
  readonly random?: Random;
  /** How answers are written; as the contract says when absent. */
  readonly answers?: AnswerForm;
  /** False: splits answer 503 SPLIT_DISABLED, as where a deployment has none. */
  readonly hasSplits?: boolean;
  /** Chaos level: 0, the default, to 3. */
  readonly chaos?: number;
  /** Median of an answer, ms; 0, the default: at once. */
  readonly latencyMs?: number;
  /** A cluster that carries the streams; by default the embedded hub does. */
  readonly publishTo?: PublishTarget | null;
  /** Receives one-line messages for the operator about that cluster. */
  readonly onNotice?: (message: string) => void;
  /** Errors that a caller sees only as INTERNAL_ERROR. */
  readonly onFault?: (error: unknown) => void;
}

export interface PaperService {
  readonly baseUrl: string;
  /** The full key. */
  readonly apiKey: string;
  readonly keys: Readonly<Record<KeyKind, string>>;
  /** Saves, closes every connection and frees the port. */
  close(): Promise<void>;
}

interface Saved {
  readonly keys: PaperKey[];
  readonly world: unknown;
  readonly guard: unknown;
  /** How often the account was opened before. */
  readonly runs: number;
}

/** An account opened by one run of the service. */
interface OpenAccount {
  readonly keys: KeyRing;
  readonly world: PaperWorld;
  readonly guard: ConstraintGuard;
  readonly bus: Bus;
  readonly save: (isThorough: boolean) => void;
}

/**
 * Starts a service on 127.0.0.1 around a world: the API over HTTP, its streams over a Pusher WebSocket on the same
 * port, keys, limits, persistence, and the market loop. Throws PaperStartError (the port) or StateStoreError (the state
 * file).
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
  const { clock, seed, market = 'real', scenario, random = systemRandom, hasSplits = true } = options;
  const saved = (store?.load() ?? null) as Saved | null;
  const keyRandom = store === null ? seededRandom(seed) : random;
  const keys = new KeyRing(saved ? replaceRevoked(saved.keys, keyRandom) : generateKeys(keyRandom), scopes());
  const bus = new Bus();
  const nowMs = () => clock.now();
  // A saved account must not repeat the ids and prices of its last run with the same seed.
  const runs = (saved?.runs ?? 0) + 1;
  const worldRandom = seededRandom(seed + (runs - 1) * 1_000_003);
  const startMs = nowMs();
  const world = createWorld({
    clock,
    random: worldRandom,
    bus,
    startMs,
    userId: paperUserId,
    market,
    isSaved: saved !== null,
    hasSplits,
  });
  const { readIntent } = world;
  const guard = new ConstraintGuard({ keys, nowMs, readIntent, isTaskOpen: (taskId) => world.isTaskOpen(taskId) });
  if (saved) restore(saved, world, guard, store);
  if (scenario) world.play(scenario);
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
  // A service that saves nothing is for tests: its ids repeat with the seed, independent of the market's draws.
  const random = store === null ? seededRandom(seed ^ 0x1d5eed) : (options.random ?? systemRandom);
  const outgoing = new Bus();
  const gate = new CommitGate({ save, publish: (message) => outgoing.publish(message), onFault });
  bus.subscribe((message) => gate.hold(message));
  const { port = 0, chaos = 0, latencyMs = 0, answers = 'contract', publishTo = null, onNotice = () => {} } = options;
  const front = await openFront({
    port,
    clock,
    random,
    keys,
    userId: paperUserId,
    seed,
    chaos,
    latencyMs,
    answers,
    publishTo,
    onFault,
    onNotice,
    bus: outgoing,
    chainState: (chain) => world.chainState(chain),
    routes: world.routes((keyId) => usageOf(account, keyId)).map((route) => guard.guard(requireFullKey(keys, route))),
    commit: (route) => gate.guard(route),
  });
  const stopLoop = runMarketLoop({
    clock,
    speed,
    firstTickMs: options.firstTickMs,
    save: (isThorough) => gate.tryCommit(isThorough),
    step: (wallMs, marketElapsedMs) => {
      world.advance(wallMs, marketElapsedMs);
      gate.endTick();
      front.setOutage(world.isOut);
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

const scopes = () => allEndpoints.flatMap((endpoint) => scopesFor(endpoint) ?? []);

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
