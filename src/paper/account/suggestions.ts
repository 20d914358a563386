import type { Random } from '../../platform/time/random.ts';
import type { HandlerInput, ResponseInput } from '../../protocol/endpoint.ts';
import type { createSuggestion, listSuggestions } from '../../protocol/endpoints/agents.ts';

export type SuggestionState = NonNullable<HandlerInput<typeof listSuggestions>['query']['state']>;
type SuggestionView = ResponseInput<typeof createSuggestion>;

/** The trade that a suggestion proposes. */
export interface WantedTrade {
  readonly chain: unknown;
  readonly tokenAddress: unknown;
  readonly side: unknown;
  readonly fromMs: number;
  readonly untilMs: number;
}

interface Suggestion {
  readonly suggestionId: string;
  state: SuggestionState;
  readonly createdMs: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

const lifetimeMs = 24 * 3_600_000;
const kept = 500;
const hourMs = 3_600_000;

/**
 * Trades that agents proposed. An open suggestion is acted on when the account makes that trade, dismissed when a newer
 * one says the opposite about the same token, and expires after a day.
 */
export class Suggestions {
  readonly #random: Random;
  #suggestions: Suggestion[];
  #isMade: (wanted: WantedTrade) => boolean = () => false;

  constructor(random: Random, startMs: number) {
    this.#random = random;
    const seed = (state: SuggestionState, hoursAgo: number, side: string, tokenAddress: string, reason: string) => ({
      suggestionId: `sug_${random.hex(8)}`,
      state,
      createdMs: startMs - hoursAgo * hourMs,
      fields: { chain: 'solana', side, tokenAddress, reason },
    });
    const jup = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
    const wif = 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm';
    this.#suggestions = [
      seed('OPEN', 2, 'sell', jup, 'JUP is 11 % above the weekly mean on falling volume.'),
      seed('ACTED', 19, 'buy', wif, 'WIF held its low three times in two days.'),
      seed('DISMISSED', 27, 'sell', wif, 'Open interest grows while the price stands.'),
      seed('OPEN', 31, 'buy', jup, 'Two followed callers named JUP within the hour.'),
    ];
  }

  /** Sets the function that checks whether the account has made a trade. */
  followTrades(isMade: (wanted: WantedTrade) => boolean): void {
    this.#isMade = isMade;
  }

  /** Newest first. */
  list(nowMs: number, state?: SuggestionState): SuggestionView[] {
    this.#moveOn(nowMs);
    return this.#suggestions.filter((suggestion) => state === undefined || suggestion.state === state).map(view);
  }

  create(fields: Readonly<Record<string, unknown>>, nowMs: number): SuggestionView {
    this.#moveOn(nowMs);
    for (const open of this.#suggestions.filter((each) => each.state === 'OPEN')) {
      if (isOpposite(open.fields, fields)) open.state = 'DISMISSED';
    }
    const suggestion: Suggestion = {
      suggestionId: `sug_${this.#random.hex(8)}`,
      state: 'OPEN',
      createdMs: nowMs,
      fields: structuredClone(fields),
    };
    this.#suggestions = [suggestion, ...this.#suggestions].slice(0, kept);
    return view(suggestion);
  }

  snapshot(): Suggestion[] {
    return structuredClone(this.#suggestions);
  }

  restore(suggestions: readonly Suggestion[]): void {
    this.#suggestions = structuredClone([...suggestions]);
  }

  #moveOn(nowMs: number): void {
    for (const suggestion of this.#suggestions) {
      if (suggestion.state !== 'OPEN') continue;
      const { chain, tokenAddress, side } = suggestion.fields;
      const untilMs = suggestion.createdMs + lifetimeMs;
      if (this.#isMade({ chain, tokenAddress, side, fromMs: suggestion.createdMs, untilMs }))
        suggestion.state = 'ACTED';
      else if (nowMs >= untilMs) suggestion.state = 'EXPIRED';
    }
  }
}

type Fields = Suggestion['fields'];

function isOpposite(one: Fields, other: Fields): boolean {
  const sides = [one['side'], other['side']];
  const isSameToken = one['chain'] === other['chain'] && one['tokenAddress'] === other['tokenAddress'];
  return one['tokenAddress'] !== undefined && isSameToken && sides.includes('buy') && sides.includes('sell');
}

const view = ({ suggestionId, state, createdMs, fields }: Suggestion): SuggestionView => ({
  ...fields,
  suggestionId,
  state,
  createdAt: new Date(createdMs).toISOString(),
  expiresAt: new Date(createdMs + lifetimeMs).toISOString(),
});
