import { cleanText } from '../../domain/text/clean-text.ts';
import type { Desk } from '../desk/desk.ts';
import { followMarket } from '../desk/market-coin.ts';
import { closeOverlay, type OverlayOf } from './open-overlay.ts';

type FilterView = OverlayOf<'filter'>;

const longestFilter = 40;

export const filterPaste = (desk: Desk, view: FilterView, text: string): void => setFilter(desk, view, text);

/** One key while a filter is typed. Esc clears it. */
export function filterKey(desk: Desk, view: FilterView, key: string): void {
  const text = desk.ui.getState().filter[view.pane] ?? '';
  if (key === 'Esc' || key === 'C-c') {
    setFilter(desk, view, '');
    closeOverlay(desk);
  } else if (key === 'Enter') {
    closeOverlay(desk);
    followMarket(desk, view.pane);
  } else if (key === 'Backspace' || key === 'Delete') setFilter(desk, view, [...text].slice(0, -1).join(''));
  else if (key === 'C-u') setFilter(desk, view, '');
  else if (key === 'Space') setFilter(desk, view, `${text} `);
  else if ([...key].length === 1) setFilter(desk, view, text + key);
}

function setFilter(desk: Desk, { pane }: FilterView, text: string): void {
  const kept = [...cleanText(text)].slice(0, longestFilter).join('');
  desk.ui.setState(({ filter }) => ({ filter: { ...filter, [pane]: kept } }));
}
