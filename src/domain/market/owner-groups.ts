/**
 * Groups of a token's holders that the service tells of, the most telling first. They overlap: an insider may be among the ten
 * largest holders, so their shares never add up.
 */
export const ownerGroups = ['developer', 'top10', 'insiders', 'snipers', 'bundlers', 'fresh', 'pro'] as const;
export type OwnerGroup = (typeof ownerGroups)[number];

export const ownerNames: Readonly<Record<OwnerGroup, string>> = {
  developer: 'developer',
  top10: 'top 10',
  insiders: 'insiders',
  snipers: 'snipers',
  bundlers: 'bundlers',
  fresh: 'fresh wallets',
  pro: 'pro traders',
};

/** The same where there is little room. */
export const shortOwnerNames: Readonly<Record<OwnerGroup, string>> = {
  ...ownerNames,
  developer: 'dev',
  fresh: 'fresh',
  pro: 'pro',
};

/** The user's own limits on who owns a token, and how the service's figures are read. */
export interface OwnerLimits {
  /** Largest share of the supply in percent, decimal text: a buy of a token above it requires a typed word. */
  readonly maxPct: Readonly<Partial<Record<OwnerGroup, string>>>;
  /** Older figures count as unknown, ms. */
  readonly maxAgeMs: number;
  /** Unit of the balances, which the service does not state. */
  readonly unit: 'base-units' | 'whole';
}

export const noOwnerLimits: OwnerLimits = { maxPct: {}, maxAgeMs: 300_000, unit: 'base-units' };
