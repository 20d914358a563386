import { type CallContext, PaperError, type Route } from '../service/handler.ts';
import type { KeyConstraints, KeyRing } from './keys.ts';

/** What one call would do, as far as the limits need to know. Unknown values are omitted and not limited. */
export interface Intent {
  /** What it counts as; null for a call that is only checked (an unsigned transaction, a cancel). */
  readonly counts: 'execution' | 'limitOrder' | null;
  readonly network?: number | undefined;
  readonly walletId?: string | undefined;
  readonly side?: 'buy' | 'sell' | undefined;
  readonly usd?: number | undefined;
  readonly slippageBps?: number | undefined;
  readonly priceImpactPct?: number | undefined;
  /** Percentage of the holding or position that is sold. */
  readonly sellPct?: number | undefined;
  /** It modifies a limit order, which was already counted. */
  readonly isLimitOrder?: boolean | undefined;
  /** It sets a custom priority fee or a bribe. */
  readonly setsCustomGas?: boolean | undefined;
  readonly setsBribe?: boolean | undefined;
}

type Intents = Intent | readonly Intent[] | null;

/** Returns what a validated call intends, one intent per batch item; null if no constraint applies. */
export type ReadIntent = (endpointId: string, input: unknown) => Intents | Promise<Intents>;

interface Entry {
  readonly keyId: string;
  readonly atMs: number;
  readonly counts: 'execution' | 'limitOrder';
  readonly side: 'buy' | 'sell' | undefined;
  readonly usd: number;
  taskId: string | undefined;
}

/** A key's usage of its limits. Windows are rolling: the last 60 minutes, the last 24 hours. */
export interface KeyUse {
  readonly executionsLastHour: number;
  readonly executionsLastDay: number;
  readonly executionsNow: number;
  readonly limitOrdersLastDay: number;
  readonly buyUsdLastDay: number;
  readonly sellUsdLastDay: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export interface GuardOptions {
  readonly keys: KeyRing;
  readonly nowMs: () => number;
  readonly readIntent: ReadIntent;
  /** True while a task that an execution started is unfinished. */
  readonly isTaskOpen: (taskId: string) => boolean;
}

/** Enforces the constraints of each key. A call counts once it is accepted; refused and failed calls do not count. */
export class ConstraintGuard {
  readonly #options: GuardOptions;
  #entries: Entry[] = [];
  readonly #running = new Map<string, number>();

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /** Wraps a route with the caller's limits: 403 FORBIDDEN for never allowed, 429 RATE_LIMITED for not now. */
  guard(route: Route): Route {
    return {
      endpoint: route.endpoint,
      handle: async (input, context) => {
        const { keyId } = context.key;
        const key = this.#options.keys.byId(keyId);
        const constraints = key && this.#options.keys.constraintsOf(key);
        const read = this.#options.readIntent(route.endpoint.id, input);
        if (read === null || !constraints) return route.handle(input, context);
        const intents = [(await read) ?? []].flat();
        const use = this.use(keyId);
        for (const intent of intents) checkPermitted(intent, constraints, use);
        const counted = intents.find(({ counts }) => counts !== null);
        if (!counted) return route.handle(input, context);
        this.#checkRates(counted, constraints, keyId);
        return this.#counted(counted, route, input, context);
      },
    };
  }

  use(keyId: string): KeyUse {
    const executions = this.#of(keyId, 'execution', dayMs);
    const limitOrders = this.#of(keyId, 'limitOrder', dayMs);
    // A resting order spends without another call: it counts with its value when placed.
    const spent = (side: 'buy' | 'sell') => sum([...executions, ...limitOrders].filter((entry) => entry.side === side));
    return {
      executionsLastHour: this.#of(keyId, 'execution', hourMs).length,
      executionsLastDay: executions.length,
      executionsNow: this.#executionsNow(keyId),
      limitOrdersLastDay: limitOrders.length,
      buyUsdLastDay: spent('buy'),
      sellUsdLastDay: spent('sell'),
    };
  }

  snapshot(): unknown {
    return this.#entries;
  }

  restore(state: unknown): void {
    this.#entries = state as Entry[];
  }

  async #counted(intent: Intent, route: Route, input: unknown, context: CallContext): Promise<unknown> {
    const { counts, side, usd = 0 } = intent;
    if (!counts) return route.handle(input, context);
    const { keyId } = context.key;
    const runs = counts === 'execution' ? 1 : 0;
    const entry: Entry = { keyId, atMs: this.#options.nowMs(), counts, side, usd, taskId: undefined };
    // Counted before the handler runs, so that two concurrent calls cannot both take the last slot.
    this.#entries.push(entry);
    this.#running.set(keyId, (this.#running.get(keyId) ?? 0) + runs);
    try {
      const result = await route.handle(input, context);
      entry.taskId = (result as { taskId?: string } | null)?.taskId;
      if (isRefusal(result)) this.#forget(entry);
      return result;
    } catch (error) {
      this.#forget(entry);
      throw error;
    } finally {
      this.#running.set(keyId, (this.#running.get(keyId) ?? 0) - runs);
    }
  }

  #forget(entry: Entry): void {
    this.#entries = this.#entries.filter((other) => other !== entry);
  }

  #checkRates(intent: Intent, limits: KeyConstraints, keyId: string): void {
    if (intent.counts === 'limitOrder') this.#checkWindow(keyId, 'limitOrder', dayMs, limits, 'maxLimitOrdersPerDay');
    if (intent.counts !== 'execution') return;
    this.#checkWindow(keyId, 'execution', hourMs, limits, 'maxExecutionsPerHour');
    this.#checkWindow(keyId, 'execution', dayMs, limits, 'maxExecutionsPerDay');
    if (this.#executionsNow(keyId) >= limits.maxConcurrentExecutions)
      throw limited('maxConcurrentExecutions', limits.maxConcurrentExecutions, 1);
  }

  /** Calls in progress, and unfinished tasks of earlier calls. */
  #executionsNow(keyId: string): number {
    const { isTaskOpen } = this.#options;
    const open = this.#of(keyId, 'execution', hourMs).filter(
      ({ taskId }) => taskId !== undefined && isTaskOpen(taskId),
    );
    return open.length + (this.#running.get(keyId) ?? 0);
  }

  #checkWindow(
    keyId: string,
    counts: Entry['counts'],
    windowMs: number,
    limits: KeyConstraints,
    name: 'maxExecutionsPerHour' | 'maxExecutionsPerDay' | 'maxLimitOrdersPerDay',
  ): void {
    const recent = this.#of(keyId, counts, windowMs);
    if (recent.length < limits[name]) return;
    const freed = recent[recent.length - limits[name]];
    const waitMs = freed ? freed.atMs + windowMs - this.#options.nowMs() : windowMs;
    throw limited(name, limits[name], Math.max(1, Math.ceil(waitMs / 1_000)));
  }

  /** Entries within a window, oldest first; drops entries older than every window. */
  #of(keyId: string, counts: Entry['counts'], windowMs: number): Entry[] {
    const nowMs = this.#options.nowMs();
    this.#entries = this.#entries.filter((entry) => entry.atMs > nowMs - dayMs);
    return this.#entries.filter(
      (entry) => entry.keyId === keyId && entry.counts === counts && entry.atMs > nowMs - windowMs,
    );
  }
}

/** Whether every order of an answer was refused, although its HTTP status is 200. */
function isRefusal(result: unknown): boolean {
  const { results } = (result ?? {}) as { readonly results?: readonly { readonly status: string }[] };
  return results !== undefined && results.length > 0 && results.every(({ status }) => status === 'error');
}

function checkPermitted(intent: Intent, limits: KeyConstraints, use: KeyUse): void {
  const { network, walletId, side, usd } = intent;
  if (network !== undefined && limits.allowedNetworks && !limits.allowedNetworks.includes(network))
    throw forbidden('allowedNetworks', limits.allowedNetworks, network);
  if (walletId !== undefined && limits.allowedWalletIds && !limits.allowedWalletIds.includes(walletId))
    throw forbidden('allowedWalletIds', limits.allowedWalletIds, walletId);
  if (side === 'buy' && !limits.buysEnabled) throw forbidden('buysEnabled', false, true);
  if (side === 'sell' && !limits.sellsEnabled) throw forbidden('sellsEnabled', false, true);
  atMost('maxSlippageBps', limits.maxSlippageBps, intent.slippageBps);
  atMost('maxPriceImpactPct', limits.maxPriceImpactPct, intent.priceImpactPct);
  if (intent.setsCustomGas && !limits.allowCustomGas) throw forbidden('allowCustomGas', false, true);
  if (intent.setsBribe && !limits.allowBribes) throw forbidden('allowBribes', false, true);
  if (intent.isLimitOrder) atMost('maxLimitOrderUsdPerOrder', limits.maxLimitOrderUsdPerOrder, usd);
  else checkSize(intent, limits, use);
}

/** A limit order has its own cap instead of the cap per trade; daily caps apply to both. */
function checkSize({ counts, side, usd, sellPct }: Intent, limits: KeyConstraints, use: KeyUse): void {
  const isOrder = counts === 'limitOrder';
  if (isOrder) atMost('maxLimitOrderUsdPerOrder', limits.maxLimitOrderUsdPerOrder, usd);
  if (side === 'buy') {
    if (!isOrder) atMost('maxBuyUsdPerTrade', limits.maxBuyUsdPerTrade, usd);
    atMost('maxBuyUsdPerDay', limits.maxBuyUsdPerDay, usd === undefined ? usd : use.buyUsdLastDay + usd);
  }
  if (side === 'sell') {
    if (!isOrder) atMost('maxSellUsdPerTrade', limits.maxSellUsdPerTrade, usd);
    atMost('maxSellUsdPerDay', limits.maxSellUsdPerDay, usd === undefined ? usd : use.sellUsdLastDay + usd);
    atMost('maxSellPositionPct', limits.maxSellPositionPct, sellPct);
  }
}

function atMost(name: keyof KeyConstraints, limit: number | null | undefined, actual: number | undefined): void {
  if (typeof limit === 'number' && actual !== undefined && actual > limit) throw forbidden(name, limit, actual);
}

const forbidden = (constraint: keyof KeyConstraints, limit: unknown, actual: unknown) =>
  new PaperError(403, 'FORBIDDEN', `the key's ${constraint} (${String(limit)}) forbids this: ${String(actual)}`, {
    constraint,
    limit,
    actual,
  });

const limited = (constraint: keyof KeyConstraints, limit: number, retryAfterS: number) =>
  new PaperError(
    429,
    'RATE_LIMITED',
    `the key's ${constraint} (${limit}) is used up; retry in ${retryAfterS} s`,
    { constraint, limit, retryAfterS },
    retryAfterS,
  );

const sum = (entries: readonly Entry[]) => entries.reduce((total, entry) => total + entry.usd, 0);
