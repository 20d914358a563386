import { cleanText } from '../domain/clean-text.ts';
import { enableMultisend as endpoint } from '../protocol/endpoints/account.ts';
import type { ActionContext } from './action-context.ts';
import type { Outcome } from './outcome.ts';
import { sendOnce } from './send-once.ts';

export interface EnableMultisend {
  readonly walletId: string;
  /** Name of the wallet, for the words. */
  readonly label: string;
}

/** Sets up the durable nonce accounts that Solana trigger orders need; a little SOL is locked in them. The task is followed. */
export const enableMultisend = (context: ActionContext, { walletId, label }: EnableMultisend): Promise<Outcome> =>
  sendOnce(context, {
    endpoint,
    input: { params: { walletId } },
    summary: `enable multisend for ${label}`,
    walletId,
    instrument: 'multisend',
    side: 'enable',
    risk: 'neutral',
    needs: [],
    touches: ['balances'],
    evidence: { kind: 'none' },
    judge: ({ message, taskId }) => ({ accepted: true, message: cleanText(message, 200), taskId }),
  });
