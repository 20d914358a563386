import { cleanText } from '../../domain/clean-text.ts';
import { cutEnd } from '../../domain/text-width.ts';
import { type Keymap, withKeys } from '../../keys/keymap.ts';
import type { BulkItem, BulkRun } from '../../stores/bulk.ts';
import { paneFrame } from '../components/pane-frame.ts';
import type { Desk } from '../desk.ts';
import { formRows, wordLines } from '../forms/form-view.ts';
import { accountRows } from '../forms/position-form-parts.ts';
import { blank, type Line, lineWidth, muted, plainText, span, type Tone, wrap } from '../text/span.ts';
import { type BulkController, type BulkKind, bulkWords } from './bulk-controller.ts';

interface BulkFrame {
  readonly columns: number;
  readonly rows: number;
}

const widest = 92;

const titles: Readonly<Record<BulkKind, string>> = { flatten: 'Flatten', cancelAll: 'Cancel all orders' };

const purposes: Readonly<Record<BulkKind, string>> = {
  flatten: 'Cancels the resting orders, closes every position at the market, cancels the trigger orders.',
  cancelAll: 'Cancels every resting perp order and every trigger order. Positions stay as they are.',
};

const nothing: Readonly<Record<BulkKind, string>> = {
  flatten: 'There is nothing to do: no open position, no resting order, no waiting trigger order.',
  cancelAll: 'There is nothing to do: no resting perp order, no waiting trigger order.',
};

const halted = 'Trading is halted. The word first leads to REDUCING, so that this can be sent; new risk stays blocked.';

interface Parts {
  readonly head: readonly Line[];
  readonly list: readonly Line[];
  readonly foot: readonly Line[];
  /** First line of the list to show. */
  readonly from: number;
}

/** The overlay as lines of one width: what will be sent, then what became of each. */
export function bulkLines(bulk: BulkController, desk: Desk, { columns, rows }: BulkFrame): Line[] {
  const width = Math.min(widest, columns - 4);
  const { mode } = desk.session.getState();
  const { run } = desk.bulk.getState();
  const { phase } = bulk.view;
  const parts =
    phase === 'run' && run ? runParts(bulk, run, desk.keymap, width - 4) : planParts(bulk, desk, width - 4, rows - 4);
  const body = fitted(bulk, parts, rows - 4, withKeys('{bulk.up}{bulk.down}', desk.keymap));
  return paneFrame({
    title: titles[bulk.kind],
    right: [span(` ${mode.toUpperCase()} `, mode, { bold: true, inverse: true })],
    focused: true,
    tone: mode,
    width,
    height: body.length + 2,
    body,
  });
}

function planParts(bulk: BulkController, desk: Desk, width: number, room: number): Parts {
  const { plan, typed, note, scroll, phase } = bulk.view;
  const intro = wrap(purposes[bulk.kind], width, 'title');
  if (phase === 'reading' || !plan)
    return { head: [blank, ...intro, blank], list: [[muted('Reading the account …')]], foot: [blank], from: 0 };
  const { steps } = plan;
  if (steps.length === 0)
    return {
      head: [blank],
      list: wrap(nothing[bulk.kind], width),
      foot: [blank, [muted('Esc leaves.')], blank],
      from: 0,
    };
  const { blocked } = bulk;
  const word = bulkWords[bulk.kind];
  // On the lowest screens the wallet alone stays: the mode stands on the border.
  const account = accountRows(desk).filter(({ label }) => room > 14 || label === 'wallet');
  const count =
    steps.length === 1 ? '1 request, sent once.' : `${steps.length} requests, one after another, each sent once.`;
  return {
    head: [blank, ...intro, blank, ...formRows(account, width), blank, [muted(count)]],
    list: steps.map(({ label }): Line => [muted('  · '), span(label)]),
    foot: [
      blank,
      ...(note ? [...wrap(note, width, 'warn'), blank] : []),
      ...(!blocked && desk.trading.getState().mode === 'halted' ? [...wrap(halted, width, 'warn'), blank] : []),
      ...(blocked ? wrap(blocked, width, 'danger') : wordLines({ text: word, typed }, 'to send them', width)),
      blank,
    ],
    from: scroll ?? 0,
  };
}

const signs: Readonly<Record<BulkItem['state'], readonly [string, Tone]>> = {
  waiting: ['·', 'muted'],
  sending: ['▸', 'accent'],
  accepted: ['✓', 'up'],
  rejected: ['✕', 'danger'],
  unknown: ['?', 'warn'],
  'not-sent': ['–', 'warn'],
};

function runParts(bulk: BulkController, run: BulkRun, keymap: Keymap, width: number): Parts {
  const ended = run.items.filter(({ state }) => state !== 'waiting' && state !== 'sending').length;
  const items = run.items.map((item) => itemLines(item, width));
  const at = run.items.findIndex(({ state }) => state === 'sending');
  const before = items.slice(0, Math.max(0, at)).reduce((sum, lines) => sum + lines.length, 0);
  return {
    head: [blank, progressLine(ended, run.items.length, width), blank],
    list: items.flat(),
    foot: [blank, ...(run.isOver ? summary(run, keymap, width) : underWay(keymap, width)), blank],
    // The one before stays in sight: its result has just come.
    from: bulk.view.scroll ?? Math.max(0, before - 2),
  };
}

function progressLine(ended: number, of: number, width: number): Line {
  const words = ` ${ended} of ${of}`;
  const cells = Math.min(40, width - words.length - 2);
  const filled = Math.floor((cells * ended) / of);
  return [
    muted('▕'),
    span('█'.repeat(filled), 'accent'),
    muted('░'.repeat(cells - filled)),
    muted('▏'),
    span(words, 'title'),
  ];
}

/** A result is never cut, and of one that is no success nothing is: its code and reason are what a person acts on. */
function itemLines({ label, state, trouble, requestId }: BulkItem, width: number): Line[] {
  const [sign, tone] = signs[state];
  const word = state === 'sending' ? 'sending …' : state.replace('-', ' ');
  const result = state === 'waiting' ? '' : `   ${word}`;
  const head: Line = [
    span(`  ${sign} `, tone, { bold: true }),
    span(cutEnd(label, width - 4 - result.length), state === 'waiting' ? 'muted' : 'plain'),
    span(result, tone),
  ];
  if (!trouble) return [head];
  const why = cleanText(`${trouble}${requestId ? `, request ${requestId}` : ''}`);
  const whole: Line = [...head, muted(` ${why}`)];
  if (lineWidth(whole) <= width) return [whole];
  return [head, ...wrap(why, width - 6, 'muted').map((line): Line => [span('      '), ...line])];
}

const underWay = (keymap: Keymap, width: number): Line[] =>
  wrap(
    withKeys(
      'Esc leaves this view: what was sent cannot be stopped, and the rest goes on. {trading.mode} halts the rest.',
      keymap,
    ),
    width,
    'muted',
  );

function summary({ items }: BulkRun, keymap: Keymap, width: number): Line[] {
  const count = (state: BulkItem['state']): number => items.filter((item) => item.state === state).length;
  const counts = (['accepted', 'rejected', 'unknown', 'not-sent'] as const).flatMap((state): Line => {
    const [sign, tone] = signs[state];
    const n = count(state);
    return n === 0 ? [] : [span(`${sign} ${n} ${state.replace('-', ' ')}   `, tone, { bold: true })];
  });
  const left = items.length - count('accepted');
  const advice = [
    ...(count('unknown') > 0
      ? ['What is unknown is being looked for; the activity pane ({focus.activity}) says what became of it.']
      : []),
    left > 0
      ? 'Nothing is tried again by itself: {bulk.again} reads what is left and asks for the word anew. Esc leaves.'
      : 'All were accepted. {bulk.again} reads again what is left; Esc leaves.',
  ];
  return [counts, ...advice.flatMap((text) => wrap(withKeys(text, keymap), width, 'muted'))];
}

/** The list gives way, in a window that says how much there is; air goes before it does. */
function fitted(bulk: BulkController, { head, list, foot, from }: Parts, room: number, arrows: string): Line[] {
  const isTight = head.length + list.length + foot.length > room;
  const [above, below] = isTight ? [withoutBlanks(head), withoutBlanks(foot)] : [head, foot];
  const height = Math.max(1, room - above.length - below.length);
  if (list.length <= height) {
    bulk.drawnFrom(0);
    return [...above, ...list, ...below];
  }
  const shown = Math.max(1, height - 1);
  const start = Math.min(from, list.length - shown);
  bulk.drawnFrom(start);
  const more = [muted(`    ${start + 1}–${start + shown} of ${list.length} lines  ${arrows}`)];
  return [...above, ...list.slice(start, start + shown), more, ...below];
}

const withoutBlanks = (lines: readonly Line[]): Line[] => lines.filter((line) => plainText(line).trim() !== '');
