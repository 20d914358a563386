import { clamp } from '../../domain/numbers/clamp.ts';
import { withKeys } from '../keys/keymap.ts';
import { blank, type Line, lineWidth, muted, span, wrap } from '../text/span.ts';
import { confirmWordsOf } from './confirm-words.ts';
import type { FormController } from './form-controller.ts';
import { buttons } from './form-field-view.ts';
import { formRows, subject, withoutBlanks } from './form-rows.ts';

/** A confirmation as its parts; only `rows` scrolls. */
interface ConfirmParts {
  readonly head: readonly Line[];
  readonly rows: readonly Line[];
  readonly foot: readonly Line[];
  /** Rows that are shown at a time. */
  readonly visible: number;
}

/** The confirmation in at most `room` lines. Rows beyond it are scrolled to, and must have been shown before it is sent. */
export function confirmLines(form: FormController, width: number, room: number): Line[] {
  const { confirm } = form.state;
  if (!confirm || form.confirmed === null) return [];
  const { head, rows, foot, visible } = confirmParts(form, width, room);
  if (visible === rows.length) return [...head, ...rows, ...foot];
  const first = clamp(confirm.scroll, 0, rows.length - visible);
  return [...head, ...rows.slice(first, first + visible), moreLine(form, first, visible, rows.length, width), ...foot];
}

/** How far the rows of the confirmation can be scrolled in `room` lines; 0 if all are shown. */
export function maxConfirmScroll(form: FormController, width: number, room: number): number {
  if (!form.state.confirm || form.confirmed === null) return 0;
  const { rows, visible } = confirmParts(form, width, room);
  return rows.length - visible;
}

function confirmParts(form: FormController, width: number, room: number): ConfirmParts {
  const { confirm } = form.state;
  const draft = form.confirmed;
  const head = [blank, ...subject(form, width), blank];
  // Wrapped, never truncated: everything to be sent must be readable.
  const rows = formRows(
    draft === null ? [] : form.spec.confirmation(draft).map((row) => ({ ...row, wraps: true })),
    width,
  );
  const foot = [
    blank,
    ...(confirm?.word
      ? [
          ...wrap(confirm.word.why, width, 'warn'),
          blank,
          ...wordLines(confirm.word, confirmWordsOf(form.spec).purpose, width),
        ]
      : keyLines(form, confirm?.focus ?? 'back', width)),
    blank,
  ];
  if (head.length + rows.length + foot.length <= room) return { head, rows, foot, visible: rows.length };
  const dense = { head: withoutBlanks(head), rows: withoutBlanks(rows), foot: withoutBlanks(foot) };
  const left = room - dense.head.length - dense.foot.length;
  return { ...dense, visible: dense.rows.length <= left ? dense.rows.length : Math.max(1, left - 1) };
}

/** Which rows are shown, and the key to the others: until the last was shown, it cannot be sent. */
function moreLine(form: FormController, first: number, visible: number, total: number, width: number): Line {
  const where = `rows ${first + 1}–${first + visible} of ${total}`;
  const text = form.state.confirm?.isRead
    ? where
    : `${where}: {confirm.down} to the end, then ${confirmWordsOf(form.spec).verb}`;
  return wrap(withKeys(text, form.keymap), width, 'warn')[0] ?? [];
}

function keyLines({ spec }: FormController, focus: 'back' | 'send', width: number): Line[] {
  const { text, button } = confirmWordsOf(spec);
  return [
    ...wrap(text, width, 'muted'),
    blank,
    buttons([
      { label: 'Back', focused: focus === 'back', tone: 'muted' },
      { label: `${button} (y)`, focused: focus === 'send', tone: 'accent' },
    ]),
  ];
}

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
