import type { HeldAccount } from './account-hold.ts';
import { bindActions, type DeskActions } from './actions/desk-actions.ts';
import type { ActionContext } from './actions/pipeline/action-context.ts';
import { disarmOneClick } from './actions/pipeline/disarm-one-click.ts';
import { pokeTask } from './actions/pipeline/follow-task.ts';
import type { AskHolder } from './actions/pipeline/hold-lock.ts';
import { OperationLog } from './actions/pipeline/operation-log.ts';
import { watchDayLimits } from './actions/pipeline/watch-day-limits.ts';
import { type ConnectionPolicy, followConnection } from './actions/plans/connection-lost.ts';
import { PlanBook } from './actions/plans/plan-book.ts';
import { configuredRules } from './alerts/configured-rules.ts';
import { createPriceRulesStore, type PriceRulesStore, pricedTokens } from './alerts/price-rules.ts';
import { createApiClient } from './client/http/api-client.ts';
import { createStreamManager } from './client/streams/stream-manager.ts';
import type { StreamManager } from './client/streams/stream-model.ts';
import type { Caps } from './domain/market/caps.ts';
import { accountModeFile, accountRiskFile, holdAccount } from './hold-account.ts';
import type { Config } from './platform/config/config-schema.ts';
import { createJournal } from './platform/journal/journal.ts';
import type { Clock } from './platform/time/clock.ts';
import type { Random } from './platform/time/random.ts';
import { Timers } from './platform/time/timers.ts';
import { readIntervals } from './read-intervals.ts';
import { isKept, oneClickUsd, type Service, storesStart } from './service.ts';
import { startAlerting } from './start-alerting.ts';
import { createStores, type Stores } from './stores/create-stores.ts';
import { createQueryCache, type QueryName } from './stores/desk-data.ts';
import type { WatchlistChange } from './stores/market/watchlist.ts';
import type { ReadableStore } from './stores/store.ts';
import { createPerpWalletId } from './sync/account/perp-wallet-id.ts';
import { reconcile } from './sync/account/reconcile.ts';
import { createReads } from './sync/create-reads.ts';
import { deskNeeds, followNeeds } from './sync/reads/follow-needs.ts';
import { startOwnReads } from './sync/reads/own-holdings.ts';
import { startReads } from './sync/start-reads.ts';
import { startStreamRoutes } from './sync/streams/stream-routes.ts';

interface Deps {
  readonly clock: Clock;
  readonly random: Random;
  readonly config: Config;
  readonly journalFile: string;
  readonly stateDir: string;
  /** Something on screen may have changed. */
  readonly onChange: () => void;
  readonly onFault: (error: unknown) => void;
  /** Changes to the watch list saved by an earlier run. */
  readonly watched?: WatchlistChange | undefined;
  /** The key bound to a command, as texts name it. */
  readonly keyOf: (commandId: CommandId) => string;
  /** Writes invisible bytes, such as the bell, to the terminal. Without it, alerts are off. */
  readonly ring?: ((bytes: string) => void) | undefined;
  /** Asks a keeper that holds the account to hand it over. Without it, the account stays with the keeper. */
  readonly askHolder?: ((accountId: string, pid: number) => ReturnType<AskHolder>) | undefined;
  /** What to do if the connection stays lost; without it, nothing. */
  readonly ifLost?: ConnectionPolicy | undefined;
  /** The reads that run whatever is shown; without it, all that a desk needs. */
  readonly needs?: ((stores: Stores) => readonly QueryName[]) | undefined;
  /** Whether this program may hold the account at all; without it, it may. */
  readonly mayHold?: ((accountId: string) => Promise<boolean>) | undefined;
}

type DeskReads = ReturnType<typeof createReads>;

export interface DeskModel extends Stores, DeskReads {
  readonly actions: DeskActions;
  readonly caps: Caps;
  readonly priceRules: PriceRulesStore;
  readonly streamManager: StreamManager;
  /** The account, from `start` on. */
  account(): HeldAccount | null;
  /** Reads everything again, and blocks orders that add risk until it is read: changes may have been missed. */
  reconcile(): void;
  start(): void;
  stop(): void;
}

/** Wires client, streams, stores, reads and actions together. Nothing runs before `start`. */
export function compose(service: Service, deps: Deps): DeskModel {
  const { config, onChange } = deps;
  const wire = connect(service, deps);
  const { clock, client, streamManager } = wire;
  const own = service.recording ? null : (service.own ?? null);
  const cache = createQueryCache();
  const stores = createStores(cache, storesStart(service, config, deps.watched), () => clock.now());
  const rules = createPriceRulesStore(configuredRules(config.alerts.price).rules);
  const perpWalletId = createPerpWalletId(cache, client, stores.activeWallet);
  const sources = { ...wire, cache, stores, perpWalletId, intervals: readIntervals(config) };
  const reads = createReads(sources, config.balances);
  const journal = createJournal(deps.journalFile);
  const context = actionContextOf(service, deps, {
    ...wire,
    ...stores,
    own,
    log: new OperationLog(journal, stores.records, clock),
    book: new PlanBook(stores.plans, clock),
  });
  const riskFile = isKept(service) ? accountRiskFile(deps.stateDir, stores.session) : null;
  const stops: (() => void)[] = [reads.wanted.stop, reads.portfolio.stop];
  let account: HeldAccount | null = null;
  return {
    ...stores,
    ...reads,
    actions: bindActions(context),
    caps: context.caps,
    priceRules: rules,
    streamManager,
    account: () => account,
    reconcile: () => reconcile(context),
    start: () => {
      stops.push(
        ...displayedStores(stores, reads, rules).map((store) => store.subscribe(onChange)),
        disarmOneClick(context),
        ...startReads(sources, service.wallet, () => pricedTokens(rules)),
        startStreamRoutes({ ...stores, clock, streams: streamManager, onTask: (id) => pokeTask(context, id) }),
        watchDayLimits({ ...stores, ...context, riskFile }),
        ...(own ? startOwnReads(sources, own.entries, (tokens) => own.readHoldings(tokens)) : []),
        reads.streams.start(),
        reads.signals.start(),
      );
      const needs = followNeeds({ ...reads, ...stores }, () => deps.needs?.(stores) ?? deskNeeds);
      streamManager.start();
      service.recording?.start(streamManager);
      account = holdAccount(service, deps, context);
      stops.push(
        ...startAlerting(service, { ...deps, stores, clock, rules, want: needs.want }),
        account.stop,
        needs.stop,
        ...(deps.ifLost ? [followConnection(context, deps.ifLost)] : []),
      );
    },
    stop: () => {
      streamManager.stop();
      service.recording?.stop();
      context.timers.stop();
      for (const stop of stops.splice(0)) stop();
      cache.clear();
      journal.close();
    },
  };
}

/** Connects to the service over HTTP and WebSocket. A recording replaces both, and the clock. */
function connect(service: Service, deps: Deps) {
  const { recording, baseUrl, socketHost } = service;
  const { clock, random } = recording ?? deps;
  const { config, onFault } = deps;
  const client = recording?.client ?? createApiClient({ ...service, clock, random, names: config.names });
  const openSocket = recording?.openSocket;
  const streamManager = createStreamManager({ client, clock, random, baseUrl, onFault, openSocket, socketHost });
  return { clock, random, client, streamManager };
}

/** The context shared by all actions. */
const actionContextOf = (
  service: Service,
  { config, stateDir, keyOf }: Deps,
  parts: Omit<ActionContext, 'account' | 'timers' | 'modeFile' | 'caps' | 'keyOf'>,
): ActionContext => ({
  ...parts,
  keyOf,
  account: { mode: service.mode, profile: service.account },
  timers: new Timers(parts.clock),
  modeFile: accountModeFile(stateDir, parts.session),
  caps: { ...config.caps, owners: config.owners, risk: config.risk, oneClickUsd: oneClickUsd(service, config) },
});

/** The stores that the screen is drawn from. Each change of one requests a frame. */
const displayedStores = (
  stores: Stores,
  reads: DeskReads,
  rules: PriceRulesStore,
): readonly ReadableStore<unknown>[] => {
  const { data, tape, session, notices, records, trading, bulk, plans } = stores;
  const { activeWallet, watchlist, owners, openings, riskDay } = stores;
  const { portfolio, signals, streams } = reads;
  return [
    data,
    tape,
    portfolio,
    signals,
    streams,
    session,
    notices,
    records,
    trading,
    bulk,
    activeWallet,
    rules,
    watchlist,
    owners,
    openings,
    plans,
    riskDay,
  ];
};
