import type { QueryClient } from '@tanstack/query-core';
import type { ActionContext } from './actions/action-context.ts';
import { bindActions, type DeskActions } from './actions/desk-actions.ts';
import { disarmOneClick } from './actions/disarm-one-click.ts';
import { pokeTask } from './actions/follow-task.ts';
import { holdLock } from './actions/hold-lock.ts';
import { OrderLog } from './actions/order-log.ts';
import { startOrders } from './actions/start-orders.ts';
import { loadTradingMode } from './actions/trading-mode.ts';
import { configuredRules } from './alerts/configured-rules.ts';
import { keepRules } from './alerts/keep-rules.ts';
import { createPriceRules, type PriceRulesStore } from './alerts/price-rules.ts';
import { startAlerts } from './alerts/start-alerts.ts';
import { type ApiClient, createApiClient } from './client/api-client.ts';
import { createStreamManager } from './client/stream-manager.ts';
import type { StreamManager } from './client/stream-model.ts';
import type { SocketFactory } from './client/stream-socket.ts';
import type { Caps } from './domain/caps.ts';
import { lockAccount } from './platform/account-lock.ts';
import { createAlertsFile } from './platform/alerts-file.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config-schema.ts';
import { createJournal } from './platform/journal.ts';
import { createModeFile } from './platform/mode-file.ts';
import { accountFile } from './platform/paths.ts';
import type { Random } from './platform/random.ts';
import { rotateJournal } from './platform/rotate-journal.ts';
import { Timers } from './platform/timers.ts';
import { pathKey } from './protocol/names.ts';
import { type BulkStore, createBulkStore } from './stores/bulk.ts';
import { Candles } from './stores/candles.ts';
import { createQueryCache, DeskData, type DeskQueries } from './stores/desk-data.ts';
import { unfinishedIds } from './stores/fold-lines.ts';
import { addNotice, createNoticesStore, type NoticesStore } from './stores/notices.ts';
import { createOrderRecordsStore, type OrderRecordsStore } from './stores/order-records.ts';
import type { DeskPortfolio } from './stores/portfolio.ts';
import { PriceSamples } from './stores/price-samples.ts';
import { toProblem } from './stores/problem.ts';
import { createSessionStore, type SessionState, type SessionStore } from './stores/session.ts';
import type { DeskSignals } from './stores/signals.ts';
import { Tape } from './stores/tape.ts';
import type { TokenSheets } from './stores/token-sheet.ts';
import { createTradingStore, type TradingStore } from './stores/trading.ts';
import { createWalletInHand, type WalletInHandStore } from './stores/wallet-in-hand.ts';
import type { WantedReads } from './stores/wanted-reads.ts';
import { createWatchlist, type Watchlist, type WatchlistChange } from './stores/watchlist.ts';
import { startCandles } from './sync/candles.ts';
import { checkAccount } from './sync/check-account.ts';
import { tapeTokensOf } from './sync/desk-streams.ts';
import { createPerpWalletId, followPerpWallet } from './sync/perp-wallet-id.ts';
import { startPolling } from './sync/polling.ts';
import { createPortfolioReads } from './sync/portfolio.ts';
import { reconcile } from './sync/reconcile.ts';
import { createSignals } from './sync/signals.ts';
import { startStreamRoutes } from './sync/stream-routes.ts';
import { startTokenInfo } from './sync/token-info.ts';
import { createTokenSheets } from './sync/token-sheets.ts';
import { createWantedReads } from './sync/wanted-reads.ts';
import { createWatchedStreams, type WatchedStreams } from './sync/watched-streams.ts';

/** The service that the desk talks to. The desk does not know whether it is on paper: only address, key and word differ. */
export interface Service {
  readonly mode: SessionState['mode'];
  readonly profile: string;
  /** Name of the account in the journal; one that is forgotten afterwards has a name of its own. */
  readonly account: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly wallet: string | null;
  readonly socketHost: string | null;
  /** A recording in the service's place; absent for a service that is there. */
  readonly recording?: PlayedService;
}

/** What stands in for a service, and for the time, while a recording is played. */
export interface PlayedService {
  readonly clock: Clock;
  readonly random: Random;
  readonly client: ApiClient;
  readonly openSocket: SocketFactory;
  readonly tapeTokens: readonly string[];
  /** The streams are wanted: it may begin. */
  start(streams: StreamManager): void;
  stop(): void;
}

interface Surroundings {
  readonly clock: Clock;
  readonly random: Random;
  readonly config: Config;
  readonly journalFile: string;
  readonly stateDir: string;
  /** Something on screen may have changed. */
  readonly onChange: () => void;
  readonly onFault: (error: unknown) => void;
  /** What was changed of the tokens on the tape in an earlier run. */
  readonly watched?: WatchlistChange | undefined;
  /** The key in force of a command, as sentences name it. */
  readonly keyOf: (commandId: string) => string;
  /** Writes bytes that are not seen to the terminal; without it nobody is there to be alerted. */
  readonly ring?: (bytes: string) => void;
}

export interface DeskModel {
  readonly data: DeskData;
  readonly tape: Tape;
  readonly candles: Candles;
  readonly session: SessionStore;
  readonly notices: NoticesStore;
  readonly actions: DeskActions;
  readonly records: OrderRecordsStore;
  readonly trading: TradingStore;
  readonly caps: Caps;
  readonly bulk: BulkStore;
  readonly priceRules: PriceRulesStore;
  readonly streams: StreamManager;
  readonly watchedStreams: WatchedStreams;
  readonly portfolio: DeskPortfolio;
  readonly signals: DeskSignals;
  readonly watchlist: Watchlist;
  readonly walletInHand: WalletInHandStore;
  readonly tokenSheets: TokenSheets;
  readonly wanted: WantedReads;
  readonly priceSamples: PriceSamples;
  /** Reads everything again before an order may add risk: nobody knows what happened meanwhile. */
  reconcile(): void;
  start(): void;
  stop(): void;
}

/** Wires client, streams, stores, polling and actions together. Nothing runs before `start`. */
export function compose(service: Service, around: Surroundings): DeskModel {
  const { config, onChange } = around;
  const { recording } = service;
  const { clock, random } = recording ?? around;
  const client = recording?.client ?? createApiClient({ ...service, clock, random, names: config.names });
  const { baseUrl, socketHost } = service;
  const streams = createStreamManager({
    client,
    clock,
    random,
    baseUrl,
    onFault: around.onFault,
    ...(socketHost ? { pinnedSocketHost: socketHost } : {}),
    ...(recording && { openSocket: recording.openSocket }),
  });
  const watchedStreams = createWatchedStreams({ streams, client, clock, onChange });
  const cache = createQueryCache();
  const data = new DeskData(cache);
  const portfolio = createPortfolioReads({ cache, client, everyMs: config.refresh.balancesMs, onChange });
  const signals = createSignals({
    ...{ streams, client, cache, clock, onChange },
    knownTokens: () => data.tokens().map(({ tokenId }) => tokenId),
  });
  const candles = new Candles(data, () => clock.now());
  const tape = new Tape(() => {
    candles.take(tape);
    onChange();
  });
  const session = createSessionStore({ mode: service.mode, profile: service.profile, baseUrl }, clock.now());
  const notices = createNoticesStore();
  const journal = createJournal(around.journalFile);
  const records = createOrderRecordsStore();
  const trading = createTradingStore({ readOnly: whyReadOnly(service, config) });
  const bulk = createBulkStore();
  const configured = configuredRules(config.alerts.price);
  const priceRules = createPriceRules(configured.rules);
  const account = { mode: service.mode, profile: service.account };
  const caps = { ...config.caps, oneClickUsd: oneClickUsd(service, config) };
  const context: ActionContext = {
    client,
    log: new OrderLog(journal, records, clock),
    account,
    clock,
    timers: new Timers(clock),
    random,
    data,
    notices,
    session,
    records,
    trading,
    bulk,
    modeFile: createModeFile(accountFile(around.stateDir, account, 'json')),
    caps,
    keyOf: around.keyOf,
  };
  const alertsFile = createAlertsFile(accountFile(around.stateDir, account, 'alerts'), () => clock.now());
  const watchlist = createWatchlist(recording?.tapeTokens ?? tapeTokensOf(config.tape.tokens), around.watched);
  session.setState({ whyNoAgents: whyNoAgents(service, config) });
  const walletInHand = createWalletInHand(service.wallet);
  const perpWalletId = createPerpWalletId(cache, client, () => walletInHand.getState().perpId);
  const wanted = createWantedReads({ cache, client, clock, perpWalletId, intervals: wantedIntervals(config) });
  const priceSamples = new PriceSamples();
  const stops: (() => void)[] = [wanted.stop];
  return {
    data,
    tape,
    candles,
    session,
    notices,
    actions: bindActions(context),
    records,
    trading,
    bulk,
    priceRules,
    caps,
    streams,
    watchedStreams,
    portfolio,
    signals,
    watchlist,
    walletInHand,
    tokenSheets: createTokenSheets(cache, client),
    wanted,
    priceSamples,
    reconcile: () => reconcile({ session, data, clock }),
    start: () => {
      stops.push(
        data.onChange(onChange),
        data.onChange(() => sampleMarks(data, priceSamples)),
        session.subscribe(onChange),
        notices.subscribe(onChange),
        records.subscribe(onChange),
        trading.subscribe(onChange),
        bulk.subscribe(onChange),
        walletInHand.subscribe(onChange),
        followPerpWallet(cache, data, walletInHand),
        priceRules.subscribe(onChange),
        watchlist.subscribe(onChange),
        client.onAnswer(({ outcome, latencyMs }) => outcome === 'ok' && session.setState({ latencyMs })),
        forgetCountedOrders(cache, session),
        disarmOneClick(context),
        startPolling(cache, client, {
          intervals: intervals(config),
          perpWalletId,
          nativeUnit: config.balances.nativeUnit,
        }),
        checkAccount(data, trading, service.wallet),
        startTokenInfo(cache, client, data, watchlist, clock, () => pricedTokens(priceRules)),
        startCandles(cache, client, candles),
        startStreamRoutes({ streams, data, tape, session, clock, onTask: (id) => pokeTask(context, id) }, watchlist),
        watchedStreams.start(),
        () => portfolio.stop(),
        signals.start(),
      );
      streams.start();
      recording?.start(streams);
      for (const of of configured.wrong) {
        const text = `alerts.price: ${of} is no address of a token, so this alert is not set`;
        addNotice(notices, { atMs: clock.now(), tone: 'error', text });
      }
      // A recording is over: nobody has to be called for what it tells.
      if (around.ring && !recording)
        stops.push(
          isKept(service) ? keepRules({ rules: priceRules, file: alertsFile, notices, clock }) : () => {},
          startAlerts({
            ...{ data, session, records, notices, clock, rules: priceRules, ring: around.ring },
            want: wanted.always,
            settings: config.alerts,
            walletNow: () => walletInHand.getState().perpId,
            secrets: [service.apiKey],
          }),
        );
      loadTradingMode(context);
      const lockFile = accountFile(around.stateDir, account, 'lock');
      stops.push(
        holdLock(
          context,
          () => lockAccount(lockFile),
          () => {
            rotate(around, notices);
            takeUp(context);
          },
        ),
      );
    },
    stop: () => {
      streams.stop();
      recording?.stop();
      context.timers.stop();
      for (const stop of stops) stop();
      cache.clear();
      journal.close();
    },
  };
}

/** Reads what earlier runs left. A journal that cannot be read stops the sending, not the desk. */
function takeUp(context: ActionContext): void {
  const { notices, clock, trading } = context;
  try {
    const badLines = startOrders(context);
    const text = `${badLines} lines of the journal cannot be read; swapdeck journal names them.`;
    if (badLines > 0) addNotice(notices, { atMs: clock.now(), tone: 'warn', text });
  } catch (error) {
    trading.setState({ lock: `Nothing is sent: the journal cannot be read (${toProblem(error).message}).` });
  }
}

/** A journal that grew too long is put aside before it is read; where that cannot be, it stays as it is. */
function rotate({ journalFile, clock }: Surroundings, notices: NoticesStore): void {
  try {
    rotateJournal(journalFile, { nowMs: clock.now(), unfinished: unfinishedIds });
  } catch (error) {
    const text = `The journal could not be rotated and goes on growing: ${toProblem(error).message}`;
    addNotice(notices, { atMs: clock.now(), tone: 'warn', text });
  }
}

/** An account that is forgotten with the desk has a name of its own. */
const isKept = ({ account, profile }: Service): boolean => account === profile;

/** Paper is for practice: there it can be armed without a configuration. */
const oneClickUsd = ({ mode, profile }: Service, config: Config): string | null =>
  mode === 'paper' ? '1000' : (config.profiles[profile]?.oneClickUsd ?? null);

function whyReadOnly({ mode, profile }: Service, config: Config): string | null {
  if (mode === 'replay') return 'This is a recording: there is nothing to trade with.';
  return config.profiles[profile]?.isReadOnly
    ? `The profile ${profile} is read-only (read_only in the configuration): nothing is sent.`
    : null;
}

/**
 * A fresh usage counts the orders that were counted here meanwhile. Where the service gives no count, the one of this
 * session is all there is, and stays.
 */
function forgetCountedOrders(cache: QueryClient, session: SessionStore): () => void {
  return cache.getQueryCache().subscribe(({ type, query }) => {
    if (
      type === 'updated' &&
      query.queryKey[1] === 'usage' &&
      query.state.fetchStatus === 'idle' &&
      query.state.status === 'success' &&
      (query.state.data as DeskQueries['usage']).usage?.executionsLastHour != null
    )
      if (session.getState().executionsSinceUsage > 0) session.setState({ executionsSinceUsage: 0 });
  });
}

/** The contract shows no path for agents; paper has its own. */
function whyNoAgents({ mode }: Service, { names }: Config): string | null {
  const missing = ['agents.invoke', 'agents.session'].map(pathKey).filter((key) => names[key] === undefined);
  return mode !== 'live' || missing.length === 0
    ? null
    : `Agents are off at a live service until their paths are known: set ${missing.join(' and ')} under [names] in the configuration.`;
}

const intervals = ({ refresh }: Config) => ({
  positions: refresh.positionsMs,
  markets: refresh.marketsMs,
  orders: refresh.ordersMs,
  balances: refresh.balancesMs,
  holdings: refresh.balancesMs,
  wallets: refresh.usageMs,
  usage: refresh.usageMs,
});

/** Often enough to see what was changed elsewhere, ms. */
const accountMs = 30_000;

const wantedIntervals = ({ refresh }: Config) => ({
  me: accountMs,
  settings: accountMs,
  groups: accountMs,
  suggestions: accountMs,
  perpOrders: refresh.ordersMs,
  fills: refresh.ordersMs,
  fees: refresh.usageMs,
  funding: refresh.usageMs,
  perpAccount: refresh.ordersMs,
  book: refresh.marketsMs,
});

/** What each answer says of the marks is kept for a while. */
function sampleMarks(data: DeskData, samples: PriceSamples): void {
  const { data: markets, updatedAtMs } = data.read('markets');
  if (markets) samples.take(markets, updatedAtMs);
}

const pricedTokens = (rules: PriceRulesStore): string[] =>
  rules.getState().rules.flatMap(({ of }) => (of.kind === 'token' ? [of.tokenId] : []));
