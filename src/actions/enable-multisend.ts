import Big from 'big.js';
import { cleanText } from '../domain/clean-text.ts';
import { enableMultisend as endpoint } from '../protocol/endpoints/account.ts';
import type { Intent, IntentContext } from './intent.ts';

export interface EnableMultisend {
  readonly walletId: string;
  /** Name of the wallet, for the words. */
  readonly label: string;
}

/** Sets up the durable nonce accounts that Solana trigger orders need; a little SOL is locked in them. The task is followed. */
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
  judge: ({ message, taskId }) => ({ accepted: true, message: cleanText(message, 200), taskId }),
});
