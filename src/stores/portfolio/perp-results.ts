import Big from 'big.js';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import type { perpFills, perpFunding } from '../../protocol/endpoints/perp-account.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';

/** Perp trades and funding payments of a period. */
export interface PerpPeriod {
  readonly fills: ResponseData<typeof perpFills>;
  readonly funding: ResponseData<typeof perpFunding>;
}

/** What perps earned or lost, USD: negative is a loss or a cost. */
export interface PerpResults {
  /** Of closed parts of positions, before fees. */
  readonly realised: Big;
  readonly fees: Big;
  readonly funding: Big;
}

/** By coin, as the service names it. */
export type ResultsByCoin = ReadonlyMap<string, PerpResults>;

const nothing: PerpResults = { realised: new Big(0), fees: new Big(0), funding: new Big(0) };

/** What closed since `fromMs`, by coin. Unreadable rows are left out: `whyIncomplete` says so. */
export function resultsByCoin({ fills, funding }: PerpPeriod, fromMs = 0): ResultsByCoin {
  const results = new Map<string, PerpResults>();
  const add = (coin: string, part: keyof PerpResults, usd: Big | null): void => {
    if (!usd) return;
    const before = results.get(coin) ?? nothing;
    results.set(coin, { ...before, [part]: before[part].plus(usd) });
  };
  for (const { coin, closedPnl, fee, time } of readable(fills)) {
    if (time < fromMs) continue;
    add(coin, 'realised', readDecimal(closedPnl));
    add(coin, 'fees', readDecimal(fee)?.times(-1) ?? null);
  }
  for (const { coin, usdc, time } of readable(funding)) if (time >= fromMs) add(coin, 'funding', readDecimal(usdc));
  return results;
}

export const netOf = ({ realised, fees, funding }: PerpResults): Big => realised.plus(fees).plus(funding);

export const sumOfResults = (results: ResultsByCoin): PerpResults =>
  [...results.values()].reduce(
    (sum, one) => ({
      realised: sum.realised.plus(one.realised),
      fees: sum.fees.plus(one.fees),
      funding: sum.funding.plus(one.funding),
    }),
    nothing,
  );

/** The venue answers with at most so many; of a longer period it leaves the rest out. */
const mostFills = 2_000;
const mostPayments = 500;

/** Why the results of the period are not all of them, in words; null if nothing says so. */
export function whyIncomplete({ fills, funding }: PerpPeriod): string | null {
  if ([...fills, ...funding].some(isUnreadable)) return 'some rows unreadable';
  if (fills.length >= mostFills) return `only ${fills.length} trades`;
  return funding.length >= mostPayments ? `only ${funding.length} funding payments` : null;
}
