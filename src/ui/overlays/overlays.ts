import { clamp } from '../../domain/numbers/clamp.ts';
import { paneFrame } from '../components/pane-frame.ts';
import { type Keymap, withKeys } from '../keys/keymap.ts';
import { hanging } from '../text/hanging.ts';
import { blank, type Line, muted, plainText } from '../text/span.ts';

/** Rows of label and value; long values are wrapped and keep their line breaks and indentation. */
export function detailsBody(
  rows: readonly { readonly label: string; readonly value: string }[],
  width: number,
): Line[] {
  const labelWidth = Math.min(20, Math.max(...rows.map(({ label }) => label.length)) + 2);
  return rows.flatMap(({ label, value }) => {
    const room = Math.max(8, width - labelWidth);
    const lines = value === '' ? [blank] : value.split('\n').flatMap((line) => hanging(line, room));
    return lines.map((line, index): Line => [muted((index === 0 ? label : '').padEnd(labelWidth)), ...line]);
  });
}

interface OverlayFrame {
  readonly title: string;
  readonly body: readonly Line[];
  readonly scroll: number;
  readonly keymap: Keymap;
  readonly columns: number;
  readonly rows: number;
}

/** A scrollable box in the middle of the screen, with its scroll position on the border. */
export function overlayLines({ title, body, scroll, keymap, columns, rows }: OverlayFrame): Line[] {
  const height = Math.min(rows - 2, body.length + 2);
  const inner = height - 2;
  const from = clamp(scroll, 0, body.length - inner);
  const isCut = body.length > inner;
  const longest = Math.max(...body.map((line) => plainText(line).length));
  return paneFrame({
    title,
    right: [
      muted(
        isCut
          ? `${from + 1}–${from + inner} of ${body.length}  ${withKeys('{overlay.up}{overlay.down}', keymap)}`
          : 'Esc closes',
      ),
    ],
    focused: true,
    width: Math.min(columns - 4, Math.max(60, longest + 6)),
    height,
    body: body.slice(from, from + inner),
  });
}
