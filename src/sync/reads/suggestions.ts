import type { ApiClient } from '../../client/http/api-client.ts';
import { listSuggestions } from '../../protocol/endpoints/agents.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { SuggestionList } from '../../stores/desk-data.ts';

const pageSize = 100;

/**
 * Reads as many pages as are wanted, all of them again each time: the state of an older suggestion changes too.
 * `nextCursor` is that of the last page.
 */
export async function readSuggestions(
  client: ApiClient,
  state: 'OPEN' | 'ALL',
  pages: number,
  signal: AbortSignal,
): Promise<SuggestionList> {
  const suggestions: NonNullable<SuggestionList['suggestions']> = [];
  let cursor: string | null | undefined;
  for (let page = 1; ; page++) {
    const query = { state, limit: pageSize, ...(cursor ? { cursor } : {}) };
    const { data } = await client.call(listSuggestions, { query }, { signal });
    suggestions.push(...(data.suggestions ?? []));
    // A cursor that leads to itself would repeat the page for ever.
    cursor = data.nextCursor === cursor ? null : data.nextCursor;
    if (!cursor || page >= pages) return { suggestions: withoutRepeats(suggestions), nextCursor: cursor, pages: page };
  }
}

/** A suggestion made between two reads moves others to the next page, where they would appear again. */
function withoutRepeats(items: NonNullable<SuggestionList['suggestions']>): NonNullable<SuggestionList['suggestions']> {
  const seen = new Set<string>();
  return items.filter((item) => {
    if (isUnreadable(item)) return true;
    const isNew = !seen.has(item.id);
    seen.add(item.id);
    return isNew;
  });
}
