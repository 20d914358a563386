import { addNotice } from '../../stores/notices.ts';
import type { Desk } from '../desk/desk.ts';
import { keyOf } from '../keys/keymap.ts';
import { isDone, nextStep, startTour, withCommand } from './tour-state.ts';

/**
 * Handles a key during the tour. Without an overlay, Enter goes to the next step and Esc ends the tour; any other key is
 * passed to `handle`, and ticks the step if it runs a command that the step is about.
 */
export function withTour(desk: Desk, key: string, handle: () => void): void {
  const { tour, overlay, focus } = desk.ui.getState();
  if (!tour) return handle();
  if (overlay === null && key === 'Enter') return goToNext(desk);
  if (overlay === null && key === 'Esc') return endTour(desk);
  const command = overlay === null ? desk.keymap.find(key, [focus, 'desk', 'always']) : null;
  handle();
  const now = desk.ui.getState().tour;
  if (!now) return;
  const after = command ? withCommand(now, command.id) : now;
  if (after !== now) desk.ui.setState({ tour: after });
  if (isDone(after) && desk.ui.getState().overlay === null) goToNext(desk);
}

export const beginTour = (desk: Desk): void => desk.ui.setState({ tour: startTour });

function goToNext(desk: Desk): void {
  const { tour } = desk.ui.getState();
  const next = tour && nextStep(tour);
  if (next) desk.ui.setState({ tour: next });
  else endTour(desk);
}

function endTour(desk: Desk): void {
  desk.ui.setState({ tour: null });
  const text = `Tour ended. ${keyOf(desk.keymap, 'desk.tour')} or :tour shows it again.`;
  addNotice(desk.notices, { atMs: desk.now(), tone: 'info', text });
}
