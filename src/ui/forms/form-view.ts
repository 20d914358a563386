import { cleanText } from '../../domain/text/clean-text.ts';
import type { SessionState } from '../../stores/account/session.ts';
import { paneFrame } from '../components/pane-frame.ts';
import { keyOf, withKeys } from '../keys/keymap.ts';
import { aimed, blank, type Line, muted, span, wrap } from '../text/span.ts';
import { confirmLines, maxConfirmScroll } from './confirm-view.ts';
import type { FormController } from './form-controller.ts';
import { buttons, fieldLine, labelWidth } from './form-field-view.ts';
import { formRows, indent, subject, withoutBlanks } from './form-rows.ts';
import type { FormEvaluation } from './form-spec.ts';
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
      ? confirmLines(form, inner, room)
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

/** How far the confirmation can be scrolled in this terminal; 0 if all of it is shown. */
export const maxScroll = (form: FormController, { columns, rows }: Pick<FormFrame, 'columns' | 'rows'>): number =>
  maxConfirmScroll(form, formWidth(columns) - 4, rows - 4);

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

function resultLines(form: FormController, width: number): Line[] {
  const { phase, outcome } = form.state;
  if (phase === 'sending' || !outcome) {
    const text = form.spec.sendingText?.() ?? 'Sent. Waiting for the response …';
    return [blank, ...subject(form, width), blank, ...wrap(text, width, 'accent'), blank];
  }
  const isAccepted = outcome.kind === 'accepted';
  const progress = form.progress();
  const executed = form.executed();
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
        ...(executed === '' ? [] : [{ label: 'fills', value: [span(executed, 'title')], wraps: true }]),
      ],
      width,
    ),
    blank,
    ...wrap(progress?.hint ?? 'Any key returns to the desk.', width, 'muted'),
    blank,
  ];
}
