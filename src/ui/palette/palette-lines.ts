import { clamp } from '../../domain/numbers/clamp.ts';
import { paneFrame } from '../components/pane-frame.ts';
import type { PaletteView } from '../desk/desk-ui.ts';
import { blank, fitTo, type Line, muted, span, wrap } from '../text/span.ts';
import type { PaletteRow } from './palette-rows.ts';

const widest = 90;
const maxRows = 14;
const keysWidth = 11;
const titleWidth = 14;

/** The palette overlay: query and matching commands; unavailable ones are dim and show the reason. */
export function paletteLines(
  { query, selected }: PaletteView,
  rows: readonly PaletteRow[],
  { columns, rows: height }: { readonly columns: number; readonly rows: number },
): Line[] {
  const room = Math.max(3, Math.min(maxRows, height - 9));
  const width = Math.min(columns - 4, widest);
  const from = clamp(selected - Math.floor(room / 2), 0, rows.length - room);
  const shown = rows.slice(from, from + room);
  const list = Array.from({ length: room }, (_, index): Line => {
    const row = shown[index];
    return row ? rowLine(row, from + index, selected) : blank;
  });
  const chosen = rows[selected];
  const none: Line[] = [[muted('No command matches: use fewer words.')], ...list.slice(1)];
  return paneFrame({
    title: 'Commands',
    right: [muted(rows.length === 0 ? 'none' : `${selected + 1} of ${rows.length}`)],
    focused: true,
    width,
    height: room + 7,
    body: [
      [
        span('› ', 'accent'),
        span(query, 'title'),
        span(' ', 'plain', { inverse: true }),
        muted(query ? '' : ' type to search'),
      ],
      blank,
      ...(rows.length === 0 ? none : list),
      blank,
      ...(chosen ? wholeText(chosen, width - 4) : []),
    ],
  });
}

/** Full text of the selected row, which the list may truncate. */
const wholeText = ({ description, reason }: PaletteRow, width: number): Line[] =>
  (reason === null ? wrap(description, width, 'muted') : wrap(`Not now: ${reason}`, width, 'warn')).slice(0, 2);

function rowLine({ command, description, keys, reason }: PaletteRow, index: number, selected: number): Line {
  const isSelected = index === selected;
  const isOff = reason !== null;
  const marker = { ...span(isSelected ? '▸ ' : '  ', 'accent'), target: String(index) };
  const text = isOff ? `– ${reason}` : description;
  return [
    marker,
    ...fitTo([span(keys, isOff ? 'muted' : 'accent')], keysWidth),
    span(' '),
    ...fitTo([span(command.title, isOff ? 'muted' : 'title', { bold: isSelected })], titleWidth),
    span(' '),
    isOff ? muted(text) : span(text),
  ];
}
