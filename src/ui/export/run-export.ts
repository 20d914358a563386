import { inSlices } from '../../domain/time/in-slices.ts';
import type { Desk, ExportFile } from '../desk/desk.ts';
import { notify } from '../desk/notify.ts';
import type { PaneId } from '../panes/pane-ids.ts';
import type { ExportView } from './export-view.ts';
import type { Field } from './field.ts';
import { type ExportFormat, exportedRow, exportPieces, rowsToExport } from './table-export.ts';

/** Writes a pane's rows to a file in short slices, so keys and frames are not delayed. Only one export runs at a time. */
export async function runExport(desk: Desk, pane: PaneId, format: ExportFormat): Promise<void> {
  if (desk.ui.getState().exporting) return notify(desk, 'warn', 'an export is already running: wait for it or stop it');
  const rows = rowsToExport(desk, pane);
  const ending = new AbortController();
  let file: ExportFile | null = null;
  const stop = (): void => {
    ending.abort();
    file?.abandon();
  };
  const note = (change: Partial<ExportView>): void =>
    desk.ui.setState(({ exporting }) => ({ exporting: exporting && { ...exporting, ...change } }));
  const startedAtMs = desk.monotonic();
  desk.ui.setState({ exporting: { pane, rows: rows.length, read: 0, written: 0, startedAtMs, stop } });
  try {
    const { fields, names } = await readFields(desk, pane, rows, ending.signal, (read) => note({ read }));
    if (!ending.signal.aborted) file = await desk.openExport(pane, format);
    let written = 0;
    const write = async (piece: { readonly text: string; readonly rows: number }): Promise<void> => {
      await file?.write(piece.text);
      written += piece.rows;
      note({ written });
    };
    const isWhole = await inSlices(exportPieces(fields, names, format), write, { clock: desk, signal: ending.signal });
    const path = isWhole ? await file?.end() : undefined;
    if (path !== undefined) notify(desk, 'ok', `exported ${countOf(rows)} to ${path}`);
  } catch (error) {
    if (ending.signal.aborted) return;
    stop();
    notify(
      desk,
      'error',
      `export failed, nothing was written: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    if (ending.signal.aborted) file?.abandon();
    desk.ui.setState({ exporting: null });
  }
}

/** Stops the running export with a notice. Returns false if there is none. */
export function stopExport(desk: Desk): boolean {
  const { exporting } = desk.ui.getState();
  if (!exporting) return false;
  exporting.stop();
  desk.ui.setState({ exporting: null });
  notify(desk, 'info', 'export stopped, nothing was written');
  return true;
}

async function readFields(
  desk: Desk,
  pane: PaneId,
  rows: readonly unknown[],
  signal: AbortSignal,
  onRead: (count: number) => void,
): Promise<{ fields: readonly (readonly Field[])[]; names: readonly string[] }> {
  const fields: (readonly Field[])[] = [];
  const names = new Set<string>();
  const take = (row: unknown): void => {
    const own = exportedRow(desk, pane, row);
    for (const { name } of own) names.add(name);
    fields.push(own);
  };
  await inSlices(rows, take, { clock: desk, signal, onSlice: onRead });
  onRead(fields.length);
  return { fields, names: [...names] };
}

const countOf = (rows: readonly unknown[]): string => `${rows.length} row${rows.length === 1 ? '' : 's'}`;
