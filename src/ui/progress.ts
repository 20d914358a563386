import { withKeys } from '../keys/keymap.ts';
import type { QueryName } from '../stores/desk-data.ts';
import type { Notice } from '../stores/notices.ts';
import { bulkProgress } from './bulk/open-bulk.ts';
import type { Desk } from './desk.ts';

/** What is over sooner is not spoken of, ms. */
const silenceMs = 500;

type Progress = Omit<Notice, 'id'>;

/** What the desk is at that takes its time, for the right side of the footer; null: nothing, or only just begun. */
export const progressNow = (desk: Desk): Progress | null =>
  bulkProgress(desk) ?? exportProgress(desk) ?? readingProgress(desk);

const said = (desk: Desk, text: string): Progress => ({ atMs: desk.now(), tone: 'info', text });

function exportProgress(desk: Desk): Progress | null {
  const { exporting, overlay } = desk.ui.getState();
  if (!exporting || desk.monotonic() - exporting.startedAtMs < silenceMs) return null;
  const [rows, read, written] = [exporting.rows, exporting.read, exporting.written].map((count) =>
    count.toLocaleString('en-US'),
  );
  const state = exporting.read < exporting.rows ? `${read} of ${rows} rows read` : `${written} of ${rows} rows written`;
  // What lies over the desk hears the key first.
  const hint = overlay === null ? withKeys('; {desk.back} stops it', desk.keymap) : '';
  return said(desk, `export: ${state}${hint}`);
}

/** The reads that are made whatever is on screen. */
const alwaysRead = {
  positions: 'positions',
  markets: 'prices',
  orders: 'orders',
  balances: 'balances',
  holdings: 'holdings',
  wallets: 'wallets',
  usage: 'limits',
} as const satisfies Partial<Record<QueryName, string>>;

/** After an interruption nothing counts that was read before it. */
function readingProgress(desk: Desk): Progress | null {
  const { reconcileSinceMs, mode } = desk.session.getState();
  if (mode === 'replay' || reconcileSinceMs === 0 || desk.now() - reconcileSinceMs < silenceMs) return null;
  const names = Object.keys(alwaysRead) as (keyof typeof alwaysRead)[];
  const missing = names.filter((name) => desk.data.read(name).updatedAtMs < reconcileSinceMs);
  if (missing.length === 0) return null;
  const words = missing.map((name) => {
    const { problem, problemAtMs } = desk.data.read(name);
    return problem && problemAtMs >= reconcileSinceMs ? `${alwaysRead[name]} (${problem.code})` : alwaysRead[name];
  });
  return said(desk, `reading again: ${names.length - missing.length} of ${names.length}, not yet ${words.join(', ')}`);
}
