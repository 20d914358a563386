import { type Keymap, withKeys } from '../keys/keymap.ts';
import { fitTo, type Line, lineWidth, muted, type Span, span, type Tone } from '../text/span.ts';
import type { Field } from './form-spec.ts';
import { type FormState, graphemes } from './form-state.ts';

/** Width of the label column in cells. */
export const labelWidth = 13;

/** One field: its label, then a text box with its unit, or a list of choices. */
export function fieldLine(field: Field, state: FormState, width: number, keymap: Keymap): Line {
  const focused = state.focus === field.id;
  const label = span(`${field.label} `.padEnd(labelWidth), focused ? 'title' : 'muted', { bold: focused });
  if (field.off !== undefined) return [label, muted(field.off)];
  const value = state.values[field.id] ?? '';
  if (field.kind === 'choice') return [label, ...choices(field, value, focused, width - labelWidth, keymap)];
  return [
    label,
    ...textBox(
      value,
      focused ? (state.cursors[field.id] ?? 0) : null,
      field.width ?? 16,
      state.pristine.includes(field.id),
    ),
    span(` ${field.unit ?? ''}`, 'muted'),
    ...(field.choices ? [span('   '), ...presets(field, value)] : []),
  ];
}

/** All choices in a row; if they do not fit, the selected one and its position. */
function choices(field: Field, value: string, focused: boolean, room: number, keymap: Keymap): Line {
  const arrows = withKeys('{form.choiceUp}{form.choiceDown}', keymap);
  const list = field.choices ?? [];
  const shown = list.map((choice): Span => {
    const isChosen = choice.value === value;
    return span(
      isChosen ? `‹${choice.label}›` : ` ${choice.label} `,
      isChosen ? (focused ? 'accent' : 'plain') : 'muted',
      { bold: isChosen },
    );
  });
  const unit = field.unit ? [muted(` ${field.unit}`)] : [];
  if (lineWidth([...shown, ...unit]) <= room) return [...shown, ...unit];
  const at = list.findIndex((choice) => choice.value === value);
  const chosen = shown[at];
  return chosen
    ? [chosen, muted(`  ${at + 1} of ${list.length}  ${arrows}`)]
    : [muted(`${list.length} choices  ${arrows}`)];
}

const presets = (field: Field, value: string): Line =>
  (field.choices ?? []).flatMap((choice): Line => {
    const isChosen = choice.value === value;
    return [
      ...(choice.key ? [span(choice.key, 'accent'), span(' ')] : []),
      span(isChosen ? `‹${choice.label}› ` : `${choice.label}  `, isChosen ? 'plain' : 'muted', { bold: isChosen }),
    ];
  });

/** A text box that scrolls with the cursor, so a long address can be edited. */
function textBox(value: string, cursor: number | null, width: number, isPristine: boolean): Line {
  const parts = graphemes(value);
  const edge = span('▏', 'muted');
  if (cursor === null) return [span('▕', 'muted'), ...fitTo([span(value)], width), edge];
  // The next character replaces the whole value, so show it as a selection.
  if (isPristine)
    return [span('▕', 'accent'), ...fitTo([span(value, 'plain', { inverse: true })], width), span('▏', 'accent')];
  const from = Math.max(0, cursor - width + 1);
  const before = parts.slice(from, cursor).join('');
  const at = parts[cursor] ?? ' ';
  const after = parts.slice(cursor + 1).join('');
  return [
    span('▕', 'accent'),
    ...fitTo([span(before), span(at, 'plain', { inverse: true }), span(after)], width),
    span('▏', 'accent'),
  ];
}

export interface Button {
  readonly label: string;
  readonly focused: boolean;
  readonly tone: Tone;
}

/** A row of buttons; the focused one is inverse. */
export const buttons = (list: readonly Button[]): Line =>
  list.flatMap(
    ({ label, focused, tone }, index): Line => [
      span(index > 0 ? '     ' : '  '),
      focused ? span(` ${label} `, tone, { inverse: true, bold: true }) : span(`‹ ${label} ›`, tone),
    ],
  );
