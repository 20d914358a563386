import type Big from 'big.js';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { changeOf } from './callers.ts';
import type { Signal } from './signals.ts';

/** How often a token was called, and how it did since. */
export interface CallFigures {
  /** In the list that counts more of them; null until a list has the token. */
  readonly mentions: number | null;
  readonly firstSeenMs: number | null;
  readonly priceAtCallUsd: string | null;
  readonly priceNowUsd: string | null;
  /** Since the call, in per cent. */
  readonly changePct: Big | null;
}

/** The figures of a called token: those of the own sources first, then those of the public feed. */
export function callFigures({ calls, priceUsd }: Pick<Signal, 'calls' | 'priceUsd'>): CallFigures {
  const sums = [calls?.own, calls?.everyone].filter((sum) => sum !== null && sum !== undefined);
  const [newest] = sums.toSorted((a, b) => b.readAtMs - a.readAtMs);
  const sent = readDecimal(sums.find(({ changePct }) => changePct !== null)?.changePct);
  const priceNowUsd = newest?.priceNowUsd ?? sums.find((sum) => sum.priceNowUsd !== null)?.priceNowUsd ?? null;
  const known = sums.find((sum) => sum.priceAtCallUsd !== null)?.priceAtCallUsd ?? null;
  // Beside a change that the service sends, the price of the latest call would be another call's.
  const priceAtCallUsd = known ?? (sent ? null : priceUsd);
  return {
    mentions: sums.reduce<number | null>((most, sum) => atLeast(most, sum.mentions), null),
    firstSeenMs: sums.reduce<number | null>((first, sum) => atMost(first, sum.firstSeenMs), null),
    priceAtCallUsd,
    priceNowUsd,
    changePct: changeOf(known, priceNowUsd) ?? sent ?? changeOf(priceAtCallUsd, priceNowUsd),
  };
}

const atLeast = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);
const atMost = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
