import { isInDoubt } from '../../stores/order-records.ts';
import type { Desk } from '../desk.ts';
import type { QuestionView } from '../desk-ui.ts';
import { armAfterMs } from '../forms/form-state.ts';
import { repeatWithinMs } from '../forms/held-keys.ts';
import type { OrderEntry } from '../panes/activity/activity-entry.ts';
import { selectedRow } from '../panes/visible-rows.ts';

type Run = (desk: Desk) => void;

/** Id of the selected order, if nobody knows what became of it. */
function selectedDoubt(desk: Desk): string | null {
  const entry = selectedRow(desk, 'activity') as OrderEntry | null;
  return entry?.group === 'doubt' ? entry.key : null;
}

/** Why nothing can be decided about the selected row; null when it can. */
export function whyNoDoubt(desk: Desk): string | null {
  if (selectedDoubt(desk) !== null) return null;
  return desk.records.getState().records.some(isInDoubt)
    ? 'only an order of unknown outcome is decided: select one, they stand above all others (Home)'
    : 'no outcome is unknown: there is nothing to decide';
}

/** Who comes because an outcome is unknown finds it selected, whatever was selected before. */
export function selectDoubt(desk: Desk): void {
  if (selectedDoubt(desk) !== null || !desk.records.getState().records.some(isInDoubt)) return;
  desk.ui.setState(({ selected: { activity: _before, ...others } }) => ({ selected: others }));
}

/** What each command of the activity pane and of its question does. */
export const activityRuns: Readonly<Record<string, Run>> = {
  'activity.done': (desk) => ask(desk, 'done', 'y'),
  'activity.notDone': (desk) => ask(desk, 'not-done', 'n'),
  'activity.look': (desk) => {
    const id = selectedDoubt(desk);
    if (id !== null) void desk.actions.lookAgain(id);
  },
  'question.yes': (desk) => {
    const question = openQuestion(desk);
    desk.ui.setState({ overlay: null });
    if (question) desk.actions.decide(question.id, question.verdict);
  },
  'question.no': (desk) => desk.ui.setState({ overlay: null }),
};

function openQuestion(desk: Desk): QuestionView | null {
  const { overlay } = desk.ui.getState();
  return overlay?.kind === 'question' ? overlay : null;
}

function ask(desk: Desk, verdict: QuestionView['verdict'], key: string): void {
  const id = selectedDoubt(desk);
  if (id === null) return;
  const nowMs = desk.now();
  desk.ui.setState(({ selected }) => ({
    selected: { ...selected, activity: id },
    overlay: { kind: 'question', id, verdict, shownAtMs: nowMs, held: { key, atMs: nowMs } },
  }));
  // Evidence may settle it while the person thinks: then there is nothing left to ask.
  const stop = desk.records.subscribe(({ records }) => {
    const isAsked = openQuestion(desk)?.id === id;
    if (isAsked && records.some((record) => record.id === id && isInDoubt(record))) return;
    stop();
    if (isAsked) desk.ui.setState({ overlay: null });
  });
}

/**
 * One key while the question stands. The key that asked it, still held down, means nothing; and yes counts only when the
 * question has been on screen for a moment, so that neither a held key nor keys that come in a bunch decide anything.
 */
export function questionKey(desk: Desk, key: string): void {
  const question = openQuestion(desk);
  if (!question) return;
  const nowMs = desk.now();
  const { held, shownAtMs } = question;
  const isHeld = held !== null && held.key === key && nowMs - held.atMs < repeatWithinMs;
  desk.ui.setState({ overlay: { ...question, held: isHeld ? { key, atMs: nowMs } : null } });
  if (isHeld) return;
  const command = desk.keymap.find(key, ['question'])?.id;
  if (command === 'question.yes' && nowMs - shownAtMs < armAfterMs) return;
  if (command !== undefined) activityRuns[command]?.(desk);
}
