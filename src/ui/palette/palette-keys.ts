import { cleanText } from '../../domain/clean-text.ts';
import type { Desk } from '../desk.ts';
import type { PaletteView } from '../desk-ui.ts';
import { graphemes } from '../forms/form-state.ts';
import { runCommand } from '../run/run-command.ts';
import { type PaletteRow, paletteRows } from './palette-rows.ts';

type WhyDisabled = (commandId: string) => string | null;

const steps: Readonly<Record<string, number>> = {
  'palette.up': -1,
  'palette.down': 1,
  'palette.pageUp': -10,
  'palette.pageDown': 10,
};

const longestQuery = 60;

export const rowsNow = (desk: Desk, { query }: PaletteView, whyDisabled: WhyDisabled): PaletteRow[] =>
  paletteRows(query, { keymap: desk.keymap, focus: desk.ui.getState().focus, whyDisabled });

/** One key in the palette. A command that can't be used stays where it is, with its reason. */
export function paletteKey(desk: Desk, key: string, whyDisabled: WhyDisabled): void {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind !== 'palette') return;
  const rows = rowsNow(desk, overlay, whyDisabled);
  const id = desk.keymap.find(key, ['palette'])?.id ?? '';
  const step = steps[id];
  if (id === 'palette.leave') desk.ui.setState({ overlay: null });
  else if (step !== undefined) {
    const selected = Math.max(0, Math.min(rows.length - 1, overlay.selected + step));
    desk.ui.setState({ overlay: { ...overlay, selected } });
  } else if (id === 'palette.run') {
    const row = rows[overlay.selected];
    if (!row || row.reason !== null) return;
    desk.ui.setState({ overlay: null });
    runCommand(desk, row.command.id);
  } else if (key === 'C-u') ask(desk, overlay, '');
  else if (key === 'Backspace') ask(desk, overlay, graphemes(overlay.query).slice(0, -1).join(''));
  else if (key === 'Space') ask(desk, overlay, `${overlay.query} `);
  else if (graphemes(key).length === 1) ask(desk, overlay, overlay.query + key);
}

export function palettePaste(desk: Desk, text: string): void {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind === 'palette') ask(desk, overlay, overlay.query + cleanText(text, longestQuery));
}

const ask = (desk: Desk, before: PaletteView, query: string): void =>
  desk.ui.setState({
    overlay: { ...before, query: graphemes(query).slice(0, longestQuery).join(''), selected: 0 },
  });
