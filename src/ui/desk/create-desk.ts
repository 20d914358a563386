import type { Desk } from './desk.ts';
import { ViewMemory } from './view-memory.ts';
import { watchLadder } from './watch-ladder.ts';

/** Assembles a desk: changes of its UI state request a frame, and the tape has the tokens of the watchlist. */
export function createDesk(parts: Omit<Desk, 'memory' | 'tapeTokens'>): Desk {
  const { ui, scheduler, watchlist } = parts;
  ui.subscribe(() => scheduler.request());
  const desk: Desk = {
    ...parts,
    memory: new ViewMemory(),
    get tapeTokens() {
      return watchlist.getState().tokens;
    },
  };
  watchLadder(desk);
  return desk;
}
