import { resendLeftMs } from '../../../actions/transfers/resend-transfer.ts';
import { isUnresolved } from '../../../stores/orders/operation-records.ts';
import type { Desk } from '../../desk/desk.ts';
import type { QuestionView } from '../../desk/desk-ui.ts';
import { notify } from '../../desk/notify.ts';
import { armAfterMs } from '../../forms/form-state.ts';
import { repeatWithinMs } from '../../forms/held-keys.ts';
import { closeOverlay, openOverlay } from '../../overlays/open-overlay.ts';
import { selectedRow } from '../../panes/pane-rows.ts';
import { commandTable } from '../command-table.ts';

/** Id of the selected operation if it is unresolved. */
function selectedUnresolved(desk: Desk): string | null {
  const entry = selectedRow(desk, 'activity');
  return entry?.group === 'unresolved' ? entry.key : null;
}

/** Why the selected row cannot be resolved by hand; null if it can. */
function whyNotUnresolved(desk: Desk): string | null {
  if (desk.ui.getState().focus !== 'activity') return 'focus the activity pane ({focus.activity}) first';
  if (selectedUnresolved(desk) !== null) return null;
  return desk.records.getState().records.some(isUnresolved)
    ? 'only unresolved operations can be resolved: {select.first} selects the first one'
    : 'no operation is unresolved';
}

/** Why the selected row cannot be sent again; null if it can. */
function whyNotResent(desk: Desk): string | null {
  const why = whyNotUnresolved(desk);
  if (why !== null) return why;
  const record = desk.records.getState().records.find(({ id }) => id === selectedUnresolved(desk));
  return record && resendLeftMs(record, desk.now()) !== null
    ? null
    : 'only a transfer can be sent again, within minutes of the first time: decide with {activity.done} or {activity.notDone}';
}

/** Commands of the activity pane and of its confirmation. */
export const activityCommands = commandTable({
  'activity.done': {
    title: 'done',
    description: 'Mark the selected unresolved operation as done, after a confirmation',
    scope: 'activity',
    whyDisabled: whyNotUnresolved,
    keys: ['y'],
    run: (desk) => ask(desk, 'done', 'y'),
  },
  'activity.notDone': {
    title: 'not done',
    description: 'Mark the selected unresolved operation as not done, after a confirmation',
    scope: 'activity',
    whyDisabled: whyNotUnresolved,
    keys: ['n'],
    run: (desk) => ask(desk, 'not-done', 'n'),
  },
  'activity.reconcile': {
    title: 'reconcile',
    description: 'Reconcile the selected unresolved operation now',
    scope: 'activity',
    whyDisabled: whyNotUnresolved,
    keys: ['a'],
    run: (desk) => {
      const id = selectedUnresolved(desk);
      if (id !== null) void desk.actions.reconcileNow(id);
    },
  },
  'activity.resend': {
    title: 'send again',
    description: 'Send an unresolved transfer again with the same correlationId, which moves the money once',
    scope: 'activity',
    isTrade: true,
    whyDisabled: whyNotResent,
    keys: ['S'],
    run: (desk) => ask(desk, 'resend', 'S'),
  },
  'question.yes': {
    title: 'yes',
    description: 'Confirm and record the outcome, or send the transfer again',
    scope: 'question',
    hint: 1,
    keys: ['y'],
    run: (desk) => {
      const question = openOverlay(desk, 'question');
      closeOverlay(desk);
      if (question?.verdict === 'resend') void resend(desk, question.id);
      else if (question) desk.actions.decide(question.id, question.verdict);
    },
  },
  'question.no': {
    title: 'no',
    description: 'Keep the operation unresolved',
    scope: 'question',
    hint: 2,
    keys: ['n', 'Esc', 'C-c'],
    run: closeOverlay,
  },
});

async function resend(desk: Desk, id: string): Promise<void> {
  const why = await desk.actions.resendTransfer(id);
  if (why !== null) notify(desk, 'warn', why);
}

function ask(desk: Desk, verdict: QuestionView['verdict'], key: string): void {
  const id = selectedUnresolved(desk);
  if (id === null) return;
  const nowMs = desk.now();
  desk.ui.setState(({ selected }) => ({
    selected: { ...selected, activity: id },
    overlay: { kind: 'question', id, verdict, shownAtMs: nowMs, held: { key, atMs: nowMs } },
  }));
  // Evidence may resolve the operation while the question is open: close it then.
  const stop = desk.records.subscribe(({ records }) => {
    const isAsked = openOverlay(desk, 'question')?.id === id;
    if (isAsked && records.some((record) => record.id === id && isUnresolved(record))) return;
    stop();
    if (isAsked) closeOverlay(desk);
  });
}

/**
 * Handles one key while the question is open. The key that opened it is ignored while held down, and yes is accepted only
 * after the question has been on screen for a moment, so that neither a held key nor a burst of keys answers it.
 */
export function questionKey(desk: Desk, question: QuestionView, key: string): void {
  const nowMs = desk.now();
  const { held, shownAtMs } = question;
  const isHeld = held !== null && held.key === key && nowMs - held.atMs < repeatWithinMs;
  desk.ui.setState({ overlay: { ...question, held: isHeld ? { key, atMs: nowMs } : null } });
  if (isHeld) return;
  const command = desk.keymap.find(key, ['question']);
  if (command?.id === 'question.yes' && nowMs - shownAtMs < armAfterMs) return;
  command?.run?.(desk);
}
