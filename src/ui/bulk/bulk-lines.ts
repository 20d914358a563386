import type { BulkStep } from '../../actions/orders/run-bulk.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { cutEnd } from '../../domain/text/text-width.ts';
import type { BulkItem, BulkRun } from '../../stores/orders/bulk.ts';
import { executedWords } from '../../stores/orders/operation-words.ts';
import { paneFrame } from '../components/pane-frame.ts';
import type { Desk } from '../desk/desk.ts';
import { wordLines } from '../forms/confirm-view.ts';
import { formRows } from '../forms/form-rows.ts';
import { accountRows } from '../forms/position-form-parts.ts';
import { type Keymap, withKeys } from '../keys/keymap.ts';
import { blank, type Line, lineWidth, muted, plainText, span, type Tone, wrap } from '../text/span.ts';
import { type BulkController, type BulkKind, bulkWords } from './bulk-controller.ts';

interface BulkFrame {
  readonly columns: number;
  readonly rows: number;
}

const widest = 92;

const titles: Readonly<Record<BulkKind, string>> = { flatten: 'Flatten', cancelAll: 'Cancel all orders' };

const purposes: Readonly<Record<BulkKind, string>> = {
  flatten: 'Cancels all perp orders, closes all positions at the market, then cancels all trigger orders.',
  cancelAll: 'Cancels all perp orders and all trigger orders. Positions stay open, without stops.',
};

const nothing: Readonly<Record<BulkKind, string>> = {
  flatten: 'Nothing to do: no open positions, perp orders or trigger orders.',
  cancelAll: 'Nothing to do: no open perp orders or trigger orders.',
};

const halted = 'Trading is halted. Typing the word first switches to REDUCING; new risk stays blocked.';

interface Parts {
  readonly head: readonly Line[];
  readonly list: readonly Line[];
  readonly foot: readonly Line[];
  /** First visible line of the list. */
  readonly from: number;
}

/** The overlay as lines of equal width: what will be sent, then the result of each step. */
export function bulkLines(bulk: BulkController, desk: Desk, { columns, rows }: BulkFrame): Line[] {
  const width = Math.min(widest, columns - 4);
  const { mode } = desk.session.getState();
  const { run } = desk.bulk.getState();
  const { phase } = bulk.view;
  const parts =
    phase === 'run' && run ? runParts(bulk, run, desk, width - 4) : planParts(bulk, desk, width - 4, rows - 4);
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
      foot: [blank, [muted('Esc closes this.')], blank],
      from: 0,
    };
  const { blocked } = bulk;
  const word = bulkWords[bulk.kind];
  // Short screens show only the wallet; the mode is on the border anyway.
  const account = accountRows(desk).filter(({ label }) => room > 14 || label === 'wallet');
  const count =
    steps.length === 1 ? '1 request, sent once.' : `${steps.length} requests, sent one at a time, each once.`;
  return {
    head: [blank, ...intro, blank, ...formRows(account, width), blank, [muted(count)]],
    list: steps.flatMap((step) => stepLines(step, width)),
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

/** What the step changes follows its label, below it if there is no room. */
function stepLines({ label, effect = '' }: BulkStep, width: number): Line[] {
  const head: Line = [muted('  · '), span(label)];
  if (effect === '') return [head];
  const whole: Line = [...head, muted(`   ${effect}`)];
  if (lineWidth(whole) <= width) return [whole];
  return [head, ...wrap(effect, width - 6, 'muted').map((line): Line => [span('      '), ...line])];
}

const signs: Readonly<Record<BulkItem['state'], readonly [string, Tone]>> = {
  waiting: ['·', 'muted'],
  sending: ['▸', 'accent'],
  accepted: ['✓', 'up'],
  rejected: ['✕', 'danger'],
  unknown: ['?', 'warn'],
  'not-sent': ['–', 'warn'],
};

function runParts(bulk: BulkController, run: BulkRun, { keymap, records }: Desk, width: number): Parts {
  const ended = run.items.filter(({ state }) => state !== 'waiting' && state !== 'sending').length;
  const byId = new Map(records.getState().records.map((record) => [record.id, record]));
  const items = run.items.map((item) => {
    const record = byId.get(item.recordId ?? '');
    return itemLines(item, record ? executedWords(record) : '', width);
  });
  const at = run.items.findIndex(({ state }) => state === 'sending');
  const before = items.slice(0, Math.max(0, at)).reduce((sum, lines) => sum + lines.length, 0);
  return {
    head: [blank, progressLine(ended, run.items.length, width), blank],
    list: items.flat(),
    foot: [blank, ...(run.isOver ? summary(run, keymap, width) : runningHint(keymap, width)), blank],
    // Keep the previous item visible, whose result has just arrived.
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

/** Results are never truncated; failures show their full code and reason, accepted orders what they executed. */
function itemLines({ label, state, trouble, requestId }: BulkItem, executed: string, width: number): Line[] {
  const [sign, tone] = signs[state];
  const word = state === 'sending' ? 'sending …' : state.replace('-', ' ');
  const result = state === 'waiting' ? '' : `   ${word}`;
  const head: Line = [
    span(`  ${sign} `, tone, { bold: true }),
    span(cutEnd(label, width - 4 - result.length), state === 'waiting' ? 'muted' : 'plain'),
    span(result, tone),
  ];
  if (!trouble && executed === '') return [head];
  const why = trouble ? cleanText(`${trouble}${requestId ? `, request ${requestId}` : ''}`) : executed;
  const whole: Line = [...head, muted(` ${why}`)];
  if (lineWidth(whole) <= width) return [whole];
  return [head, ...wrap(why, width - 6, 'muted').map((line): Line => [span('      '), ...line])];
}

const runningHint = (keymap: Keymap, width: number): Line[] =>
  wrap(
    withKeys(
      'Esc closes this and the run continues. {trading.mode} halts the rest; what was sent cannot be stopped.',
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
      ? ['Unknown outcomes are being reconciled: see the activity pane ({focus.activity}).']
      : []),
    left > 0
      ? 'Nothing is retried automatically: {bulk.again} lists what is left and asks for the word again. Esc closes.'
      : 'All accepted. {bulk.again} lists what is left; Esc closes.',
  ];
  return [counts, ...advice.flatMap((text) => wrap(withKeys(text, keymap), width, 'muted'))];
}

/** Fits the lines to the height: drops blank lines first, then shows the list in a scrolling window. */
function fitted(bulk: BulkController, { head, list, foot, from }: Parts, room: number, arrows: string): Line[] {
  const isTight = head.length + list.length + foot.length > room;
  const [above, below] = isTight ? [withoutBlanks(head), withoutBlanks(foot)] : [head, foot];
  const height = Math.max(1, room - above.length - below.length);
  if (list.length <= height) {
    bulk.setFirstLine(0);
    return [...above, ...list, ...below];
  }
  const shown = Math.max(1, height - 1);
  const start = Math.min(from, list.length - shown);
  bulk.setFirstLine(start);
  const more = [muted(`    ${start + 1}–${start + shown} of ${list.length} lines  ${arrows}`)];
  return [...above, ...list.slice(start, start + shown), more, ...below];
}

const withoutBlanks = (lines: readonly Line[]): Line[] => lines.filter((line) => plainText(line).trim() !== '');
