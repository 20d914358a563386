import { cleanText, textLimits } from '../domain/clean-text.ts';
import { isUnreadable } from '../protocol/schema.ts';
import type { DeskQueries } from './desk-data.ts';

/** A trade that somebody or an agent has proposed. Texts are cleaned; '' where the service does not say. */
export interface SuggestionRow {
  readonly key: string;
  readonly problem: string | null;
  readonly state: string;
  readonly side: string;
  readonly tokenAddress: string;
  readonly chain: string;
  readonly reason: string;
  /** null where the service does not say, or not in a way that can be read. */
  readonly createdAtMs: number | null;
  /** All its fields, known here or not, as they came. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const nothing = { state: '', side: '', tokenAddress: '', chain: '', reason: '', createdAtMs: null, fields: {} };

/** In the service's order. The contract leaves a suggestion's fields open, so each is looked for by its likely name. */
export const suggestionRows = (answer: DeskQueries['suggestions'] | undefined): SuggestionRow[] =>
  (answer?.suggestions ?? []).map((suggestion, index): SuggestionRow => {
    if (isUnreadable(suggestion))
      return { ...nothing, key: `suggestion unreadable ${index}`, problem: cleanText(suggestion.unreadable, 100) };
    const fields = suggestion as Readonly<Record<string, unknown>>;
    const text = (field: string, longest: number): string =>
      typeof fields[field] === 'string' ? cleanText(fields[field], longest) : '';
    const createdAtMs = Date.parse(suggestion.createdAt ?? '');
    return {
      key: `suggestion ${suggestion.suggestionId ?? index}`,
      problem: null,
      state: cleanText(suggestion.state, textLimits.symbol),
      side: text('side', textLimits.symbol),
      tokenAddress: text('tokenAddress', 100),
      chain: text('chain', textLimits.symbol),
      reason: text('reason', textLimits.message),
      createdAtMs: Number.isNaN(createdAtMs) ? null : createdAtMs,
      fields,
    };
  });
