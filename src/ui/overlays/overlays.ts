import { displayWidth } from '../../domain/text-width.ts';
import type { Command, Scope } from '../../keys/command.ts';
import { commands } from '../../keys/commands.ts';
import { type Keymap, keyLabel, withKeys } from '../../keys/keymap.ts';
import { scopeTitles } from '../../keys/scope-titles.ts';
import { paneFrame } from '../components/pane-frame.ts';
import { hanging } from '../text/hanging.ts';
import { blank, type Line, muted, plainText, span, wrap } from '../text/span.ts';

const keysWidth = 18;

/** Every command with its keys, from the tables; descriptions go on below themselves where `width` is too small for them. */
export function helpBody(keymap: Keymap, width = 100): Line[] {
  return (Object.keys(scopeTitles) as Scope[]).flatMap((scope): Line[] => {
    const own = commands.filter((command) => command.scope === scope);
    return [
      [span(scopeTitles[scope], 'title', { bold: true })],
      ...own.flatMap((command) => helpLines(keymap, command, width)),
      ...(own.length === 0 ? [[muted('  No keys of its own: those of the desk are heard here.')]] : []),
      blank,
    ];
  });
}

function helpLines(keymap: Keymap, { id, description }: Command, width: number): Line[] {
  const keys = `  ${keymap.keysOf(id).map(keyLabel).join(' ')}`.padEnd(keysWidth);
  const room = Math.max(20, width - displayWidth(keys));
  return wrap(withKeys(description, keymap), room).map(
    (line, index): Line => [index === 0 ? span(keys, 'accent') : span(' '.repeat(displayWidth(keys))), ...line],
  );
}

/** Label and value rows; long values go on below, and keep the line breaks and indentation that they have. */
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

/** A scrolling box in the middle of the screen; says when there is more. */
export function overlayLines({ title, body, scroll, keymap, columns, rows }: OverlayFrame): Line[] {
  const height = Math.min(rows - 2, body.length + 2);
  const inner = height - 2;
  const from = Math.max(0, Math.min(scroll, body.length - inner));
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
