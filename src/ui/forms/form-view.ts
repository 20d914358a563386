import { paneFrame } from '../components/pane-frame.ts';
import {
  blank,
  fitTo,
  type Line,
  lineWidth,
  muted,
  plainText,
  type Span,
  span,
  type Tone,
  wrap,
} from '../text/span.ts';
import type { FormController } from './form-controller.ts';
import type { Field, FormRow } from './form-spec.ts';
import { type FormState, graphemes } from './form-state.ts';

interface FormFrame {
  readonly mode: 'paper' | 'live';
  readonly columns: number;
  readonly rows: number;
}

const widest = 72;
const labelWidth = 13;

/** The form as lines of one width, to be put in the middle of the screen. */
export function formLines(form: FormController, frame: FormFrame): Line[] {
  const width = Math.min(widest, frame.columns - 4);
  const inner = width - 4;
  const room = frame.rows - 4;
  const body =
    form.state.phase === 'edit'
      ? editLines(form, inner, room)
      : form.state.phase === 'confirm'
        ? confirmLines(form, inner)
        : endLines(form, inner);
  const shown = body.length > room ? withoutBlanks(body).slice(0, room) : body;
  return paneFrame({
    title: form.spec.title,
    right: [span(frame.mode === 'live' ? ' LIVE ' : ' PAPER ', frame.mode, { bold: true, inverse: true })],
    focused: true,
    tone: frame.mode,
    width,
    height: shown.length + 2,
    body: shown,
  });
}

/** A low terminal loses the air first, never a line that says something. */
const withoutBlanks = (lines: readonly Line[]): Line[] => lines.filter((line) => plainText(line).trim() !== '');

function editLines(form: FormController, width: number, room: number): Line[] {
  const { state } = form;
  const { problems, preview, submitLabel, draft } = form.evaluate();
  const showProblem = (id: string): boolean => state.attempted || state.touched.includes(id);
  const fields = form.fields().flatMap((field): Line[] => {
    const problem = showProblem(field.id) ? problems[field.id] : undefined;
    return [
      fieldLine(field, state, width),
      ...(problem ? wrap(problem, width - labelWidth, 'danger').map((line) => indent(line)) : []),
    ];
  });
  const general = state.attempted ? problems.form : undefined;
  const head = [blank, ...subject(form, width), blank, ...fields, blank];
  const foot = [
    ...(general ? [blank, ...wrap(general, width, 'danger')] : []),
    ...messages(state, width),
    blank,
    buttons([
      { label: 'Cancel', focused: state.focus === 'cancel', tone: 'muted' },
      { label: `${submitLabel} …`, focused: state.focus === 'submit', tone: draft === null ? 'muted' : 'accent' },
    ]),
    blank,
  ];
  return fitPreview(head, rows(preview, width), foot, room);
}

/** Fields, problems and buttons stay whatever the height; the preview gives way, and says so. */
function fitPreview(head: readonly Line[], preview: readonly Line[], foot: readonly Line[], room: number): Line[] {
  if (head.length + preview.length + foot.length <= room) return [...head, ...preview, ...foot];
  const [above, below] = [withoutBlanks(head), withoutBlanks(foot)];
  const left = Math.max(0, room - above.length - below.length);
  if (preview.length <= left) return [...above, ...preview, ...below];
  const more = [muted(`… ${preview.length - left + 1} more lines in a taller terminal`)];
  return [...above, ...(left > 0 ? [...preview.slice(0, left - 1), more] : []), ...below];
}

function subject(form: FormController, width: number): Line[] {
  return [fitTo(form.spec.subject(form.state.values), width)];
}

/** Why the last try did not go through, with what the person needs to tell the service's support. */
function messages({ outcome, note }: FormState, width: number): Line[] {
  if (note) return [blank, ...wrap(note, width, 'warn')];
  if (!outcome || outcome.kind === 'accepted') return [];
  const word = { rejected: 'Rejected', 'not-sent': 'Not sent', unknown: 'Outcome unknown' }[outcome.kind];
  return [
    blank,
    ...wrap(`✕ ${word}: ${outcome.message}`, width, 'danger'),
    ...wrap(`${outcome.code}${outcome.requestId ? `, request ${outcome.requestId}` : ''}`, width, 'muted'),
  ];
}

function confirmLines(form: FormController, width: number): Line[] {
  const { confirm } = form.state;
  const draft = form.confirmed;
  if (!confirm || draft === null) return [];
  return [
    blank,
    ...subject(form, width),
    blank,
    ...rows(form.spec.confirmation(draft), width),
    blank,
    ...wrap('This is sent once, as shown. Press y to send, or Esc to go back.', width, 'muted'),
    blank,
    buttons([
      { label: 'Cancel', focused: confirm.focus === 'cancel', tone: 'muted' },
      { label: 'Send (y)', focused: confirm.focus === 'send', tone: 'accent' },
    ]),
    blank,
  ];
}

function endLines(form: FormController, width: number): Line[] {
  const { phase, outcome } = form.state;
  if (phase === 'sending' || !outcome)
    return [blank, ...subject(form, width), blank, [span('Sent. Waiting for the answer …', 'accent')], blank];
  const isAccepted = outcome.kind === 'accepted';
  return [
    blank,
    ...wrap(
      `${isAccepted ? '✓' : '!'} ${isAccepted ? outcome.message : `Outcome unknown: ${outcome.message}`}`,
      width,
      isAccepted ? 'up' : 'warn',
    ),
    ...(isAccepted
      ? []
      : wrap(
          'The service may have done it. Look at your positions, orders and balances before you try again.',
          width,
          'warn',
        )),
    blank,
    ...rows(
      [
        ...(isAccepted ? [] : [{ label: 'code', value: [span(outcome.code)] }]),
        { label: 'request', value: [span(outcome.requestId ?? 'none was given')], wraps: true },
        ...(isAccepted && outcome.taskId ? [{ label: 'task', value: [span(outcome.taskId)], wraps: true }] : []),
      ],
      width,
    ),
    blank,
    [muted('Any key goes back to the desk.')],
    blank,
  ];
}

function rows(list: readonly FormRow[], width: number): Line[] {
  return list.flatMap(({ label, value, wraps }): Line[] => {
    const head = muted(label.padEnd(labelWidth));
    const room = width - labelWidth;
    if (!wraps || lineWidth(value) <= room) return [[head, ...value]];
    return wrap(plainText(value), room, value[0]?.tone).map((line, index) =>
      index === 0 ? [head, ...line] : indent(line),
    );
  });
}

const indent = (line: Line): Line => [span(' '.repeat(labelWidth)), ...line];

function fieldLine(field: Field, state: FormState, width: number): Line {
  const focused = state.focus === field.id;
  const label = span(field.label.padEnd(labelWidth), focused ? 'title' : 'muted', { bold: focused });
  const value = state.values[field.id] ?? '';
  if (field.kind === 'choice') return [label, ...choices(field, value, focused, width - labelWidth)];
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

/** All choices beside each other; where they don't fit, the chosen one and its place among them. */
function choices(field: Field, value: string, focused: boolean, room: number): Line {
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
  return chosen ? [chosen, muted(`  ${at + 1} of ${list.length}  ↑↓`)] : [muted(`${list.length} to choose from  ↑↓`)];
}

const presets = (field: Field, value: string): Line =>
  (field.choices ?? []).flatMap((choice): Line => {
    const isChosen = choice.value === value;
    return [
      ...(choice.key ? [span(choice.key, 'accent'), span(' ')] : []),
      span(isChosen ? `‹${choice.label}› ` : `${choice.label}  `, isChosen ? 'plain' : 'muted', { bold: isChosen }),
    ];
  });

/** A box that scrolls with the cursor, so that a long address can be read and mended. */
function textBox(value: string, cursor: number | null, width: number, isPristine: boolean): Line {
  const parts = graphemes(value);
  const edge = span('▏', 'muted');
  if (cursor === null) return [span('▕', 'muted'), ...fitTo([span(value)], width), edge];
  // What the next character replaces is marked as a whole, as a selection is.
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

interface Button {
  readonly label: string;
  readonly focused: boolean;
  readonly tone: Tone;
}

const buttons = (list: readonly Button[]): Line =>
  list.flatMap(
    ({ label, focused, tone }, index): Line => [
      span(index > 0 ? '     ' : '  '),
      focused ? span(` ${label} `, tone, { inverse: true, bold: true }) : span(`‹ ${label} ›`, tone),
    ],
  );
