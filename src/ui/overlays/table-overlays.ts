import { clamp } from '../../domain/numbers/clamp.ts';
import { cutEnd, displayWidth } from '../../domain/text/text-width.ts';
import { chosenColumns, orderedColumns } from '../components/column-choice.ts';
import { paneFrame } from '../components/pane-frame.ts';
import type { DeskView } from '../desk/desk.ts';
import type { Overlay, PickView } from '../desk/desk-ui.ts';
import { keyOf } from '../keys/keymap.ts';
import { paneColumns } from '../panes/columns-of.ts';
import { columnChoice } from '../panes/pane-columns.ts';
import { isTablePane, tablePane } from '../panes/panes.ts';
import { type Line, muted, type Span, span } from '../text/span.ts';

interface Screen {
  readonly columns: number;
  readonly rows: number;
}

type ColumnsView = Extract<Overlay, { readonly kind: 'columns' }>;

const titleOf = (pane: ColumnsView['pane']): string => (isTablePane(pane) ? tablePane(pane).title : 'Tape');

const mark = (isSelected: boolean, target: string): Span => ({ ...span(isSelected ? '▸ ' : '  ', 'accent'), target });

/** The list of a table's columns, with a checkbox each. */
export function columnsLines(desk: DeskView, { pane, selected }: ColumnsView, screen: Screen): Line[] {
  const all = paneColumns(desk, pane) ?? [];
  const choice = columnChoice(desk, pane);
  const shown = new Set(chosenColumns(all, choice).map(({ id }) => id));
  const ordered = orderedColumns(all, choice);
  const body = ordered.map(({ id, title }): Line => {
    const isShown = shown.has(id);
    const name = span(title || id.toUpperCase(), isShown ? 'plain' : 'muted', { bold: id === selected });
    return [mark(id === selected, id), span(isShown ? '[x] ' : '[ ] ', isShown ? 'accent' : 'muted'), name];
  });
  const at = ordered.findIndex(({ id }) => id === selected);
  return box(`${titleOf(pane)}: columns`, [muted(`${shown.size} of ${all.length} shown`)], body, at, screen, 44);
}

/** The list of values to copy, or of export formats; long values are cut on screen only. */
export function pickLines(desk: DeskView, { pane, what, selected, items }: PickView, screen: Screen): Line[] {
  const width = Math.min(screen.columns - 4, 100);
  const labelWidth = Math.max(...items.map(({ label }) => displayWidth(label))) + 2;
  const room = Math.max(8, width - 6 - labelWidth);
  const body = items.map(
    ({ label, value }, index): Line => [
      mark(index === selected, String(index)),
      muted(label + ' '.repeat(labelWidth - displayWidth(label))),
      span(cutEnd(value, room), 'plain', { bold: index === selected }),
    ],
  );
  const title = `${titleOf(pane)}: ${what === 'copy' ? 'copy a value' : 'export'}`;
  const take = `${keyOf(desk.keymap, 'pick.take')} ${what === 'copy' ? 'copies' : 'writes'}`;
  return box(title, [muted(take)], body, selected, screen, width);
}

/** A box in the middle of the screen, cut to its height around the selected line. */
function box(title: string, right: Line, body: readonly Line[], at: number, screen: Screen, width: number): Line[] {
  const height = Math.min(screen.rows - 2, body.length + 2);
  const from = clamp(at - Math.floor((height - 2) / 2), 0, body.length - (height - 2));
  return paneFrame({
    title,
    right,
    focused: true,
    width: Math.min(width, screen.columns - 4),
    height,
    body: body.slice(from, from + height - 2),
  });
}
