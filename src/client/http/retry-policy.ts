import type { Random } from '../../platform/time/random.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import { parseRetryAfter } from './read-response.ts';
import { OversizeResponseError, type RawResponse } from './response-body.ts';
import { isRedirect } from './transport-error.ts';

/** If the service asks for a longer wait, there is no retry: the caller gets the 429 and its retryAfterMs. */
const maxRetryAfterMs = 5_000;

const retriedStatuses = new Set([408, 429, 500, 502, 503, 504]);

/** Retries after the first attempt. Only a GET that changes nothing is retried. */
export const retryLimit = (endpoint: AnyEndpoint): number => (endpoint.method === 'GET' && !endpoint.mutates ? 2 : 0);

/** Wait before the next attempt, ms; null if a retry makes no sense. `retryCount` starts at 1. */
export function retryDelayMs(
  fault: unknown,
  answer: RawResponse | null,
  retryCount: number,
  nowMs: number,
  random: Random,
): number | null {
  if (answer) {
    if (!retriedStatuses.has(answer.status)) return null;
    const askedMs = parseRetryAfter(answer.headers.get('retry-after'), nowMs);
    if (askedMs !== null) return askedMs <= maxRetryAfterMs ? askedMs : null;
  } else if (isRedirect(fault) || fault instanceof OversizeResponseError) return null;
  const ceilingMs = 300 * 2 ** retryCount;
  return ceilingMs * (0.5 + random.next() / 2);
}
