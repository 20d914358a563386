import { keyOf } from '../../keys/keymap.ts';
import type { Notice } from '../../stores/notices.ts';
import type { Desk } from '../desk.ts';
import { say } from '../say.ts';
import { BulkController, type BulkKind } from './bulk-controller.ts';

/** Shows the run under way, or the result that nobody has seen yet; else begins a new one by reading the account. */
export function openBulk(desk: Desk, kind: BulkKind): void {
  const bulk = desk.ui.getState().bulk ?? begin(desk, kind);
  desk.ui.setState({ bulk, overlay: { kind: 'bulk', bulk } });
}

/** The typed word counts for the moment in which it was typed: a lost connection takes it back, as it does a confirmation. */
function begin(desk: Desk, kind: BulkKind): BulkController {
  const bulk = new BulkController(kind, desk, () => close(desk, stop));
  const stop = desk.session.subscribe(({ connection }, before) => {
    if (before.connection.state === 'connected' && connection.state !== 'connected')
      bulk.disarm('The stream connection was lost: look at the list, then type the word again.');
  });
  return bulk;
}

/** What is under way goes on, and can be looked at again. */
function close(desk: Desk, stop: () => void): void {
  const { bulk } = desk.ui.getState();
  const isRunning = bulk?.isRunning === true;
  desk.ui.setState({ overlay: null, bulk: isRunning ? bulk : null });
  if (!isRunning) return stop();
  const text = `It goes on: what was sent cannot be stopped from here. ${keyOf(desk.keymap, `bulk.${bulk.kind}`)} shows it again, ${keyOf(desk.keymap, 'trading.mode')} halts.`;
  say(desk, 'warn', text);
}

/** A run that goes on behind the desk, for the footer; null where none does or where it is on screen. */
export function bulkProgress(desk: Desk): Omit<Notice, 'id'> | null {
  const { bulk, overlay } = desk.ui.getState();
  const { run } = desk.bulk.getState();
  if (!bulk?.isRunning || !run || overlay?.kind === 'bulk') return null;
  const ended = run.items.filter(({ state }) => state !== 'waiting' && state !== 'sending').length;
  const text = `${run.title}: ${ended} of ${run.items.length}, ${keyOf(desk.keymap, `bulk.${bulk.kind}`)} shows it`;
  return { atMs: desk.now(), tone: 'info', text };
}
