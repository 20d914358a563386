import Big from 'big.js';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { cancelTriggerOrder as endpoint } from '../../protocol/endpoints/trigger.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';

export interface CancelOrder {
  readonly orderId: string;
  /** The order as text. */
  readonly summary: string;
}

/** Cancels a trigger order that has not fired. */
export const cancelIntent = (_: IntentContext, { orderId, summary }: CancelOrder): Intent<typeof endpoint> => ({
  endpoint,
  input: { params: { orderId } },
  summary: `cancel ${summary}`,
  walletId: '',
  instrument: `trigger:${orderId}`,
  side: 'cancel',
  risk: 'reduces',
  usd: new Big(0),
  needs: ['orders'],
  touches: ['orders'],
  evidence: { kind: 'cancelled-trigger', orderId },
  readResult: ({ status }) => ({
    accepted: true,
    message: `Order ${cleanText(status, textLimits.symbol)}: ${summary}`,
  }),
});
