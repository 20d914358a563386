import { clamp } from '../../domain/numbers/clamp.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { whyDisabled } from '../commands/run-command.ts';
import type { Desk } from '../desk/desk.ts';
import type { PaletteView } from '../desk/desk-ui.ts';
import { graphemes } from '../forms/form-state.ts';
import { closeOverlay } from '../overlays/open-overlay.ts';
import { type PaletteRow, paletteRows } from './palette-rows.ts';

const steps: Readonly<Record<string, number>> = {
  'palette.up': -1,
  'palette.down': 1,
  'palette.pageUp': -10,
  'palette.pageDown': 10,
};

const maxQueryLength = 60;

export const paletteRowsNow = (desk: Desk, { query }: PaletteView): PaletteRow[] =>
  paletteRows(query, {
    keymap: desk.keymap,
    focus: desk.ui.getState().focus,
    whyDisabled: (id) => whyDisabled(desk, id),
  });

/** Handles a key in the palette. An unavailable command does not run. */
export function paletteKey(desk: Desk, view: PaletteView, key: string): void {
  const rows = paletteRowsNow(desk, view);
  const id = desk.keymap.find(key, ['palette'])?.id ?? '';
  const step = steps[id];
  if (id === 'palette.leave') closeOverlay(desk);
  else if (step !== undefined) {
    const selected = clamp(view.selected + step, 0, rows.length - 1);
    desk.ui.setState({ overlay: { ...view, selected } });
  } else if (id === 'palette.run') {
    const row = rows[view.selected];
    if (!row || row.reason !== null) return;
    closeOverlay(desk);
    row.command.run?.(desk);
  } else if (key === 'C-u') ask(desk, view, '');
  else if (key === 'Backspace') ask(desk, view, graphemes(view.query).slice(0, -1).join(''));
  else if (key === 'Space') ask(desk, view, `${view.query} `);
  else if (graphemes(key).length === 1) ask(desk, view, view.query + key);
}

export const palettePaste = (desk: Desk, view: PaletteView, text: string): void =>
  ask(desk, view, view.query + cleanText(text, maxQueryLength));

const ask = (desk: Desk, before: PaletteView, query: string): void =>
  desk.ui.setState({
    overlay: { ...before, query: graphemes(query).slice(0, maxQueryLength).join(''), selected: 0 },
  });
