import { commands, type Scope } from '../keys/commands.ts';
import { type Keymap, keyLabel } from '../keys/keymap.ts';
import { paneFrame } from './components/pane-frame.ts';
import { hanging } from './text/hanging.ts';
import { blank, type Line, muted, plainText, span } from './text/span.ts';

const sections: readonly { readonly title: string; readonly scope: Scope }[] = [
  { title: 'Everywhere on the desk', scope: 'desk' },
  { title: 'Everywhere but where text is typed', scope: 'always' },
  { title: 'Positions', scope: 'positions' },
  { title: 'Trigger orders', scope: 'orders' },
  { title: 'Tape', scope: 'tape' },
  { title: 'Streams', scope: 'streams' },
  { title: 'Messages of a stream', scope: 'messages' },
  { title: 'Activity', scope: 'activity' },
  { title: 'At a question in the activity pane', scope: 'question' },
  { title: 'In a form', scope: 'form' },
  { title: 'At a confirmation', scope: 'confirm' },
  { title: 'At a confirmation by a typed word', scope: 'word' },
  { title: 'Flatten and cancel all', scope: 'bulk' },
  { title: 'Help and details', scope: 'overlay' },
];

/** Every command with its keys, from the tables. */
export function helpBody(keymap: Keymap): Line[] {
  return sections.flatMap(({ title, scope }): Line[] => [
    [span(title, 'title', { bold: true })],
    ...commands
      .filter((command) => command.scope === scope)
      .map(
        (command): Line => [
          span(`  ${keymap.keysOf(command.id).map(keyLabel).join(' ')}`.padEnd(18), 'accent'),
          span(command.description),
        ],
      ),
    blank,
  ]);
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
  readonly columns: number;
  readonly rows: number;
}

/** A scrolling box in the middle of the screen; says when there is more. */
export function overlayLines({ title, body, scroll, columns, rows }: OverlayFrame): Line[] {
  const height = Math.min(rows - 2, body.length + 2);
  const inner = height - 2;
  const from = Math.max(0, Math.min(scroll, body.length - inner));
  const isCut = body.length > inner;
  const longest = Math.max(...body.map((line) => plainText(line).length));
  return paneFrame({
    title,
    right: isCut ? [muted(`${from + 1}–${from + inner} of ${body.length}  ↑↓`)] : [muted('Esc closes')],
    focused: true,
    width: Math.min(columns - 4, Math.max(60, longest + 6)),
    height,
    body: body.slice(from, from + inner),
  });
}
