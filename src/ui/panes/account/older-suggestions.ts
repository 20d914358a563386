import type { DeskView } from '../../desk/desk.ts';
import { withKeys } from '../../keys/keymap.ts';
import { type Line, muted, span } from '../../text/span.ts';
import { suggestionsRead } from './account-entry.ts';

/** At 100 a page, more than an account gathers in weeks. */
const mostPages = 20;

/** Whether there are older suggestions than those read, and the key that reads them. */
export function olderSuggestions(desk: DeskView): Line {
  const { suggestions } = desk.ui.getState();
  const { data, problem, isFetching } = desk.data.read(suggestionsRead(desk));
  const all = suggestions.isAll
    ? 'all suggestions'
    : 'all open suggestions; {account.suggestions} shows those decided or expired';
  if (!data?.nextCursor) return [muted(withKeys(`  ${all}`, desk.keymap))];
  const isWaited = isAsked(desk);
  if (isWaited && isFetching) return [muted('  reading older suggestions …')];
  if (isWaited && problem) return [span(`  ✕ older suggestions: ${problem.code}; retrying`, 'danger')];
  if (suggestions.pages >= mostPages) return [muted('  older suggestions are not read here')];
  return [muted(withKeys('  {select.last} goes to the end and reads older ones', desk.keymap))];
}

/** Whether a page was asked for that is not read yet. */
function isAsked(desk: DeskView): boolean {
  const { data } = desk.data.read(suggestionsRead(desk));
  return desk.ui.getState().suggestions.pages > (data?.pages ?? 1);
}

/** Reads another page, unless one is on its way or there is none. */
export function readOlderSuggestions(desk: DeskView): void {
  const { account, suggestions } = desk.ui.getState();
  if (account.section !== 'suggestions' || !desk.data.read(suggestionsRead(desk)).data?.nextCursor) return;
  if (isAsked(desk) || suggestions.pages >= mostPages) return;
  desk.ui.setState({ suggestions: { ...suggestions, pages: suggestions.pages + 1 } });
}
