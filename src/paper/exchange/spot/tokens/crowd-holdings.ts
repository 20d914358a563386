import type { Chain } from '../../../../domain/market/chain.ts';
import { type Random, seededRandom } from '../../../../platform/time/random.ts';
import { addressOn } from './paper-addresses.ts';
import type { InsiderRole } from './token-list.ts';

/** What a holder is known for; everybody else just holds. */
export type Role = InsiderRole | 'sniper' | 'pro' | 'fresh';

/** What a holder traded in this run. USD and native amounts are floats: they are sent as JSON numbers, for display. */
export interface Trades {
  boughtUsd: number;
  boughtNative: number;
  boughtTokens: bigint;
  soldUsd: number;
  soldNative: number;
  soldTokens: bigint;
  buys: number;
  sells: number;
  firstMs: number;
}

/** What a holder's balance was and is, in base units. */
export interface HolderChange {
  readonly holder: Holder;
  readonly before: bigint;
  readonly after: bigint;
}

export interface Holder {
  /** '' until it is needed. */
  address: string;
  /** Base units. */
  amount: bigint;
  role: Role | null;
  trades: Trades | null;
}

/** What those behind a launch hold, in base units. They keep it until they sell all. */
export interface Insiders extends Readonly<Record<InsiderRole, bigint>> {
  readonly creator: string;
}

/** Most holders that a token has when it is first looked at. */
const mostHolders = 1500;
/** From this many trades in one token on, a holder trades for a living. */
const proTrades = 25;

/** How many of the largest holders have a role: at least and up to, and between which ranks they are. */
const openingRoles: readonly (readonly [role: Role, least: number, most: number, fromRank: number, toRank: number])[] =
  [
    ['developer', 1, 1, 2, 30],
    ['insider', 3, 12, 0, 80],
    ['bundler', 2, 14, 5, 120],
    ['sniper', 5, 25, 10, 200],
    ['pro', 5, 30, 0, 300],
    ['fresh', 40, 120, 100, mostHolders],
  ];

export interface CrowdOptions {
  readonly chain: Chain;
  /** Base units that they hold together. */
  readonly total: bigint;
  /** How many they are, besides those behind a launch; by default as many as an old token has. */
  readonly count?: number;
  readonly seed: number;
  /** False for money, which has no developer and no snipers. */
  readonly hasRoles: boolean;
  /** Those of a launched token, whose holdings are a part of `total`; null where they are drawn. */
  readonly insiders: Insiders | null;
}

/** The crowd's holdings of one token by person; their sum is the crowd's ledger balance. */
export class CrowdHoldings {
  readonly #named = new Map<string, Holder>();
  /** Holders who have not traded yet, largest last. */
  readonly #silent: Holder[];
  readonly #random: Random;
  readonly #chain: Chain;
  #lender: Holder | null = null;
  /** Who traded last; null before the first trade. */
  lastTrader: Holder | null = null;

  /** Few hold much, many hold little. */
  constructor({ chain, total, count = mostHolders, seed, hasRoles, insiders }: CrowdOptions) {
    this.#chain = chain;
    const random = seededRandom(seed);
    this.#random = random;
    const behind = insiders ? this.#insiders(insiders) : [];
    const rest = total - behind.reduce((sum, { amount }) => sum + amount, 0n);
    const weights = Array.from({ length: count }, (_, rank) => (0.5 + random.next()) / (rank + 8) ** 1.05);
    const holders = shares(rest, weights).map((amount): Holder => ({ address: '', amount, role: null, trades: null }));
    if (hasRoles) this.#giveRoles(holders, insiders !== null);
    this.#silent = holders.reverse();
    // Known by name, so that nobody else trades as one of them.
    for (const holder of behind) this.#named.set(holder.address, holder);
  }

  /**
   * Adds base units to a holder, or removes them. What a seller lacks, large holders send first. Returns what
   * changed, in order; the last change is the trade's own.
   */
  change(maker: string, amount: bigint): HolderChange[] {
    const holder = this.holder(maker);
    const changes: HolderChange[] = [];
    for (let lacking = -amount - holder.amount; lacking > 0n; lacking = -amount - holder.amount) {
      const lender = this.#lenderBeside(holder);
      if (!lender) break;
      const sent = lender.amount < lacking ? lender.amount : lacking;
      changes.push(move(lender, -sent), move(holder, sent));
    }
    changes.push(move(holder, -amount > holder.amount ? -holder.amount : amount));
    return changes;
  }

  /** The person with this address, who holds something if there still are holders without a name. */
  holder(address: string): Holder {
    return this.#named.get(address) ?? this.#opening(address);
  }

  /** Notes a trade that has changed the holdings. */
  note(holder: Holder, isBuy: boolean, { usd, native, tokens, atMs }: Trade): void {
    holder.trades ??= newTrades(atMs);
    const { trades } = holder;
    if (isBuy) {
      trades.boughtUsd += usd;
      trades.boughtNative += native;
      trades.boughtTokens += tokens;
      trades.buys++;
    } else {
      trades.soldUsd += usd;
      trades.soldNative += native;
      trades.soldTokens += tokens;
      trades.sells++;
    }
    if (trades.buys + trades.sells >= proTrades) holder.role ??= 'pro';
    this.lastTrader = holder;
  }

  holders(): Holder[] {
    return this.#everybody().filter(({ amount }) => amount > 0n);
  }

  /** Also those who hold nothing any more. */
  withRoles(): Map<Role, Holder[]> {
    return Map.groupBy(
      this.#everybody().filter((holder): holder is Holder & { role: Role } => holder.role !== null),
      ({ role }) => role,
    );
  }

  addressOf(holder: Holder): string {
    holder.address ||= addressOn(this.#chain, this.#random);
    return holder.address;
  }

  #everybody(): Holder[] {
    return [...this.#silent, ...this.#named.values()];
  }

  /** Somebody else with a large holding: the largest one, until it is spent. */
  #lenderBeside(holder: Holder): Holder | null {
    if (this.#lender !== holder && this.#lender && this.#lender.amount > 0n) return this.#lender;
    while (this.#silent.at(-1)?.amount === 0n) this.#silent.pop();
    let largest = this.#silent.at(-1) ?? null;
    // Insiders keep what they have, unless nobody else has anything.
    if (!largest)
      for (const other of this.#named.values())
        if (other !== holder && other.amount > (largest?.amount ?? 0n) && !isInsider(other.role)) largest = other;
    largest ??= this.#everybody().find((other) => other !== holder && other.amount > 0n) ?? null;
    this.#lender = largest;
    return largest;
  }

  /** A first-time trader: with a holding that is neither a whale's nor dust, or as a new wallet once there is none left. */
  #opening(maker: string): Holder {
    const [known] = this.#silent.splice(Math.floor(this.#silent.length * 0.7), 1);
    const holder = known ?? { address: maker, amount: 0n, role: 'fresh', trades: null };
    holder.address = maker;
    this.#named.set(maker, holder);
    return holder;
  }

  #insiders({ creator, ...amounts }: Insiders): Holder[] {
    return openingRoles.flatMap(([role, least, most]) => {
      if (!isInsider(role)) return [];
      const weights = Array.from(
        { length: least + this.#random.int(most - least + 1) },
        () => 0.5 + this.#random.next(),
      );
      return shares(amounts[role], weights).map((amount): Holder => {
        const address = role === 'developer' && creator ? creator : addressOn(this.#chain, this.#random);
        return { address, amount, role, trades: null };
      });
    });
  }

  #giveRoles(holders: readonly Holder[], hasInsiders: boolean): void {
    for (const [role, least, most, fromRank, toRank] of openingRoles) {
      if (hasInsiders && isInsider(role)) continue;
      const to = Math.min(toRank, holders.length);
      const from = Math.min(fromRank, to >> 1);
      const atMost = Math.min(most, (to - from) >> 2);
      const count = Math.min(least, atMost) + this.#random.int(Math.max(atMost - least, 0) + 1);
      // Where few are left without a role, some are not given.
      for (let given = 0, tries = 0; given < count && tries < 50 * count; tries++) {
        const holder = holders[from + this.#random.int(to - from)]!;
        if (holder.role === null) given++;
        holder.role ??= role;
      }
    }
  }
}

const isInsider = (role: Role | null): role is InsiderRole =>
  role === 'developer' || role === 'insider' || role === 'bundler';

/** Divides a whole amount by weight; the first gets what rounding leaves. */
function shares(total: bigint, weights: readonly number[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const parts = weights.map((weight) => (total * BigInt(Math.floor((weight / sum) * 1e15))) / 10n ** 15n);
  parts[0]! += total - parts.reduce((all, part) => all + part, 0n);
  return parts;
}

function move(holder: Holder, amount: bigint): HolderChange {
  const before = holder.amount;
  holder.amount += amount;
  return { holder, before, after: holder.amount };
}

export interface Trade {
  readonly usd: number;
  readonly native: number;
  readonly tokens: bigint;
  readonly atMs: number;
}

const newTrades = (firstMs: number): Trades => ({
  boughtUsd: 0,
  boughtNative: 0,
  boughtTokens: 0n,
  soldUsd: 0,
  soldNative: 0,
  soldTokens: 0n,
  buys: 0,
  sells: 0,
  firstMs,
});
