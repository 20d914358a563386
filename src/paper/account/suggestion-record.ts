import { type Chain, isChain } from '../../domain/market/chain.ts';

/** A suggestion as it is kept. Its state follows from its times. */
export interface Suggestion {
  readonly id: string;
  readonly createdMs: number;
  readonly side: 'BUY' | 'SELL';
  readonly chain: Chain;
  /** As the token is listed. */
  readonly tokenAddress: string;
  readonly rationale: string;
  readonly amountInUsd: number | null;
  readonly confidence: 'LOW' | 'MEDIUM' | 'HIGH' | null;
  /** The key that made it. */
  readonly agentKey: { readonly id: string; readonly name: string | null };
  readonly actedMs: number | null;
  readonly dismissedMs: number | null;
  readonly dismissReason: string | null;
}

/** As files had it before the service's own fields were known: any fields, and a state instead of times. */
export interface OlderSuggestion {
  readonly suggestionId: string;
  readonly state: string;
  readonly createdMs: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

export const isOlder = (one: Suggestion | OlderSuggestion): one is OlderSuggestion => 'fields' in one;

/** Empty for one that names no token or side: it proposed nothing. */
export function upgraded({ suggestionId: id, state, createdMs, fields }: OlderSuggestion): Suggestion[] {
  const { chain, side, tokenAddress, reason } = fields;
  if (typeof chain !== 'string' || !isChain(chain) || typeof tokenAddress !== 'string') return [];
  if (side !== 'buy' && side !== 'sell') return [];
  const base = blank(id, createdMs, side === 'buy' ? 'BUY' : 'SELL', chain, tokenAddress);
  return [
    {
      ...base,
      rationale: typeof reason === 'string' ? reason : '',
      // The old file does not say when.
      actedMs: state === 'ACTED' ? createdMs : null,
      dismissedMs: state === 'DISMISSED' ? createdMs : null,
    },
  ];
}

const blank = (
  id: string,
  createdMs: number,
  side: Suggestion['side'],
  chain: Chain,
  tokenAddress: string,
): Suggestion => ({
  id,
  createdMs,
  side,
  chain,
  tokenAddress,
  rationale: '',
  amountInUsd: null,
  confidence: null,
  agentKey: { id: 'paper_scout', name: 'Scout' },
  actedMs: null,
  dismissedMs: null,
  dismissReason: null,
});

const jup = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const wif = 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm';
const hourMs = 3_600_000;

/** What the agents of a new account have suggested: one in each state, latest first. */
export const seedSuggestions = (startMs: number, newId: () => string): readonly Suggestion[] => {
  const made = (hoursAgo: number, side: Suggestion['side'], tokenAddress: string): Suggestion =>
    blank(newId(), startMs - hoursAgo * hourMs, side, 'solana', tokenAddress);
  return [
    {
      ...made(2, 'SELL', jup),
      rationale: 'JUP is 11 % above the weekly mean on falling volume.',
      amountInUsd: 150,
      confidence: 'MEDIUM',
    },
    {
      ...made(19, 'BUY', wif),
      rationale: 'WIF held its low three times in two days.',
      confidence: 'HIGH',
      actedMs: startMs - 18 * hourMs,
    },
    {
      ...made(27, 'SELL', wif),
      rationale: 'Open interest grows while the price stands.',
      amountInUsd: 80.5,
      dismissedMs: startMs - 26 * hourMs,
      dismissReason: 'Too small to matter.',
    },
    { ...made(31, 'BUY', jup), rationale: 'Two followed callers named JUP within the hour.', confidence: 'LOW' },
  ];
};
