import type { ActionContext } from './actions/action-context.ts';
import { bindActions, type DeskActions } from './actions/desk-actions.ts';
import { disarmOneClick } from './actions/disarm-one-click.ts';
import { pokeTask } from './actions/follow-task.ts';
import { OrderLog } from './actions/order-log.ts';
import { configuredRules } from './alerts/configured-rules.ts';
import { keepRules } from './alerts/keep-rules.ts';
import { createPriceRules, type PriceRulesStore } from './alerts/price-rules.ts';
import { startAlerts } from './alerts/start-alerts.ts';
import { type ApiClient, createApiClient } from './client/api-client.ts';
import { createStreamManager } from './client/stream-manager.ts';
import type { StreamManager } from './client/stream-model.ts';
import type { Caps } from './domain/caps.ts';
import { holdAccount, lateModeFile } from './hold-account.ts';
import { createAlertsFile } from './platform/alerts-file.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config-schema.ts';
import { createJournal } from './platform/journal.ts';
import { profileFile } from './platform/paths.ts';
import type { Random } from './platform/random.ts';
import { Timers } from './platform/timers.ts';
import { polledIntervals, wantedIntervals } from './read-intervals.ts';
import { isKept, oneClickUsd, type Service, whyNoAgents, whyReadOnly } from './service.ts';
import { type BulkStore, createBulkStore } from './stores/bulk.ts';
import { Candles } from './stores/candles.ts';
import { createQueryCache, DeskData } from './stores/desk-data.ts';
import { addNotice, createNoticesStore, type NoticesStore } from './stores/notices.ts';
import { createOrderRecordsStore, type OrderRecordsStore } from './stores/order-records.ts';
import type { DeskPortfolio } from './stores/portfolio.ts';
import { PriceSamples } from './stores/price-samples.ts';
import { createSessionStore, type SessionStore } from './stores/session.ts';
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
import { forgetCountedOrders } from './sync/forget-counted-orders.ts';
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
  const parts = build(service, around);
  const { model, context, cache, journal } = parts;
  const stops: (() => void)[] = [model.wanted.stop];
  return {
    ...model,
    reconcile: () => reconcile(context),
    start: () => {
      stops.push(...follow(service, around, parts));
      model.streams.start();
      service.recording?.start(model.streams);
      stops.push(...startAlerting(service, around, parts));
      stops.push(holdAccount(service, around, context));
    },
    stop: () => {
      model.streams.stop();
      service.recording?.stop();
      context.timers.stop();
      for (const stop of stops.splice(0)) stop();
      cache.clear();
      journal.close();
    },
  };
}

type Parts = ReturnType<typeof build>;

function build(service: Service, around: Surroundings) {
  const { config, onChange, stateDir } = around;
  const { recording } = service;
  const { clock, random } = recording ?? around;
  const client = recording?.client ?? createApiClient({ ...service, clock, random, names: config.names });
  const streams = openStreams(service, around, client);
  const cache = createQueryCache();
  const data = new DeskData(cache);
  const candles = new Candles(data, () => clock.now());
  const tape = new Tape(() => {
    candles.take(tape);
    onChange();
  });
  const { mode, profile, baseUrl, account: name, wallet } = service;
  const session = createSessionStore({ mode, profile, baseUrl }, clock.now());
  session.setState({ whyNoAgents: whyNoAgents(service, config) });
  const journal = createJournal(around.journalFile);
  const account = { mode, profile: name };
  const records = createOrderRecordsStore();
  const context: ActionContext = {
    ...{ client, account, clock, random, data, session, records },
    log: new OrderLog(journal, records, clock),
    timers: new Timers(clock),
    notices: createNoticesStore(),
    trading: createTradingStore({ readOnly: whyReadOnly(service, config) }),
    bulk: createBulkStore(),
    modeFile: lateModeFile(stateDir, session),
    caps: { ...config.caps, oneClickUsd: oneClickUsd(service, config) },
    keyOf: around.keyOf,
  };
  const { notices, trading, bulk, caps } = context;
  const configured = configuredRules(config.alerts.price);
  const walletInHand = createWalletInHand(wallet);
  const perpWalletId = createPerpWalletId(cache, client, () => walletInHand.getState().perpId);
  const model = {
    ...{ data, tape, candles, session, notices, records, trading, bulk, caps, streams, walletInHand },
    actions: bindActions(context),
    priceRules: createPriceRules(configured.rules),
    watchedStreams: createWatchedStreams({ streams, client, clock, onChange }),
    portfolio: createPortfolioReads({ cache, client, everyMs: config.refresh.balancesMs, onChange }),
    signals: createSignals({
      ...{ streams, client, cache, clock, onChange },
      knownTokens: () => data.tokens().map(({ tokenId }) => tokenId),
    }),
    watchlist: createWatchlist(recording?.tapeTokens ?? tapeTokensOf(config.tape.tokens), around.watched),
    tokenSheets: createTokenSheets(cache, client),
    wanted: createWantedReads({ cache, client, clock, perpWalletId, intervals: wantedIntervals(config) }),
    priceSamples: new PriceSamples(),
  };
  return { model, context, client, cache, journal, perpWalletId, wronglyConfigured: configured.wrong };
}

function openStreams(
  { recording, baseUrl, socketHost }: Service,
  around: Surroundings,
  client: ApiClient,
): StreamManager {
  const { clock, random } = recording ?? around;
  return createStreamManager({
    ...{ client, clock, random, baseUrl },
    onFault: around.onFault,
    ...(socketHost ? { pinnedSocketHost: socketHost } : {}),
    ...(recording && { openSocket: recording.openSocket }),
  });
}

/** What makes the stores true, and the screen follow them. */
function follow(service: Service, { config, onChange }: Surroundings, parts: Parts): (() => void)[] {
  const { model, context, client, cache, perpWalletId } = parts;
  const { data, tape, session, trading, watchlist, walletInHand, priceRules, portfolio } = model;
  const { clock } = context;
  const shown = [session, model.notices, model.records, trading, model.bulk, walletInHand, priceRules, watchlist];
  return [
    data.onChange(onChange),
    data.onChange(() => sampleMarks(data, model.priceSamples)),
    ...shown.map((store) => store.subscribe(onChange)),
    followPerpWallet(cache, data, walletInHand),
    client.onAnswer(({ outcome, latencyMs }) => outcome === 'ok' && session.setState({ latencyMs })),
    forgetCountedOrders(cache, session),
    disarmOneClick(context),
    startPolling(cache, client, {
      intervals: polledIntervals(config),
      perpWalletId,
      nativeUnit: config.balances.nativeUnit,
    }),
    checkAccount(data, trading, service.wallet),
    startTokenInfo(cache, client, data, watchlist, clock, () => pricedTokens(priceRules)),
    startCandles(cache, client, model.candles),
    startStreamRoutes(
      { streams: model.streams, data, tape, session, clock, onTask: (id) => pokeTask(context, id) },
      watchlist,
    ),
    model.watchedStreams.start(),
    () => portfolio.stop(),
    model.signals.start(),
  ];
}

/** A recording is over: nobody has to be called for what it tells. */
function startAlerting(service: Service, { config, ring, stateDir }: Surroundings, parts: Parts): (() => void)[] {
  const { model, context, wronglyConfigured } = parts;
  const { data, session, records, notices, priceRules: rules, walletInHand } = model;
  const { clock, account } = context;
  for (const of of wronglyConfigured) {
    const text = `alerts.price: ${of} is no address of a token, so this alert is not set`;
    addNotice(notices, { atMs: clock.now(), tone: 'error', text });
  }
  if (!ring || service.recording) return [];
  const file = createAlertsFile(profileFile(stateDir, account, 'alerts'), () => clock.now());
  return [
    isKept(service) ? keepRules({ rules, file, notices, clock }) : () => {},
    startAlerts({
      ...{ data, session, records, notices, clock, rules, ring },
      want: model.wanted.always,
      settings: config.alerts,
      walletNow: () => walletInHand.getState().perpId,
      secrets: [service.apiKey],
    }),
  ];
}

/** What each answer says of the marks is kept for a while. */
function sampleMarks(data: DeskData, samples: PriceSamples): void {
  const { data: markets, updatedAtMs } = data.read('markets');
  if (markets) samples.take(markets, updatedAtMs);
}

const pricedTokens = (rules: PriceRulesStore): string[] =>
  rules.getState().rules.flatMap(({ of }) => (of.kind === 'token' ? [of.tokenId] : []));
