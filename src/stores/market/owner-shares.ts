import type Big from 'big.js';
import { type OwnerGroup, type OwnerLimits, ownerGroups } from '../../domain/market/owner-groups.ts';
import { toBig } from '../../domain/numbers/amount.ts';
import { readDecimal, readPositive } from '../../domain/numbers/decimal.ts';
import type { DeskData } from '../desk-data.ts';
import { isOfUnknownAge } from '../freshness.ts';
import type { OwnerHistory, Owners, TokenOwners } from './owners.ts';
import { deepestFirst } from './token-sheet.ts';

/** What one group owns of a token. */
export interface OwnerShare {
  readonly group: OwnerGroup;
  /** Percent of the supply; null if unknown. */
  readonly pct: Big | null;
  /** Change of `pct` since the first point of the trend, in percentage points; null with a single point. */
  readonly changePct: Big | null;
  /** Whole tokens; null if unknown. */
  readonly tokens: Big | null;
  /** The balance as the service sent it; null if unknown. */
  readonly balance: string | null;
  readonly wallets: number | null;
  /** null if the group is unknown, or if the clock was set back since. */
  readonly ageMs: number | null;
  /** Unknown, or too old for the user's limits. */
  readonly isStale: boolean;
  /** Balances, oldest first, as floats for a sparkline. */
  readonly trend: readonly number[];
  /** The user's limit in percent; null for none. */
  readonly maxPct: Big | null;
}

export interface OwnerShares {
  /** In the order of `ownerGroups`. */
  readonly shares: readonly OwnerShare[];
  readonly holders: number | null;
  /** Why balances that are known have no share; null if they have, or if none is known. */
  readonly noShares: string | null;
}

interface Sources {
  readonly data: DeskData;
  readonly owners: Owners;
}

/** Reads a balance as whole tokens; null if its unit leaves that open. */
type TokensOf = (balance: string) => Big | null;

/** Who owns a token (`chain:address`), as far as it is known. */
export function ownerShares(
  { data, owners }: Sources,
  limits: OwnerLimits,
  tokenId: string,
  nowMs: number,
): OwnerShares {
  const known = owners.of(tokenId);
  const decimals = decimalsOf(data, tokenId);
  const tokensOf: TokensOf = (balance) => wholeTokens(balance, limits.unit, decimals);
  const supply = supplyOf(data, tokenId);
  const doubt = whyNoShares(data, tokenId, known, supply, tokensOf);
  const pctOf: TokensOf = (balance) =>
    doubt === null && supply ? (tokensOf(balance)?.times(100).div(supply) ?? null) : null;
  const shownTokens: TokensOf = (balance) => (doubt === doesNotFit ? null : tokensOf(balance));
  const shares = ownerGroups.map((group): OwnerShare => {
    const maxPct = readDecimal(limits.maxPct[group]);
    return { group, maxPct, ...shareOf(known.groups[group], limits.maxAgeMs, nowMs, shownTokens, pctOf) };
  });
  return { shares, holders: known.holders, noShares: doubt };
}

export const decimalsOf = (data: DeskData, tokenId: string): number | null =>
  data.sheet(tokenId, 'info').data?.decimals ?? data.token(tokenId)?.decimals ?? null;

function shareOf(
  { points, wallets }: OwnerHistory,
  maxAgeMs: number,
  nowMs: number,
  tokensOf: TokensOf,
  pctOf: TokensOf,
): Omit<OwnerShare, 'group' | 'maxPct'> {
  const [first, last] = [points[0], points.at(-1)];
  const pct = last ? pctOf(last.balance) : null;
  const before = first && first !== last ? pctOf(first.balance) : null;
  const ageMs = !last || isOfUnknownAge(last.atMs, nowMs) ? null : Math.max(0, nowMs - last.atMs);
  return {
    pct,
    changePct: pct && before && pct.minus(before),
    tokens: last ? tokensOf(last.balance) : null,
    balance: last?.balance ?? null,
    wallets,
    ageMs,
    isStale: ageMs === null || ageMs > maxAgeMs,
    trend: points.map(({ balance }) => Number(balance)),
  };
}

/** A balance in whole tokens; null if its unit leaves that open. A fraction cannot be base units. */
export function wholeTokens(balance: string, unit: OwnerLimits['unit'], decimals: number | null): Big | null {
  if (unit === 'whole') return readDecimal(balance);
  return decimals === null || balance.includes('.') ? null : toBig(BigInt(balance), decimals);
}

/**
 * Supply in whole tokens: market cap ÷ price of the deepest pool that tells both, since the service has no supply of Solana
 * tokens.
 */
export function supplyOf(data: DeskData, tokenId: string): Big | null {
  for (const { marketCapUsd, priceUsd } of deepestFirst(data.sheet(tokenId, 'pools').data?.pools ?? [])) {
    const [cap, price] = [readPositive(marketCapUsd), readPositive(priceUsd)];
    if (cap && price) return cap.div(price);
  }
  return null;
}

function whyNoShares(
  data: DeskData,
  tokenId: string,
  { groups, holders }: TokenOwners,
  supply: Big | null,
  tokensOf: TokensOf,
): string | null {
  const balances = Object.values(groups).flatMap(({ points }) => points.at(-1)?.balance ?? []);
  if (balances.length === 0) return null;
  if (!supply?.gt(0)) {
    const { data: pools, problem } = data.sheet(tokenId, 'pools');
    return pools || problem ? 'supply unknown' : 'reading the supply …';
  }
  const tokens = balances.map(tokensOf);
  if (tokens.includes(null)) return balances.some((text) => text.includes('.')) ? doesNotFit : 'decimals unknown';
  if (tokens.some((amount) => amount?.gt(supply))) return doesNotFit;
  const top10 = groups.top10.points.at(-1);
  return top10 && isTooLittle(tokensOf(top10.balance), holders, supply) ? doesNotFit : null;
}

const doesNotFit = 'the balances do not fit the supply: check owners.balance_unit';

/**
 * Whether the ten largest holders would own less than a tenth of what ten average ones do: the balances then are in another
 * unit. Few holders prove nothing, because most of a new token lies on its bonding curve.
 */
const isTooLittle = (top10: Big | null, holders: number | null, supply: Big): boolean =>
  top10 !== null && holders !== null && holders > 50 && top10.gt(0) && top10.times(holders).lt(supply);
