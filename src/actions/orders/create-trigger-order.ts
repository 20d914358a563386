import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { CallInput } from '../../protocol/endpoint.ts';
import { createTriggerOrder as endpoint } from '../../protocol/endpoints/trigger.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';
import type { OrderLimits } from '../pipeline/limits.ts';
import { triggerEvidence } from '../reconcile/evidence-before.ts';

export interface CreateTriggerOrder {
  /** Every field is set, so that no service default applies. */
  readonly body: Body & {
    readonly expiryHours: number;
    readonly slippageBps: number;
    readonly triggerBehavior: 'immediate' | 'trailing';
  };
  readonly limits: OrderLimits;
  /** The order as text: "sell 40 % BONK when …". */
  readonly summary: string;
}

type Body = CallInput<typeof endpoint>['body'];

/** Creates an order at the service that swaps when its condition is met. */
export function triggerIntent({ data }: IntentContext, draft: CreateTriggerOrder): Intent<typeof endpoint> {
  const { chain, inputToken, outputToken, amount, triggerMetric: metric, triggerDirection: direction } = draft.body;
  return {
    endpoint,
    input: { body: draft.body },
    summary: draft.summary,
    walletId: draft.body.walletId,
    instrument: `trigger:${chain}:${inputToken}:${outputToken}`,
    side: `${metric} ${direction}`,
    risk: 'adds',
    usd: draft.limits.order.usd,
    needs: ['holdings', 'orders'],
    limits: draft.limits,
    opens: { orders: 1, trades: [] },
    touches: ['orders', 'usage'],
    evidence: triggerEvidence(data, {
      chain,
      inputToken,
      outputToken,
      amount,
      metric,
      direction,
      value: draft.body.triggerValue ?? null,
      trailingPercentage: draft.body.trailingPercentage ?? null,
    }),
    readResult: (order) => ({
      accepted: true,
      orderId: order.orderId,
      message: `Trigger order ${cleanText(order.status, textLimits.symbol)}: ${draft.summary} (${cleanText(order.orderId, 100)})`,
    }),
  };
}
