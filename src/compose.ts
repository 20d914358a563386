import type { QueryClient } from '@tanstack/query-core';
import { bindActions, type DeskActions } from './actions/desk-actions.ts';
import { createApiClient } from './client/api-client.ts';
import { createStreamManager } from './client/stream-manager.ts';
import type { StreamManager } from './client/stream-model.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config-schema.ts';
import { createJournal } from './platform/journal.ts';
import type { Random } from './platform/random.ts';
import { createQueryCache, DeskData, type DeskQueries } from './stores/desk-data.ts';
import { createNoticesStore, type NoticesStore } from './stores/notices.ts';
import { createSessionStore, type SessionStore } from './stores/session.ts';
import { Tape } from './stores/tape.ts';
import { startPolling } from './sync/polling.ts';
import { reconcile } from './sync/reconcile.ts';
import { startStreamRoutes } from './sync/stream-routes.ts';
import { startTokenInfo } from './sync/token-info.ts';

/** The service that the desk talks to. The desk does not know whether it is on paper: only address, key and word differ. */
export interface Service {
  readonly mode: 'paper' | 'live';
  readonly profile: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly wallet: string | null;
  readonly socketHost: string | null;
}

interface Surroundings {
  readonly clock: Clock;
  readonly random: Random;
  readonly config: Config;
  readonly journalFile: string;
  /** Something on screen may have changed. */
  readonly onChange: () => void;
  readonly onFault: (error: unknown) => void;
}

export interface DeskModel {
  readonly data: DeskData;
  readonly tape: Tape;
  readonly session: SessionStore;
  readonly notices: NoticesStore;
  readonly actions: DeskActions;
  readonly streams: StreamManager;
  readonly tapeTokens: readonly string[];
  /** Reads everything again before an order may add risk: nobody knows what happened meanwhile. */
  reconcile(): void;
  start(): void;
  stop(): void;
}

/** SOL, JUP, BONK, WIF: what a desk without a configuration watches. */
const defaultTapeTokens = [
  'solana:So11111111111111111111111111111111111111112',
  'solana:JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
  'solana:DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
  'solana:EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm',
];

/** Wires client, streams, stores, polling and actions together. Nothing runs before `start`. */
export function compose(service: Service, around: Surroundings): DeskModel {
  const { clock, random, config, onChange } = around;
  const client = createApiClient({ ...service, clock, random, names: config.names });
  const { baseUrl, socketHost } = service;
  const streams = createStreamManager({
    client,
    clock,
    random,
    baseUrl,
    onFault: around.onFault,
    ...(socketHost ? { pinnedSocketHost: socketHost } : {}),
  });
  const cache = createQueryCache();
  const data = new DeskData(cache);
  const tape = new Tape(onChange);
  const session = createSessionStore({ mode: service.mode, profile: service.profile, baseUrl }, clock.now());
  const notices = createNoticesStore();
  const journal = createJournal(around.journalFile);
  const actions = bindActions({ client, journal, clock, random, data, notices, session });
  const tapeTokens = config.tape.tokens.length > 0 ? config.tape.tokens : defaultTapeTokens;
  const stops: (() => void)[] = [];
  return {
    data,
    tape,
    session,
    notices,
    actions,
    streams,
    tapeTokens,
    reconcile: () => reconcile({ session, data, clock }),
    start: () => {
      stops.push(
        data.onChange(onChange),
        session.subscribe(onChange),
        notices.subscribe(onChange),
        client.onAnswer(({ outcome, latencyMs }) => outcome === 'ok' && session.setState({ latencyMs })),
        forgetCountedOrders(cache, session),
        startPolling(cache, client, {
          intervals: intervals(config),
          preferredWalletId: service.wallet,
          nativeUnit: config.balances.nativeUnit,
        }),
        startTokenInfo(cache, client, data, tapeTokens, clock),
        startStreamRoutes({ streams, data, tape, session, clock }, tapeTokens),
      );
      streams.start();
    },
    stop: () => {
      streams.stop();
      for (const stop of stops) stop();
      cache.clear();
      journal.close();
    },
  };
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

const intervals = ({ refresh }: Config) => ({
  positions: refresh.positionsMs,
  markets: refresh.marketsMs,
  orders: refresh.ordersMs,
  balances: refresh.balancesMs,
  holdings: refresh.balancesMs,
  wallets: refresh.usageMs,
  usage: refresh.usageMs,
});
