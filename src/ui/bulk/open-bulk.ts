import type { Notice } from '../../stores/notices.ts';
import type { Desk } from '../desk/desk.ts';
import { notify } from '../desk/notify.ts';
import { keyOf } from '../keys/keymap.ts';
import { openOverlay } from '../overlays/open-overlay.ts';
import { BulkController, type BulkKind } from './bulk-controller.ts';

/** Shows the current run or its unseen result; otherwise starts a new one by reading the account. */
export function openBulk(desk: Desk, kind: BulkKind): void {
  const bulk = desk.ui.getState().bulk ?? begin(desk, kind);
  desk.ui.setState({ bulk, overlay: { kind: 'bulk', bulk } });
}

/** A disconnect clears the typed word, as it cancels a confirmation. */
function begin(desk: Desk, kind: BulkKind): BulkController {
  const bulk = new BulkController(kind, desk, () => close(desk, stop));
  const stop = desk.session.subscribe(({ connection }, before) => {
    if (before.connection.state === 'connected' && connection.state !== 'connected')
      bulk.disarm('The stream connection was lost: check the list, then type the word again.');
  });
  return bulk;
}

/** A running flatten continues and can be reopened. */
function close(desk: Desk, stop: () => void): void {
  const { bulk } = desk.ui.getState();
  const isRunning = bulk?.isRunning === true;
  desk.ui.setState({ overlay: null, bulk: isRunning ? bulk : null });
  if (!isRunning) return stop();
  const text = `Still running: sent requests cannot be stopped. ${keyOf(desk.keymap, `bulk.${bulk.kind}`)} shows the run, ${keyOf(desk.keymap, 'trading.mode')} halts the rest.`;
  notify(desk, 'warn', text);
}

/** Footer text of a run in the background; null if there is none or if it is on screen. */
export function bulkProgress(desk: Desk): Omit<Notice, 'id'> | null {
  const { bulk } = desk.ui.getState();
  const { run } = desk.bulk.getState();
  if (!bulk?.isRunning || !run || openOverlay(desk, 'bulk')) return null;
  const ended = run.items.filter(({ state }) => state !== 'waiting' && state !== 'sending').length;
  const text = `${run.title}: ${ended} of ${run.items.length}, ${keyOf(desk.keymap, `bulk.${bulk.kind}`)} shows it`;
  return { atMs: desk.now(), tone: 'info', text };
}
