import type { QueryClient } from '@tanstack/query-core';
import { type ActiveWalletStore, createActiveWalletStore } from './account/active-wallet.ts';
import { createSessionStore, type SessionStart, type SessionStore } from './account/session.ts';
import { createTradingStore, type TradingStore } from './account/trading.ts';
import { DeskData } from './desk-data.ts';
import { Candles } from './market/candles.ts';
import { Owners } from './market/owners.ts';
import { PriceSamples } from './market/price-samples.ts';
import { Tape } from './market/tape.ts';
import { createWatchlistStore, type WatchlistChange, type WatchlistStore } from './market/watchlist.ts';
import { createNoticesStore, type NoticesStore } from './notices.ts';
import { type BulkStore, createBulkStore } from './orders/bulk.ts';
import { createOperationRecordsStore, type OperationRecordsStore } from './orders/operation-records.ts';
import { createPlansStore, type PlansStore } from './orders/plans.ts';
import { createOpeningsStore, type OpeningsStore } from './portfolio/openings.ts';
import { createRiskDayStore, type RiskDayStore } from './portfolio/risk-day.ts';

/** All stores: the session and account, the market, and the operations. */
export interface Stores {
  readonly data: DeskData;
  readonly tape: Tape;
  readonly candles: Candles;
  readonly priceSamples: PriceSamples;
  readonly owners: Owners;
  readonly watchlist: WatchlistStore;
  readonly session: SessionStore;
  readonly activeWallet: ActiveWalletStore;
  readonly trading: TradingStore;
  readonly notices: NoticesStore;
  readonly records: OperationRecordsStore;
  readonly bulk: BulkStore;
  readonly plans: PlansStore;
  /** The account at the start of the day. */
  readonly openings: OpeningsStore;
  /** What the limits of the day remember. */
  readonly riskDay: RiskDayStore;
}

export interface StoresStart {
  readonly session: SessionStart;
  /** Why nothing may be sent from the start, as a sentence; null if operations are allowed. */
  readonly readOnly: string | null;
  /** The wallet that the configuration names; null for none. */
  readonly walletId: string | null;
  readonly tapeTokens: readonly string[];
  /** Changes to the watch list saved by an earlier run. */
  readonly watched?: WatchlistChange | undefined;
}

export function createStores(cache: QueryClient, start: StoresStart, now: () => number): Stores {
  const data = new DeskData(cache);
  const tape = new Tape();
  const candles = new Candles(data, now);
  tape.subscribe(() => candles.take(tape));
  const watchlist = createWatchlistStore(start.tapeTokens, start.watched);
  watchlist.subscribe(({ tokens }, before) => {
    for (const tokenId of tokens) if (!before.tokens.includes(tokenId)) candles.begin(tokenId);
  });
  return {
    data,
    tape,
    candles,
    priceSamples: new PriceSamples(),
    owners: new Owners(),
    watchlist,
    session: createSessionStore(start.session, now()),
    activeWallet: createActiveWalletStore(start.walletId),
    trading: createTradingStore({ readOnly: start.readOnly }),
    notices: createNoticesStore(),
    records: createOperationRecordsStore(),
    bulk: createBulkStore(),
    plans: createPlansStore(),
    openings: createOpeningsStore(),
    riskDay: createRiskDayStore(),
  };
}
