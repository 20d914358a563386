import { cleanText, textLimits } from '../domain/clean-text.ts';
import { cancelTriggerOrder as endpoint } from '../protocol/endpoints/trigger.ts';
import type { ActionContext } from './action-context.ts';
import type { Outcome } from './outcome.ts';
import { sendOnce } from './send-once.ts';

export interface CancelOrder {
  readonly orderId: string;
  /** The order in words. */
  readonly summary: string;
}

/** Takes back a trigger order that is still waiting. */
export const cancelTriggerOrder = (context: ActionContext, { orderId, summary }: CancelOrder): Promise<Outcome> =>
  sendOnce(context, {
    endpoint,
    input: { params: { orderId } },
    summary: `cancel ${summary}`,
    walletId: '',
    instrument: `trigger:${orderId}`,
    side: 'cancel',
    risk: 'reduces',
    needs: ['orders'],
    touches: ['orders'],
    evidence: { kind: 'cancelled-trigger', orderId },
    judge: ({ status }) => ({ accepted: true, message: `Order ${cleanText(status, textLimits.symbol)}: ${summary}` }),
  });
