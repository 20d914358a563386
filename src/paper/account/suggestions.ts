import { allChains, type Chain } from '../../domain/market/chain.ts';
import type { Random } from '../../platform/time/random.ts';
import type { HandlerInput, ResponseInput } from '../../protocol/endpoint.ts';
import { type createSuggestion, type listSuggestions, networkIdOf } from '../../protocol/endpoints/agents.ts';
import { type CallerKey, PaperError } from '../service/handler.ts';
import { isOlder, type OlderSuggestion, type Suggestion, seedSuggestions, upgraded } from './suggestion-record.ts';

type Proposal = HandlerInput<typeof createSuggestion>['body'];
type Query = HandlerInput<typeof listSuggestions>['query'];
type SuggestionView = ResponseInput<typeof createSuggestion>;
type SuggestionState = 'OPEN' | 'ACTED' | 'DISMISSED' | 'EXPIRED';

/** The trade that a suggestion proposes. */
export interface WantedTrade {
  readonly chain: Chain;
  readonly tokenAddress: string;
  readonly side: 'buy' | 'sell';
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What suggestions need of the market and of the account's trades. */
export interface SuggestionMarket {
  /** When the account made this trade, ms; null if it has not. */
  tradedAtMs(wanted: WantedTrade): number | null;
  /** A listed token, by its address in any case; null for another. */
  token(chain: Chain, address: string): ListedToken | null;
}

interface ListedToken {
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly priceUsd: number | null;
}

export const lifetimeMs = 6 * 3_600_000;
const kept = 500;

/**
 * Trades that agents proposed. An open suggestion is acted on when the account makes that trade, dismissed when a newer
 * one says the opposite about the same token, and expires after six hours. Its state follows from those times.
 */
export class Suggestions {
  readonly #random: Random;
  #suggestions: readonly Suggestion[];
  #market: SuggestionMarket = { tradedAtMs: () => null, token: () => null };

  constructor(random: Random, startMs: number) {
    this.#random = random;
    this.#suggestions = seedSuggestions(startMs, () => `sug_${random.hex(8)}`);
  }

  follow(market: SuggestionMarket): void {
    this.#market = market;
  }

  /** Latest first. Throws a 400 PaperError for a cursor of another list. */
  list(nowMs: number, { state, limit, cursor }: Query): { suggestions: SuggestionView[]; nextCursor: string | null } {
    this.#moveOn();
    const rest = cursor === undefined ? this.#suggestions : this.#after(cursor);
    const wanted = rest.filter((suggestion) => state === 'ALL' || stateOf(suggestion, nowMs) === state);
    const page = wanted.slice(0, limit);
    const last = wanted.length > limit ? page.at(-1) : undefined;
    return {
      suggestions: page.map((suggestion) => this.#view(suggestion, nowMs)),
      nextCursor: last ? Buffer.from(`suggestions:${last.id}`).toString('base64url') : null,
    };
  }

  /** Throws a PaperError: 400 for a network that paper does not have, 404 for an unknown token. */
  create({ side, networkId, asset, ...proposal }: Proposal, { keyId }: CallerKey, nowMs: number): SuggestionView {
    this.#moveOn();
    const chain = allChains.find((one) => networkIdOf[one] === networkId);
    if (!chain) throw new PaperError(400, 'INVALID_PARAMS', `networkId: paper has no network ${networkId}`);
    const token = this.#market.token(chain, asset);
    if (!token) throw new PaperError(404, 'NOT_FOUND', `no token ${asset} on ${networkId}`);
    const suggestion: Suggestion = {
      id: `sug_${this.#random.hex(8)}`,
      createdMs: nowMs,
      side,
      chain,
      tokenAddress: token.address,
      rationale: proposal.rationale,
      amountInUsd: proposal.amountInUsd ?? null,
      confidence: proposal.confidence ?? null,
      agentKey: { id: keyId, name: null },
      actedMs: null,
      dismissedMs: null,
      dismissReason: null,
    };
    const others = this.#suggestions.map((open) =>
      stateOf(open, nowMs) === 'OPEN' && isOpposite(open, suggestion)
        ? { ...open, dismissedMs: nowMs, dismissReason: 'A newer suggestion says the opposite.' }
        : open,
    );
    this.#suggestions = [suggestion, ...others].slice(0, kept);
    return this.#view(suggestion, nowMs);
  }

  snapshot(): readonly Suggestion[] {
    return this.#suggestions;
  }

  restore(suggestions: readonly (Suggestion | OlderSuggestion)[]): void {
    this.#suggestions = suggestions.flatMap((one) => (isOlder(one) ? upgraded(one) : [one]));
  }

  #after(cursor: string): readonly Suggestion[] {
    const [, id] = /^suggestions:(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
    const at = this.#suggestions.findIndex((suggestion) => suggestion.id === id);
    if (at < 0) throw new PaperError(400, 'INVALID_PARAMS', 'cursor was not issued by this list');
    return this.#suggestions.slice(at + 1);
  }

  #moveOn(): void {
    this.#suggestions = this.#suggestions.map((one) => {
      if (one.actedMs !== null || one.dismissedMs !== null) return one;
      const { chain, tokenAddress, createdMs: fromMs } = one;
      const wanted = { chain, tokenAddress, side: one.side === 'BUY' ? 'buy' : 'sell' } as const;
      const actedMs = this.#market.tradedAtMs({ ...wanted, fromMs, untilMs: fromMs + lifetimeMs });
      return actedMs === null ? one : { ...one, actedMs };
    });
  }

  #view(suggestion: Suggestion, nowMs: number): SuggestionView {
    const { id, createdMs, side, chain, tokenAddress, rationale, amountInUsd, confidence, agentKey } = suggestion;
    const token = this.#market.token(chain, tokenAddress);
    const { actedMs, dismissedMs, dismissReason } = suggestion;
    return {
      id,
      state: stateOf(suggestion, nowMs),
      createdAt: iso(createdMs),
      expiresAt: iso(createdMs + lifetimeMs),
      side,
      networkId: networkIdOf[chain],
      asset: {
        address: tokenAddress,
        symbol: token?.symbol ?? '',
        name: token?.name ?? '',
        ...(token?.priceUsd == null ? {} : { priceUsd: token.priceUsd }),
      },
      rationale,
      agentKey,
      linkedTaskId: null,
      amountInUsd,
      confidence,
      ...(actedMs === null ? {} : { actedAt: iso(actedMs) }),
      ...(dismissedMs === null ? {} : { dismissedAt: iso(dismissedMs), dismissReason }),
    };
  }
}

const iso = (ms: number): string => new Date(ms).toISOString();

function stateOf({ actedMs, dismissedMs, createdMs }: Suggestion, nowMs: number): SuggestionState {
  if (actedMs !== null) return 'ACTED';
  if (dismissedMs !== null) return 'DISMISSED';
  return nowMs >= createdMs + lifetimeMs ? 'EXPIRED' : 'OPEN';
}

const isOpposite = (one: Suggestion, other: Suggestion): boolean =>
  one.chain === other.chain && one.tokenAddress === other.tokenAddress && one.side !== other.side;
