import type Big from 'big.js';
import { activeWallets, perpWallet } from '../account/wallets.ts';
import type { Stores } from '../create-stores.ts';
import { whyNotFresh } from '../freshness.ts';
import { type InFlight, inFlight } from './in-flight.ts';
import { type Opening, openingOf, sinceOpening, withOpening } from './openings.ts';
import { type PerpTotals, perpTotals } from './perp-totals.ts';
import { positionRows } from './position-rows.ts';
import { type SpotTotal, spotTotal } from './spot-total.ts';

/** Everything that the account is worth: spot wallets, the perp account of the shown wallet, and what is in flight. */
export interface Equity {
  /** USD; null until every part is known, as `missing` says: a part of it never shows as the whole. */
  readonly totalUsd: Big | null;
  readonly spot: SpotTotal;
  /** null until the positions are read. */
  readonly perps: PerpTotals | null;
  readonly inFlight: InFlight;
  /** Number of balances and transfers without a price: the total lacks them. */
  readonly unpriced: number;
  /** What has not been read, in words. */
  readonly missing: readonly string[];
  /** What today's PnL counts from; null if there is none yet. */
  readonly opening: Opening | null;
  /** Change of the total since the opening, USD. Deposits and withdrawals count too: the service reports none. */
  readonly todayUsd: Big | null;
}

type Sources = Pick<Stores, 'data' | 'records' | 'session' | 'activeWallet' | 'openings'>;

/** Everything that the account is worth, USD; null until every part is known. */
export const equityTotal = (stores: Pick<Sources, 'data' | 'records'>): Big | null => wholeOf(stores).totalUsd;

function wholeOf({ data, records }: Pick<Sources, 'data' | 'records'>) {
  const spot = spotTotal(data);
  const perps = perpTotals(data);
  const moving = inFlight(data, records.getState().records);
  const missing = [
    ...spot.missing.map((name) => (name === 'holdings' ? 'token holdings' : name)),
    ...(perps?.valueUsd ? [] : ['perp account']),
  ];
  const totalUsd = missing.length === 0 && perps?.valueUsd ? perps.valueUsd.plus(spot.usd).plus(moving.usd) : null;
  return { totalUsd, spot, perps, inFlight: moving, unpriced: spot.unpriced + moving.unknown, missing };
}

/** The equity of the account from one snapshot of reads and marks. */
export function equityOf(stores: Sources, nowMs: number): Equity {
  const { openings } = stores;
  const whole = wholeOf(stores);
  const { totalUsd } = whole;
  const account = openingsKey(stores);
  const opening = account === null ? null : openingOf(openings.getState()[account] ?? [], nowMs);
  return {
    ...whole,
    opening,
    todayUsd: opening && totalUsd && sinceOpening(opening, totalUsd),
  };
}

/** Openings belong to an account and the wallet of its perp account, which the equity counts; null until both are known. */
export function openingsKey({ data, session, activeWallet }: Sources): string | null {
  const { accountId } = session.getState();
  const wallets = data.read('wallets').data;
  if (accountId === null || !wallets) return null;
  return `${accountId} ${perpWallet(activeWallets(wallets), activeWallet.getState().perpId)?.walletId ?? ''}`;
}

/** What the total is made of. A stale part of it must not become the day's opening. */
export const equityParts = ['positions', 'markets', 'balances', 'holdings'] as const;

/** Takes the day's opening once everything is fresh and nothing is moving between wallets. */
export function takeOpening(stores: Sources & Pick<Stores, 'trading'>, nowMs: number): void {
  const account = openingsKey(stores);
  if (account === null || whyNotFresh(stores.data, stores.session, equityParts, nowMs) !== null) return;
  // Another desk that holds the account's lock has its journal: what it moves is unknown here.
  if (!stores.records.getState().isLoaded && stores.trading.getState().lock === null) return;
  const before = stores.openings.getState()[account] ?? [];
  if (openingOf(before, nowMs)) return;
  const { totalUsd, inFlight: moving } = equityOf(stores, nowMs);
  if (!totalUsd || moving.isSettling) return;
  const unrealised = Object.fromEntries(
    positionRows(stores.data).flatMap(({ key, position }) =>
      position?.unrealizedPnl ? [[key, position.unrealizedPnl.toFixed()]] : [],
    ),
  );
  const opening = { atMs: nowMs, equityUsd: totalUsd.toFixed(), unrealised };
  stores.openings.setState({ [account]: withOpening(before, opening) });
}
