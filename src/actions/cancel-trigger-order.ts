import Big from 'big.js';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import { cancelTriggerOrder as endpoint } from '../protocol/endpoints/trigger.ts';
import type { Intent, IntentContext } from './intent.ts';

export interface CancelOrder {
  readonly orderId: string;
  /** The order in words. */
  readonly summary: string;
}

/** Takes back a trigger order that is still waiting. */
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
  judge: ({ status }) => ({ accepted: true, message: `Order ${cleanText(status, textLimits.symbol)}: ${summary}` }),
});
