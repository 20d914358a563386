import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import type { closePerpPosition } from '../../protocol/endpoints/perp-position.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import type { Verdict } from '../pipeline/intent.ts';

type Results = ResponseData<typeof closePerpPosition>['results'];

/**
 * HTTP 200 alone is no success: every order result must say so. An unreadable result proves nothing either way, nor do
 * results of which only some are errors. An unknown status is shown as it is.
 */
export function readOrderResults(results: Results, done: string): Verdict {
  const doubt = (code: string, message: string): Verdict => ({ accepted: false, code, message, isProven: false });
  const unreadable = results.find(isUnreadable);
  if (unreadable) return doubt('UNREADABLE_RESULT', unreadable.unreadable);
  const orders = readable(results);
  if (orders.length === 0) return doubt('NO_RESULT', 'the response contains no order result');
  const failed = orders.filter(({ status, error }) => isStatus(status, 'error') || error);
  const [first] = failed;
  if (first) {
    const message = cleanText(first.error || first.status);
    return failed.length === orders.length
      ? { accepted: false, code: 'ORDER_ERROR', message, isProven: true }
      : doubt('PARTLY_DONE', `${failed.length} of ${orders.length} orders failed: ${message}`);
  }
  const pending = orders.find(({ status }) => !isStatus(status, 'success'));
  const said = pending ? `Status ${cleanText(pending.status, textLimits.symbol)}, not yet: ${done}` : done;
  const oids = orders.flatMap(({ oid }) => (oid == null ? [] : [`order ${oid}`]));
  return {
    accepted: true,
    message: [said, ...oids].join(', '),
    ...(orders[0]?.oid == null ? {} : { oid: orders[0].oid }),
  };
}

const isStatus = (status: string, name: string): boolean => status.toLowerCase() === name;
