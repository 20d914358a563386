import Big from 'big.js';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import { modifyPerpOrders as endpoint } from '../../protocol/endpoints/perp-orders.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import { anyPerpOrder, type Intent, type IntentContext, type Verdict } from '../pipeline/intent.ts';
import { changedTrade, type ModifyPerpOrder } from './modify-perp-order.ts';

export interface ModifyPerpOrders {
  readonly walletId: string;
  /** In the order in which they are sent and answered. */
  readonly changes: readonly Omit<ModifyPerpOrder, 'walletId'>[];
}

type Change = ModifyPerpOrders['changes'][number];

const usdOf = ({ sz, limitPx }: Change): Big => new Big(sz).times(limitPx);
const wordsOf = ({ isBuy, sz, coin, limitPx }: Change): string =>
  `${isBuy ? 'buy' : 'sell'} ${sz} ${coin} at ${limitPx}`;

/** Changes prices and sizes of several resting perp orders in one request. */
export function modifyPerpOrdersIntent(
  _: IntentContext,
  { walletId, changes }: ModifyPerpOrders,
): Intent<typeof endpoint> {
  const usd = changes.map(usdOf);
  const largest = usd.reduce((most, one) => (one.gt(most) ? one : most), new Big(0));
  return {
    endpoint,
    input: {
      body: { walletId, modifications: changes.map((change) => ({ ...change, orderType: 'limit' })) },
    },
    summary: `change ${changes.length} perp orders: ${changes.map((one) => `${one.oid} to ${wordsOf(one)}`).join('; ')}`,
    walletId,
    instrument: anyPerpOrder,
    side: 'change',
    // The service does not say whether an open order is reduce-only.
    risk: 'adds',
    usd: usd.reduce((sum, one) => sum.plus(one), new Big(0)),
    needs: ['positions', 'markets', 'perpOrders'],
    // Limits apply to each order.
    limits: { walletId, isExecution: true, adds: { usd: largest, slippageBps: null } },
    opens: { orders: 0, trades: changes.map(changedTrade) },
    touches: ['positions', 'perpOrders', 'fills', 'usage'],
    evidence: {
      kind: 'cloids',
      walletId,
      orders: changes.map(({ coin, newCloid }) => ({ coin, cloid: newCloid })),
    },
    readResult: ({ results }) => readChangeResults(results, changes),
  };
}

/**
 * Each change has its own result, at its own index: some may be refused while others are done. The request counts as
 * rejected only if every change was refused. If results are missing or unreadable, the outcome is unknown.
 */
function readChangeResults(results: ResponseData<typeof endpoint>['results'], changes: readonly Change[]): Verdict {
  const doubt = (code: string, message: string): Verdict => ({ accepted: false, code, message, isProven: false });
  const torn = results.find(isUnreadable);
  if (torn) return doubt('UNREADABLE_RESULT', torn.unreadable);
  if (results.length !== changes.length)
    return doubt('NO_RESULT', `the response has ${results.length} results for ${changes.length} changes`);
  const refused = changes.flatMap((change, index) => {
    const result = results[index];
    if (!result || isUnreadable(result)) return [];
    const isRefused = result.status.toLowerCase() === 'error' || Boolean(result.error);
    return isRefused ? [`${wordsOf(change)}: ${cleanText(result.error || result.status, 200)}`] : [];
  });
  if (refused.length === changes.length)
    return { accepted: false, code: 'ORDER_ERROR', message: refused.join('; '), isProven: true };
  const pending = results.flatMap((result) =>
    isUnreadable(result) || ['success', 'error'].includes(result.status.toLowerCase())
      ? []
      : [cleanText(result.status, textLimits.symbol)],
  );
  const done = `${changes.length - refused.length} of ${changes.length} orders changed`;
  return {
    accepted: true,
    message: [
      done,
      ...(pending.length > 0
        ? [`not yet done, with the status ${[...new Set(pending)].join(', ')}: ${pending.length}`]
        : []),
      ...(refused.length > 0 ? [`NOT changed: ${refused.join('; ')}`] : []),
    ].join('. '),
  };
}
