import { createStore } from 'zustand/vanilla';
import { type OwnerGroup, ownerGroups } from '../../domain/market/owner-groups.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import type { StreamData } from '../../protocol/stream.ts';
import type { svmTokenDistributionStats, svmTokenHolderStats } from '../../protocol/streams/svm.ts';
import type { ReadableStore } from '../store.ts';

type Distribution = NonNullable<StreamData<typeof svmTokenDistributionStats>['stats']>;
/** What one holder traded; the service does not name the holder. */
export type HolderRecord = NonNullable<StreamData<typeof svmTokenHolderStats>['stats']>;

export interface OwnerPoint {
  /** When it was received, wall clock ms. */
  readonly atMs: number;
  /** Decimal text in the service's unit. */
  readonly balance: string;
}

export interface OwnerHistory {
  /** Oldest first; empty if the group is unknown. */
  readonly points: readonly OwnerPoint[];
  /** Wallets in the group; null if unknown. */
  readonly wallets: number | null;
}

interface Heard<T> {
  readonly atMs: number;
  readonly data: T;
}

/** What the streams told of one token's owners. */
export interface TokenOwners {
  readonly groups: Readonly<Record<OwnerGroup, OwnerHistory>>;
  readonly holders: number | null;
  /** When the last figures were received, even if they were empty; null before the first. */
  readonly heardAtMs: number | null;
  /** Why the service refuses the figures, or why the last ones could not be read; null if all is well. */
  readonly problem: string | null;
  /** The last record of the token's developer, and the last of another holder. */
  readonly developer: Heard<HolderRecord> | null;
  readonly other: Heard<HolderRecord> | null;
}

const mostTokens = 50;
const mostPoints = 120;
/** How long points are kept for the trend, ms. */
const keptMs = 3_600_000;

const emptyGroup: OwnerHistory = { points: [], wallets: null };
const nothing: TokenOwners = {
  groups: Object.fromEntries(ownerGroups.map((group) => [group, emptyGroup])) as Record<OwnerGroup, OwnerHistory>,
  holders: null,
  heardAtMs: null,
  problem: null,
  developer: null,
  other: null,
};

/** Who owns the tokens that the user looked at in this session, for the last tokens and the last hour. */
export class Owners implements ReadableStore<{ readonly changes: number }> {
  readonly #store = createStore(() => ({ changes: 0 }));
  readonly getState = this.#store.getState;
  readonly subscribe = this.#store.subscribe;
  /** By `chain:address`, the one written last at the end. */
  readonly #tokens = new Map<string, TokenOwners>();

  of(tokenId: string): TokenOwners {
    return this.#tokens.get(tokenId) ?? nothing;
  }

  /** Adds figures. A group that they do not tell keeps its last figure, which grows old. */
  take(tokenId: string, stats: Distribution | null | undefined, atMs: number): void {
    const known = this.of(tokenId);
    const groups = stats ? figuresOf(stats) : null;
    this.#put(tokenId, {
      ...known,
      heardAtMs: atMs,
      problem: null,
      holders: groups ? wholeOf(stats?.holderCount) : known.holders,
      groups: Object.fromEntries(
        ownerGroups.map((group) => [group, withFigure(known.groups[group], groups?.[group], atMs)]),
      ) as Record<OwnerGroup, OwnerHistory>,
    });
  }

  takeRecord(tokenId: string, data: HolderRecord | null | undefined, atMs: number): void {
    if (data) this.#put(tokenId, { ...this.of(tokenId), [data.isTokenDev ? 'developer' : 'other']: { atMs, data } });
  }

  /** Says why nothing can be known; null: nothing is wrong any more. */
  setProblem(tokenId: string, problem: string | null): void {
    if (this.of(tokenId).problem !== problem) this.#put(tokenId, { ...this.of(tokenId), problem });
  }

  #put(tokenId: string, owners: TokenOwners): void {
    this.#tokens.delete(tokenId);
    this.#tokens.set(tokenId, owners);
    for (const oldest of this.#tokens.keys()) {
      if (this.#tokens.size <= mostTokens) break;
      this.#tokens.delete(oldest);
    }
    this.#store.setState(({ changes }) => ({ changes: changes + 1 }));
  }
}

type Figure = readonly [balance: string | null | undefined, wallets: number | null];

const figuresOf = (stats: Distribution): Readonly<Record<OwnerGroup, Figure>> => ({
  developer: [stats.developerBalance, stats.developer ? 1 : null],
  top10: [stats.top10HolderBalances, stats.top10Holders?.length ?? null],
  insiders: [stats.insiderBalances, wholeOf(stats.insiderCount)],
  snipers: [stats.sniperBalances, wholeOf(stats.sniperCount)],
  bundlers: [stats.bundlerBalances, wholeOf(stats.bundlerCount)],
  fresh: [stats.freshieBalances, wholeOf(stats.freshieCount)],
  pro: [stats.proTraderBalances, wholeOf(stats.proTraderCount)],
});

const wholeOf = (text: string | null | undefined): number | null => {
  const count = readDecimal(text);
  return count?.gte(0) && count.lte(Number.MAX_SAFE_INTEGER) ? Math.floor(count.toNumber()) : null;
};

function withFigure(history: OwnerHistory, [balance, wallets]: Figure = [null, null], atMs: number): OwnerHistory {
  const amount = readDecimal(balance);
  if (!amount || amount.lt(0)) return history;
  // Those from the future were received before the clock was set back.
  const kept = history.points.filter((point) => point.atMs < atMs && atMs - point.atMs <= keptMs);
  return { points: [...kept, { atMs, balance: amount.toFixed() }].slice(-mostPoints), wallets };
}
