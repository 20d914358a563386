import Big from 'big.js';
import { cleanText } from '../../domain/text/clean-text.ts';
import { enableMultisend as endpoint } from '../../protocol/endpoints/account.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';

export interface EnableMultisend {
  readonly walletId: string;
  /** Name of the wallet, for display. */
  readonly label: string;
}

/** Sets up the durable nonce accounts that Solana trigger orders need. They lock a little SOL. The task is followed. */
export const multisendIntent = (_: IntentContext, { walletId, label }: EnableMultisend): Intent<typeof endpoint> => ({
  endpoint,
  input: { params: { walletId } },
  summary: `enable multisend for ${label}`,
  walletId,
  instrument: 'multisend',
  side: 'enable',
  risk: 'neutral',
  usd: new Big(0),
  needs: [],
  touches: ['balances'],
  evidence: { kind: 'none' },
  readResult: ({ message, taskId }) => ({ accepted: true, message: cleanText(message, 200), taskId }),
});
