import { cleanText } from '../domain/clean-text.ts';
import type { ResponseData } from '../protocol/endpoint.ts';
import type { closePerpPosition } from '../protocol/endpoints/perp-position.ts';
import { isUnreadable } from '../protocol/schema.ts';
import type { Verdict } from './send-once.ts';

type Results = ResponseData<typeof closePerpPosition>['results'];

/** HTTP 200 is no success by itself: each order result must say so. A result that can't be read proves nothing either way. */
export function judgeOrderResults(results: Results, done: string): Verdict {
  for (const result of results) {
    if (isUnreadable(result))
      return { accepted: false, code: 'UNREADABLE_RESULT', message: result.unreadable, isProven: false };
    const isError = result.status.toLowerCase() === 'error' || (result.error ?? '') !== '';
    if (isError)
      return {
        accepted: false,
        code: 'ORDER_ERROR',
        message: cleanText(result.error ?? result.status),
        isProven: true,
      };
  }
  if (results.length === 0)
    return { accepted: false, code: 'NO_RESULT', message: 'the answer names no order', isProven: false };
  const oids = results.flatMap((result) => (isUnreadable(result) || result.oid == null ? [] : [`order ${result.oid}`]));
  return { accepted: true, message: [done, ...oids].join(', ') };
}
