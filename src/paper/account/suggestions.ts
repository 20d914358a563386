import type { Random } from '../../platform/random.ts';
import type { HandlerInput, ResponseInput } from '../../protocol/endpoint.ts';
import type { createSuggestion, listSuggestions } from '../../protocol/endpoints/agents.ts';

export type SuggestionState = NonNullable<HandlerInput<typeof listSuggestions>['query']['state']>;
type SuggestionView = ResponseInput<typeof createSuggestion>;

interface Suggestion {
  readonly suggestionId: string;
  readonly state: SuggestionState;
  readonly createdMs: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

const lifetimeMs = 24 * 3_600_000;
const kept = 500;
const hourMs = 3_600_000;

/** Trades that agents proposed. An open one expires by itself after a day; a person acts on it or dismisses it. */
export class Suggestions {
  readonly #random: Random;
  #suggestions: Suggestion[];

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

  /** Newest first. */
  list(nowMs: number, state?: SuggestionState): SuggestionView[] {
    const all = this.#suggestions.map((suggestion) => view(suggestion, nowMs));
    return state === undefined ? all : all.filter((suggestion) => suggestion.state === state);
  }

  create(fields: Readonly<Record<string, unknown>>, nowMs: number): SuggestionView {
    const suggestion = {
      suggestionId: `sug_${this.#random.hex(8)}`,
      state: 'OPEN',
      createdMs: nowMs,
      fields: structuredClone(fields),
    } as const;
    this.#suggestions = [suggestion, ...this.#suggestions].slice(0, kept);
    return view(suggestion, nowMs);
  }

  snapshot(): Suggestion[] {
    return structuredClone(this.#suggestions);
  }

  restore(suggestions: readonly Suggestion[]): void {
    this.#suggestions = [...suggestions];
  }
}

function view({ suggestionId, state, createdMs, fields }: Suggestion, nowMs: number): SuggestionView {
  const expiresMs = createdMs + lifetimeMs;
  return {
    ...fields,
    suggestionId,
    state: state === 'OPEN' && nowMs >= expiresMs ? 'EXPIRED' : state,
    createdAt: new Date(createdMs).toISOString(),
    expiresAt: new Date(expiresMs).toISOString(),
  };
}
