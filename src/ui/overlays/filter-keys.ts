import { cleanText } from '../../domain/text/clean-text.ts';
import type { Desk } from '../desk/desk.ts';
import { followMarket } from '../desk/market-coin.ts';
import { closeOverlay, type OverlayOf, patchOverlay } from './open-overlay.ts';

type FilterView = OverlayOf<'filter'>;
type HelpView = OverlayOf<'help'>;

const longestFilter = 40;

export const filterPaste = (desk: Desk, view: FilterView, text: string): void => setFilter(desk, view, text);

/** One key while a filter is typed. Esc clears it. */
export function filterKey(desk: Desk, view: FilterView, key: string): void {
  const text = desk.ui.getState().filter[view.pane] ?? '';
  if (isClearing(key)) {
    setFilter(desk, view, '');
    closeOverlay(desk);
  } else if (key === 'Enter') {
    closeOverlay(desk);
    followMarket(desk, view.pane);
  } else setFilter(desk, view, edited(text, key));
}

/** One key in the help: of its search while that is typed, else of its commands. Esc clears the search. */
export function helpKey(desk: Desk, { query = '', isTyping = false }: HelpView, key: string): void {
  if (!isTyping) return desk.keymap.find(key, ['overlay'])?.run?.(desk);
  if (isClearing(key)) search(desk, { query: '', isTyping: false });
  else if (key === 'Enter') search(desk, { isTyping: false });
  else search(desk, { query: edited(query, key) });
}

export const helpPaste = (desk: Desk, { query = '', isTyping }: HelpView, text: string): void => {
  if (isTyping) search(desk, { query: cut(query + text) });
};

const search = (desk: Desk, change: Partial<HelpView>): void =>
  patchOverlay(desk, 'help', () => ({ scroll: 0, ...change }));

const isClearing = (key: string): boolean => key === 'Esc' || key === 'C-c';

/** The text after an editing key. */
function edited(text: string, key: string): string {
  if (key === 'Backspace' || key === 'Delete') return [...text].slice(0, -1).join('');
  if (key === 'C-u') return '';
  const typed = key === 'Space' ? ' ' : key;
  return [...typed].length === 1 ? cut(text + typed) : text;
}

const cut = (text: string): string => [...cleanText(text)].slice(0, longestFilter).join('');

function setFilter(desk: Desk, { pane }: FilterView, text: string): void {
  desk.ui.setState(({ filter }) => ({ filter: { ...filter, [pane]: cut(text) } }));
}
