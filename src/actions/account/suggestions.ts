import Big from 'big.js';
import type { Chain } from '../../domain/market/chain.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { createSuggestion as endpoint } from '../../protocol/endpoints/agents.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';

export interface SuggestTrade {
  readonly chain: Chain;
  readonly side: 'buy' | 'sell';
  readonly tokenAddress: string;
  /** Symbol of the token, for display. */
  readonly token: string;
  /** '' if there is none. */
  readonly reason: string;
}

/**
 * Creates a suggestion for a person to decide on; nothing is traded. The service assigns its id, so no read can prove
 * it.
 */
export const suggestionIntent = (_: IntentContext, draft: SuggestTrade): Intent<typeof endpoint> => ({
  endpoint,
  input: {
    body: {
      chain: draft.chain,
      side: draft.side,
      tokenAddress: draft.tokenAddress,
      ...(draft.reason === '' ? {} : { reason: draft.reason }),
    },
  },
  summary: `suggest to ${draft.side} ${draft.token}`,
  walletId: '',
  instrument: `suggestion:${draft.chain}:${draft.tokenAddress}`,
  side: draft.side,
  risk: 'neutral',
  usd: new Big(0),
  needs: [],
  touches: ['suggestions'],
  evidence: { kind: 'none' },
  readResult: ({ state }) => ({
    accepted: true,
    message: `Suggestion to ${draft.side} ${draft.token} is ${cleanText(state, textLimits.symbol)}`,
  }),
});
