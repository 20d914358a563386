import { commandHistoryFile } from '../platform/command-history-file.ts';
import { layoutsFile } from '../platform/layouts-file.ts';
import { tablesFile } from '../platform/tables-file.ts';
import { watchlistFile } from '../platform/watchlist-file.ts';
import { changeOf, type Watchlist, type WatchlistChange } from '../stores/watchlist.ts';
import type { DeskUi } from '../ui/desk-ui.ts';
import { changedTables, startLooks } from '../ui/kept-tables.ts';
import { layoutsToKeep, startLayouts } from '../ui/workspaces/kept-layouts.ts';

/** Hears, at most once each, what is not kept and why. */
type SayNotKept = (text: string) => void;

/** Columns and sorting are as they were left, and a change is written down at once. */
export function keepTables(ui: DeskUi, stateDir: string, say: SayNotKept): void {
  const file = tablesFile(stateDir);
  ui.setState(startLooks(file.read().tables));
  const write = tolerant(file.write, (why) => say(`columns and sorting are not kept: ${why}`));
  ui.subscribe((now, before) => {
    const tables = changedTables(now, before);
    if (tables) write({ tables });
  });
}

/** Lines of the command line, from session to session; without a place for them, they last for this one. */
export function keepCommands(ui: DeskUi, stateDir: string): void {
  const file = commandHistoryFile(stateDir);
  ui.setState({ commandHistory: file.read() });
  const write = tolerant(file.write);
  ui.subscribe(({ commandHistory }, before) => {
    if (commandHistory !== before.commandHistory) write(commandHistory);
  });
}

/** The screen is as it was left. Returns what writes down how it stands, for the moment of leaving: nobody is there to be told any more. */
export function restoreLayouts(ui: DeskUi, stateDir: string): () => void {
  const file = layoutsFile(stateDir);
  ui.setState(startLayouts(file.read()));
  const write = tolerant(file.write);
  return () => write(layoutsToKeep(ui.getState()));
}

/** What was changed of the tokens on the tape in earlier sessions. */
export const readWatchlist = (stateDir: string): WatchlistChange => watchlistFile(stateDir).read();

/** Writes down at once what is changed of the `configured` tokens on the tape. */
export function keepWatchlist(
  watchlist: Watchlist,
  configured: readonly string[],
  stateDir: string,
  say: SayNotKept,
): void {
  const write = tolerant(watchlistFile(stateDir).write, (why) => say(`the tape's tokens are not kept: ${why}`));
  watchlist.subscribe((list) => write(changeOf(configured, list)));
}

/** Writes, where it can be written: the first failure is told, each later change is tried again. */
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
