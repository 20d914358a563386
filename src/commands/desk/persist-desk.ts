import { commandHistoryFile } from '../../platform/files/command-history-file.ts';
import { layoutsFile } from '../../platform/files/layouts-file.ts';
import { openingsFile } from '../../platform/files/openings-file.ts';
import { tablesFile } from '../../platform/files/tables-file.ts';
import { watchlistFile } from '../../platform/files/watchlist-file.ts';
import { changeOf, type WatchlistChange, type WatchlistStore } from '../../stores/market/watchlist.ts';
import type { OpeningsStore } from '../../stores/portfolio/openings.ts';
import { changedTables, startLooks } from '../../ui/components/saved-tables.ts';
import type { DeskUi } from '../../ui/desk/desk-ui.ts';
import { layoutsToSave, startLayouts } from '../../ui/workspaces/saved-layouts.ts';

/** Called at most once for each kind of state that cannot be saved, with the reason. */
type ReportNotSaved = (text: string) => void;

/** Restores columns and sorting, and saves every change at once. */
export function persistTables(ui: DeskUi, stateDir: string, say: ReportNotSaved): void {
  const file = tablesFile(stateDir);
  ui.setState(startLooks(file.read().tables));
  const write = tolerant(file.write, (why) => say(`columns and sorting are not saved: ${why}`));
  ui.subscribe((now, before) => {
    const tables = changedTables(now, before);
    if (tables) write({ tables });
  });
}

/** Restores the command history; if it cannot be saved, it lasts for this session. */
export function persistCommands(ui: DeskUi, stateDir: string): void {
  const file = commandHistoryFile(stateDir);
  ui.setState({ commandHistory: file.read() });
  const write = tolerant(file.write);
  ui.subscribe(({ commandHistory }, before) => {
    if (commandHistory !== before.commandHistory) write(commandHistory);
  });
}

/** Restores the accounts at the start of the day, and saves each new one beside those of other desks. */
export function persistOpenings(openings: OpeningsStore, stateDir: string, say: ReportNotSaved): void {
  const file = openingsFile(stateDir);
  openings.setState(file.read());
  const write = tolerant(file.write, (why) => say(`the equity at the start of the day is not saved: ${why}`));
  openings.subscribe((now, before) => {
    const changed = Object.entries(now).filter(([account, list]) => list !== before[account]);
    write({ ...file.read(), ...Object.fromEntries(changed) });
  });
}

/** Restores the screen. Returns the function that saves it on exit, when a failure can no longer be reported. */
export function restoreLayouts(ui: DeskUi, stateDir: string): () => void {
  const file = layoutsFile(stateDir);
  ui.setState(startLayouts(file.read()));
  const write = tolerant(file.write);
  return () => write(layoutsToSave(ui.getState()));
}

/** Changes to the tape's tokens from earlier sessions. */
export const readWatchlist = (stateDir: string): WatchlistChange => watchlistFile(stateDir).read();

/** Saves changes to the `configured` tokens on the tape at once. */
export function persistWatchlist(
  watchlist: WatchlistStore,
  configured: readonly string[],
  stateDir: string,
  say: ReportNotSaved,
): void {
  const write = tolerant(watchlistFile(stateDir).write, (why) => say(`the tape's tokens are not saved: ${why}`));
  watchlist.subscribe((list) => write(changeOf(configured, list)));
}

/** Writes if possible: reports the first failure and retries with each later change. */
function tolerant<T>(write: (kept: T) => void, tell?: (why: string) => void): (kept: T) => void {
  let isTold = false;
  return (kept) => {
    try {
      write(kept);
    } catch (error) {
      if (!isTold) tell?.(error instanceof Error ? error.message : String(error));
      isTold = true;
    }
  };
}
