import { keysOf } from '../../domain/fields.ts';
import type { QueryName } from '../../stores/desk-data.ts';
import type { Notice } from '../../stores/notices.ts';
import { bulkProgress } from '../bulk/open-bulk.ts';
import { withKeys } from '../keys/keymap.ts';
import type { Desk } from './desk.ts';

/** Shorter activities are not reported, ms. */
const silenceMs = 500;

type Progress = Omit<Notice, 'id'>;

/** Progress of a long activity, for the right side of the footer; null if there is none, or it has just started. */
export const progressNow = (desk: Desk): Progress | null =>
  bulkProgress(desk) ?? exportProgress(desk) ?? journalProgress(desk) ?? readingProgress(desk);

const said = (desk: Desk, text: string): Progress => ({ atMs: desk.now(), tone: 'info', text });

function exportProgress(desk: Desk): Progress | null {
  const { exporting, overlay } = desk.ui.getState();
  if (!exporting || desk.monotonic() - exporting.startedAtMs < silenceMs) return null;
  const [rows, read, written] = [exporting.rows, exporting.read, exporting.written].map((count) =>
    count.toLocaleString('en-US'),
  );
  const state = exporting.read < exporting.rows ? `${read} of ${rows} rows read` : `${written} of ${rows} rows written`;
  // An overlay takes the key first.
  const hint = overlay === null ? withKeys('; {desk.back} stops it', desk.keymap) : '';
  return said(desk, `export: ${state}${hint}`);
}

function journalProgress(desk: Desk): Progress | null {
  const { readPct } = desk.records.getState();
  return readPct === null ? null : said(desk, `reading the journal: ${readPct} %; nothing is sent until it is read`);
}

/** The reads that are always made, with their names. */
const alwaysRead = {
  positions: 'positions',
  markets: 'prices',
  orders: 'orders',
  balances: 'balances',
  holdings: 'holdings',
  wallets: 'wallets',
  usage: 'limits',
} as const satisfies Partial<Record<QueryName, string>>;

/** After an interruption, all reads from before it are made again. */
function readingProgress(desk: Desk): Progress | null {
  const { reconcileSinceMs, mode } = desk.session.getState();
  if (mode === 'replay' || reconcileSinceMs === 0 || desk.now() - reconcileSinceMs < silenceMs) return null;
  const names = keysOf(alwaysRead);
  const missing = names.filter((name) => desk.data.read(name).updatedAtMs < reconcileSinceMs);
  if (missing.length === 0) return null;
  const words = missing.map((name) => {
    const { problem, problemAtMs } = desk.data.read(name);
    return problem && problemAtMs >= reconcileSinceMs ? `${alwaysRead[name]} (${problem.code})` : alwaysRead[name];
  });
  return said(desk, `reading again: ${names.length - missing.length} of ${names.length}, not yet ${words.join(', ')}`);
}
