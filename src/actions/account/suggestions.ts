import Big from 'big.js';
import type { Chain } from '../../domain/market/chain.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import {
  type confidences,
  createSuggestion as endpoint,
  maxRationale,
  networkIdOf,
} from '../../protocol/endpoints/agents.ts';
import { readable } from '../../protocol/schema.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';

export { maxRationale };

export interface SuggestTrade {
  readonly chain: Chain;
  readonly side: 'buy' | 'sell';
  readonly tokenAddress: string;
  /** Symbol of the token, for display. */
  readonly token: string;
  /** Sent as it is; not empty. */
  readonly rationale: string;
  /** Proposed size in USD, as a decimal that a JSON number holds exactly; null for none. */
  readonly usd: string | null;
  readonly confidence: (typeof confidences)[number] | null;
}

/** Creates a suggestion for a person to decide on; nothing is traded. The service assigns its id. */
export function suggestionIntent({ data }: IntentContext, draft: SuggestTrade): Intent<typeof endpoint> {
  const { chain, side, tokenAddress: asset, token, rationale, usd, confidence } = draft;
  const terms = { side: side === 'buy' ? 'BUY' : 'SELL', networkId: networkIdOf[chain], asset, rationale } as const;
  const known = (['suggestions', 'allSuggestions'] as const).flatMap((name) =>
    readable(data.read(name).data?.suggestions ?? []),
  );
  return {
    endpoint,
    input: {
      body: {
        ...terms,
        ...(usd === null ? {} : { amountInUsd: Number(usd) }),
        ...(confidence === null ? {} : { confidence }),
      },
    },
    summary: `suggest to ${side} ${token}`,
    walletId: '',
    instrument: `suggestion:${chain}:${asset}`,
    side,
    risk: 'neutral',
    usd: new Big(0),
    needs: [],
    touches: ['suggestions', 'allSuggestions'],
    evidence: { kind: 'new-suggestion', ...terms, knownIds: [...new Set(known.map(({ id }) => id))] },
    readResult: ({ state }) => ({
      accepted: true,
      message: `Suggestion to ${side} ${token} is ${cleanText(state, textLimits.symbol)}`,
    }),
  };
}
