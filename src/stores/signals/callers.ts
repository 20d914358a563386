import type Big from 'big.js';
import { memoOn } from '../../domain/memo-on.ts';
import { readPositive } from '../../domain/numbers/decimal.ts';
import { callerKey, type HeardCall, type HeardCalls } from './heard-calls.ts';
import { tokenKey } from './signal-token.ts';

/** A call, and how its token has done since. */
export interface PricedCall extends HeardCall {
  readonly priceNowUsd: string | null;
  /** In per cent; null if a price is unknown. */
  readonly changePct: Big | null;
}

/** Who calls tokens, and how the calls did. */
export interface Caller {
  readonly key: string;
  readonly name: string;
  readonly userName: string | null;
  readonly platform: string | null;
  readonly isBot: boolean;
  readonly isVerified: boolean;
  /** Newest first. */
  readonly calls: readonly PricedCall[];
  /** How many different tokens. */
  readonly tokens: number;
  /** Calls whose price then and now is known. */
  readonly priced: number;
  /** Of the priced calls, in per cent; null without any. */
  readonly medianPct: Big | null;
  readonly bestPct: Big | null;
  /** How many of the priced calls are above the price at the call. */
  readonly up: number;
  /** Wall clock, ms. */
  readonly lastMs: number;
}

/** A row for each caller, those with most calls first. */
export const callersOf = memoOn((heard: HeardCalls): readonly Caller[] =>
  [...Map.groupBy(heard.calls.values(), callerKey)]
    .map(([key, calls]) => callerOf(key, calls, heard))
    .sort((a, b) => b.calls.length - a.calls.length || b.lastMs - a.lastMs),
);

function callerOf(key: string, calls: readonly HeardCall[], heard: HeardCalls): Caller {
  const newestFirst = calls.map((call) => withChange(call, heard)).sort((a, b) => b.atMs - a.atMs);
  const changes = newestFirst.flatMap(({ changePct }) => (changePct ? [changePct] : [])).sort((a, b) => a.cmp(b));
  const named = newestFirst.find(({ userName }) => userName !== null) ?? newestFirst[0]!;
  return {
    key,
    name: named.caller,
    userName: named.userName,
    platform: named.platform,
    isBot: newestFirst.some(({ isBot }) => isBot),
    isVerified: newestFirst.some(({ isVerified }) => isVerified),
    calls: newestFirst,
    tokens: new Set(newestFirst.map(({ token }) => tokenKey(token))).size,
    priced: changes.length,
    medianPct: median(changes),
    bestPct: changes.at(-1) ?? null,
    up: changes.filter((change) => change.gt(0)).length,
    lastMs: newestFirst[0]!.atMs,
  };
}

function withChange(call: HeardCall, { prices }: HeardCalls): PricedCall {
  const price = prices.get(tokenKey(call.token));
  // The price at the call itself says nothing of what came after.
  const priceNowUsd = price && price.atMs > call.atMs ? price.usd : null;
  return { ...call, priceNowUsd, changePct: changeOf(call.priceUsd, priceNowUsd) };
}

/** From one price to another, in per cent; null if either is not a price. */
export function changeOf(then: string | null, now: string | null): Big | null {
  const [before, after] = [readPositive(then), readPositive(now)];
  return before && after ? after.div(before).minus(1).times(100) : null;
}

/** Of sorted values: the middle one, or the mean of the middle two. */
function median(sorted: readonly Big[]): Big | null {
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low && high ? low.plus(high).div(2) : null;
}
