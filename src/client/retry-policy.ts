import type { Random } from '../platform/random.ts';
import type { AnyEndpoint } from '../protocol/endpoint.ts';
import { parseRetryAfter } from './judge-answer.ts';
import { isRedirect } from './judge-fault.ts';
import { OversizeAnswerError, type RawAnswer } from './read-answer.ts';

/** A service that asks for a longer pause is not asked again: the caller gets the 429 and its retryAfterMs. */
const maxRetryAfterMs = 5_000;

const retriedStatuses = new Set([408, 429, 500, 502, 503, 504]);

/** Attempts after the first. Only a GET that changes nothing is repeated. */
export const retryLimit = (endpoint: AnyEndpoint): number => (endpoint.method === 'GET' && !endpoint.mutates ? 2 : 0);

/** How long to wait before asking again, ms; null when asking again makes no sense. `retryCount` starts at 1. */
export function retryDelayMs(
  fault: unknown,
  answer: RawAnswer | null,
  retryCount: number,
  nowMs: number,
  random: Random,
): number | null {
  if (answer) {
    if (!retriedStatuses.has(answer.status)) return null;
    const askedMs = parseRetryAfter(answer.headers.get('retry-after'), nowMs);
    if (askedMs !== null) return askedMs <= maxRetryAfterMs ? askedMs : null;
  } else if (isRedirect(fault) || fault instanceof OversizeAnswerError) return null;
  const ceilingMs = 300 * 2 ** retryCount;
  return ceilingMs * (0.5 + random.next() / 2);
}
