import { formatAge, formatClock } from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import type { Look } from '../../../stores/orders/operation-records.ts';
import type { QuestionView } from '../../desk/desk-ui.ts';
import { type Keymap, keyLabel, keyOf, withKeys } from '../../keys/keymap.ts';
import { type Line, lineWidth, muted, type Span, span, spread, wrap } from '../../text/span.ts';
import { timeText } from '../../text/time-text.ts';
import type { OrderEntry } from './activity-entry.ts';

interface UnresolvedView {
  readonly width: number;
  /** Maximum number of lines. */
  readonly height: number;
  /** Expanded, else one line. */
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly focused: boolean;
  /** The open question about this operation. */
  readonly question: QuestionView | null;
  readonly keymap: Keymap;
}

const indent = '    ';
const labelWidth = 9;

/** Draws an unresolved operation: what was sent, what reconciliation found, and what the user can do. */
export function unresolvedLines(entry: OrderEntry, view: UnresolvedView): Line[] {
  const { width, isSelected, focused, isOpen, question } = view;
  const marker = isSelected ? span('▸ ', focused ? 'accent' : 'muted') : span('  ');
  const { record, summary, wallet, nowMs } = entry;
  const age: Line = [
    ...(wallet === '' ? [] : [muted(`${wallet}  `)]),
    muted(
      `sent ${timeText(record.sentAtMs, nowMs)}  unknown for ${formatAge(nowMs - (record.endedAtMs ?? record.sentAtMs))}`,
    ),
  ];
  const mark = [marker, span('! UNKNOWN', 'danger', { bold: true }), span('  ')];
  const name = span(summary, 'title', { bold: isSelected });
  if (!isOpen) {
    const next = [span('   '), ...nextReconcile(entry).slice(0, 1)];
    // Right beside the name, on a wide screen too; if both do not fit, the name is cut.
    return [spread([...mark, name], next, Math.min(width, lineWidth([...mark, name, ...next])))];
  }
  const row = rowOf(width);
  // The summary is never cut: if the age does not fit beside it, the age goes below.
  const isBeside = lineWidth([...mark, name]) + lineWidth(age) + 2 <= width;
  const head = isBeside
    ? [[...mark, name, span('  '), ...age]]
    : [
        ...wrap(summary, width - lineWidth(mark), 'title').map((line, index) =>
          index === 0 ? [...mark, ...line] : [span(' '.repeat(lineWidth(mark))), ...line],
        ),
        row('wallet', age),
      ];
  const known = [
    ...row.text('response', responseText(entry)),
    ...findingTexts(record.looks).flatMap((text, index) => row.text(index === 0 ? 'checked' : '', text)),
    ...(question || record.blocks === '' ? [] : row.text('blocks', 'other orders of this wallet, instrument and side')),
  ];
  const foot = question
    ? questionLines(entry, question, view)
    : [
        row('next', nextReconcile(entry)),
        row(
          'decide',
          isSelected ? choices(view) : [muted(withKeys('select it first: {select.up} or {select.first}', view.keymap))],
        ),
        ...resendRows(entry, view, row),
      ];
  const room = Math.max(0, view.height - head.length - foot.length);
  const isCut = known.length > room;
  // The actions are never cut.
  const shown = isCut
    ? [...known.slice(0, Math.max(0, room - 1)), row('', [muted(`… ${keyOf(view.keymap, 'pane.details')} shows all`)])]
    : known;
  return [...head, ...shown.slice(0, room), ...foot];
}

function rowOf(width: number) {
  const label = (text: string): Span => muted(indent + text.padEnd(labelWidth));
  const row = (name: string, value: Line): Line => [label(name), ...value];
  const text = (name: string, value: string): Line[] =>
    wrap(value, Math.max(8, width - indent.length - labelWidth)).map((line, index) =>
      row(index === 0 ? name : '', line),
    );
  return Object.assign(row, { text });
}

function responseText({ record: { code, message, requestId } }: OrderEntry): string {
  const request = requestId ? `, request ${cleanText(requestId, textLimits.name)}` : '';
  return `${cleanText(code, textLimits.name)}: ${cleanText(message)}${request}`;
}

const mostFindings = 3;

/** The findings of reconciliation, one per line; repeated findings are counted. */
function findingTexts(looks: readonly Look[]): string[] {
  const found: { why: string; times: number; lastAtMs: number }[] = [];
  for (const look of looks) {
    const { atMs, verdict } = look;
    // Still unresolved: this finding rests on amounts, which must be found twice.
    const why = verdict === 'unclear' ? look.why : `${look.why}: needs the same finding once more`;
    const last = found.at(-1);
    if (last?.why === why) Object.assign(last, { times: last.times + 1, lastAtMs: atMs });
    else found.push({ why, times: 1, lastAtMs: atMs });
  }
  if (found.length === 0) return ['not yet'];
  return found
    .slice(-mostFindings)
    .map(
      ({ why, times, lastAtMs }) => `${formatClock(lastAtMs)}${times > 1 ? ` (${times} times)` : ''} ${cleanText(why)}`,
    );
}

function nextReconcile({ nextReconcileAtMs: nextLookAtMs, nowMs, record }: OrderEntry): Line {
  if (nextLookAtMs === null)
    return [
      span('you decide', 'warn', { bold: true }),
      muted(record.looks.length > 0 ? ': reconciliation found no proof and has stopped' : ''),
    ];
  const leftS = Math.ceil((nextLookAtMs - nowMs) / 1000);
  return [leftS > 0 ? span(`reconciles again in ${leftS} s`, 'accent') : span('reconciling …', 'accent')];
}

const choices = ({ keymap }: UnresolvedView): Line => [
  ...choice(keymap, 'activity.done', 'it was done'),
  ...choice(keymap, 'activity.notDone', 'it was not done'),
  ...choice(keymap, 'activity.reconcile', 'reconcile'),
];

/** The one spot call that may be sent again: the service knows it by its correlationId. */
function resendRows(entry: OrderEntry, { isSelected, keymap }: UnresolvedView, row: ReturnType<typeof rowOf>): Line[] {
  if (entry.resendLeftMs === null || !isSelected) return [];
  const left = formatAge(entry.resendLeftMs);
  return [
    row('or', [...choice(keymap, 'activity.resend', `send again with the same correlationId, for ${left} more`)]),
  ];
}

const choice = (keymap: Keymap, commandId: string, words: string): Line => [
  span(keyLabel(keymap.keysOf(commandId)[0] ?? ''), 'accent'),
  span(` ${words}   `),
];

function questionLines(
  { summary, record }: OrderEntry,
  { verdict }: QuestionView,
  { width, keymap }: UnresolvedView,
): Line[] {
  if (verdict === 'resend') return resendQuestion(summary, width, keymap);
  const isDone = verdict === 'done';
  const frees = record.blocks === '' ? '' : ' This unblocks other orders.';
  const after = isDone
    ? ' Check first that positions, orders and balances show it.'
    : ' If it was executed after all, sending it again executes it twice; the next order of its kind asks for a typed word.';
  const question = `Mark “${summary}” as ${isDone ? 'DONE' : 'NOT done'}?${frees}${after}`;
  return [
    ...wrap(question, width - indent.length, 'warn').map((line): Line => [span(indent), ...line]),
    [
      span(indent),
      ...choice(keymap, 'question.yes', isDone ? 'yes, it was done' : 'yes, it was not done'),
      ...choice(keymap, 'question.no', 'no, leave it open'),
    ],
  ];
}

function resendQuestion(summary: string, width: number, keymap: Keymap): Line[] {
  const question = `Send “${summary}” again? It has the same correlationId, which the service knows for five minutes: if the first one was executed, this moves nothing.`;
  return [
    ...wrap(question, width - indent.length, 'warn').map((line): Line => [span(indent), ...line]),
    [
      span(indent),
      ...choice(keymap, 'question.yes', 'yes, send it once more'),
      ...choice(keymap, 'question.no', 'no, leave it open'),
    ],
  ];
}
