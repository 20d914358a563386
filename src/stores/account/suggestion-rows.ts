import { fieldsOf } from '../../domain/fields.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { DeskQueries } from '../desk-data.ts';

/** A trade proposed by a person or an agent. Texts are cleaned; '' if the service does not give one. */
export interface SuggestionRow {
  readonly key: string;
  readonly problem: string | null;
  readonly state: string;
  readonly side: string;
  readonly tokenAddress: string;
  readonly chain: string;
  readonly reason: string;
  /** null if missing or unreadable. */
  readonly createdAtMs: number | null;
  /** All fields as received, including unknown ones. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const nothing = { state: '', side: '', tokenAddress: '', chain: '', reason: '', createdAtMs: null, fields: {} };

/** In the service's order. The contract does not specify a suggestion's fields, so each is looked up by its likely name. */
export const suggestionRows = (answer: DeskQueries['suggestions'] | undefined): SuggestionRow[] =>
  (answer?.suggestions ?? []).map((suggestion, index): SuggestionRow => {
    if (isUnreadable(suggestion))
      return { ...nothing, key: `suggestion unreadable ${index}`, problem: cleanText(suggestion.unreadable, 100) };
    const fields = fieldsOf(suggestion);
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
