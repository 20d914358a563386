import { cleanText } from '../../domain/text/clean-text.ts';
import type { SessionState } from '../../stores/account/session.ts';
import { paneFrame } from '../components/pane-frame.ts';
import { keyOf, withKeys } from '../keys/keymap.ts';
import { aimed, blank, type Line, lineWidth, muted, plainText, span, wrap } from '../text/span.ts';
import type { FormController } from './form-controller.ts';
import { buttons, fieldLine, labelWidth } from './form-field-view.ts';
import type { FormEvaluation, FormRow } from './form-spec.ts';
import type { FormState } from './form-state.ts';

interface FormFrame {
  readonly mode: SessionState['mode'];
  readonly columns: number;
  readonly rows: number;
  /** Lines between the fields and the preview, shown whatever the terminal's height. */
  readonly above?: readonly Line[];
}

const widest = 72;

/** Width of a form in cells. */
export const formWidth = (columns: number): number => Math.min(widest, columns - 4);

/** The form as lines of equal width, to be centred on the screen. */
export function formLines(form: FormController, frame: FormFrame): Line[] {
  const width = formWidth(frame.columns);
  const inner = width - 4;
  const room = frame.rows - 4;
  const evaluation = form.state.phase === 'edit' ? form.evaluate() : null;
  const body = evaluation
    ? editLines(form, evaluation, inner, room, frame.above)
    : form.state.phase === 'confirm'
      ? confirmLines(form, inner)
      : resultLines(form, inner);
  const shown = body.length > room ? withoutBlanks(body).slice(0, room) : body;
  return paneFrame({
    title: form.spec.title,
    right: [
      ...(evaluation?.sendsNow ? [span(' 1-CLICK ', 'warn', { bold: true, inverse: true }), span(' ')] : []),
      span(` ${frame.mode.toUpperCase()} `, frame.mode, { bold: true, inverse: true }),
    ],
    focused: true,
    tone: frame.mode,
    width,
    height: shown.length + 2,
    body: shown,
  });
}

/** Number of confirmation rows that do not fit the terminal. A confirmation with hidden rows cannot be confirmed. */
export function hiddenRows(form: FormController, { columns, rows }: Pick<FormFrame, 'columns' | 'rows'>): number {
  if (form.state.phase !== 'confirm') return 0;
  const body = confirmLines(form, formWidth(columns) - 4);
  return Math.max(0, withoutBlanks(body).length - (rows - 4));
}

/** Drops blank lines first when the terminal is too short. */
const withoutBlanks = (lines: readonly Line[]): Line[] => lines.filter((line) => plainText(line).trim() !== '');

function editLines(
  form: FormController,
  evaluation: FormEvaluation<unknown>,
  width: number,
  room: number,
  above: readonly Line[] = [],
): Line[] {
  const { state } = form;
  const { problems, preview, submitLabel, draft, blocked, sendsNow } = evaluation;
  const showProblem = (id: string): boolean => state.attempted || state.touched.includes(id);
  const fields = form.fields().flatMap((field): Line[] => {
    const problem = showProblem(field.id) ? problems[field.id] : undefined;
    return [
      ...aimed([fieldLine(field, state, width, form.keymap)], field.id),
      ...(state.typedInto === field.id
        ? [
            indent([
              muted(withKeys('{form.choiceUp}{form.choiceDown} changes this, {form.next} moves on.', form.keymap)),
            ]),
          ]
        : []),
      ...(problem ? wrap(problem, width - labelWidth, 'danger').map((line) => indent(line)) : []),
    ];
  });
  const general = blocked ?? (state.attempted ? problems.form : undefined);
  const head = [blank, ...subject(form, width), blank, ...fields, blank, ...above];
  const foot = [
    ...(general ? [blank, ...wrap(general, width, 'danger')] : []),
    ...messages(state, width),
    ...remedyLines(form, width),
    blank,
    buttons([
      { label: 'Back', focused: state.focus === 'back', tone: 'muted' },
      {
        label: sendsNow ? 'Send now' : form.spec.isLocal ? submitLabel : `${submitLabel} …`,
        focused: state.focus === 'submit',
        tone: draft === null ? 'muted' : 'accent',
      },
    ]),
    blank,
  ];
  return fitPreview(head, formRows(preview, width), foot, room);
}

/** Fields, errors and buttons always stay; the preview is cut to fit and says how many lines are hidden. */
function fitPreview(head: readonly Line[], preview: readonly Line[], foot: readonly Line[], room: number): Line[] {
  if (head.length + preview.length + foot.length <= room) return [...head, ...preview, ...foot];
  const [above, below] = [withoutBlanks(head), withoutBlanks(foot)];
  const left = Math.max(0, room - above.length - below.length);
  if (preview.length <= left) return [...above, ...preview, ...below];
  const more = [muted(`… ${preview.length - left + 1} more lines: enlarge the terminal`)];
  return [...above, ...(left > 0 ? [...preview.slice(0, left - 1), more] : []), ...below];
}

function subject(form: FormController, width: number): Line[] {
  const line = form.spec.subject(form.state.values);
  return lineWidth(line) <= width ? [line] : wrap(plainText(line), width, line[0]?.tone);
}

/** Why the last attempt failed, with the code and request id for the service's support. */
function messages({ outcome, note }: FormState, width: number): Line[] {
  if (note) return [blank, ...wrap(note, width, 'warn')];
  if (!outcome || outcome.kind === 'accepted') return [];
  const word = { rejected: 'Rejected', 'not-sent': 'Not sent', unknown: 'Unknown outcome' }[outcome.kind];
  return [
    blank,
    ...wrap(`✕ ${word}: ${outcome.message}`, width, 'danger'),
    ...wrap(`${outcome.code}${outcome.requestId ? `, request ${outcome.requestId}` : ''}`, width, 'muted'),
  ];
}

/** The remedy, below the rejection. */
function remedyLines(form: FormController, width: number): Line[] {
  const remedy = form.remedy();
  return remedy ? [blank, ...wrap(remedy.text, width, 'accent')] : [];
}

function confirmLines(form: FormController, width: number): Line[] {
  const { confirm } = form.state;
  const draft = form.confirmed;
  if (!confirm || draft === null) return [];
  return [
    blank,
    ...subject(form, width),
    blank,
    // Wrapped, never truncated: everything to be sent must be readable.
    ...formRows(
      form.spec.confirmation(draft).map((row) => ({ ...row, wraps: true })),
      width,
    ),
    blank,
    ...(confirm.word
      ? [...wrap(confirm.word.why, width, 'warn'), blank, ...wordLines(confirm.word, purposeOf(form), width)]
      : keyLines(confirm.focus, width)),
    blank,
  ];
}

const keyLines = (focus: 'back' | 'send', width: number): Line[] => [
  ...wrap('Sent once, exactly as shown. Press y to send or Esc to go back.', width, 'muted'),
  blank,
  buttons([
    { label: 'Back', focused: focus === 'back', tone: 'muted' },
    { label: 'Send (y)', focused: focus === 'send', tone: 'accent' },
  ]),
];

const purposeOf = ({ spec }: FormController): string => (spec.isLocal ? 'to apply it' : 'to send it once');

/** The word to type and what has been typed so far; on two lines if they do not fit one. */
export function wordLines(
  { text, typed }: { readonly text: string; readonly typed: string },
  purpose: string,
  width: number,
): Line[] {
  const asked: Line = [
    muted('Type '),
    span(text, 'title', { bold: true }),
    muted(` and press ⏎ ${purpose}; Esc goes back.`),
  ];
  const answer = span(typed.padEnd(text.length, '_'), typed === text ? 'accent' : 'plain', { bold: true });
  const whole: Line = [...asked, span('   '), answer];
  return lineWidth(whole) <= width ? [whole] : [asked, [answer]];
}

function resultLines(form: FormController, width: number): Line[] {
  const { phase, outcome } = form.state;
  if (phase === 'sending' || !outcome)
    return [blank, ...subject(form, width), blank, [span('Sent. Waiting for the response …', 'accent')], blank];
  const isAccepted = outcome.kind === 'accepted';
  const progress = form.progress();
  return [
    blank,
    ...wrap(
      `${isAccepted ? '✓' : '!'} ${isAccepted ? outcome.message : `Unknown outcome: ${outcome.message}`}`,
      width,
      isAccepted ? 'up' : 'warn',
    ),
    ...(isAccepted
      ? []
      : wrap(
          `The service may have executed it. The desk is reconciling it with the account: follow or resolve it in the activity pane (${keyOf(form.keymap, 'focus.activity')}).`,
          width,
          'warn',
        )),
    blank,
    ...formRows(
      [
        ...(isAccepted ? [] : [{ label: 'code', value: [span(outcome.code)] }]),
        { label: 'request', value: [span(outcome.requestId ?? 'no request id')], wraps: true },
        ...(isAccepted && outcome.taskId
          ? [{ label: 'task', value: [span(cleanText(outcome.taskId, 100))], wraps: true }]
          : []),
        ...(progress?.rows ?? []),
      ],
      width,
    ),
    blank,
    ...wrap(progress?.hint ?? 'Any key returns to the desk.', width, 'muted'),
    blank,
  ];
}

/** Rows of label and value; rows with `wraps` continue on the next line. */
export function formRows(list: readonly FormRow[], width: number): Line[] {
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
