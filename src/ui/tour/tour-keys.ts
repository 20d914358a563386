import { keyOf } from '../../keys/keymap.ts';
import { addNotice } from '../../stores/notices.ts';
import type { Desk } from '../desk.ts';
import { isDone, nextStep, startTour, withCommand } from './tour-state.ts';

/**
 * Lets `hear` have a key during the tour, but for Enter and Esc on the bare desk: those lead on and out. The desk behind it
 * does what it always does, and a step is ticked by the key that it speaks of.
 */
export function withTour(desk: Desk, key: string, hear: () => void): void {
  const { tour, overlay, focus } = desk.ui.getState();
  if (!tour) return hear();
  if (overlay === null && key === 'Enter') return goOn(desk);
  if (overlay === null && key === 'Esc') return endTour(desk);
  const command = overlay === null ? desk.keymap.find(key, [focus, 'desk', 'always']) : null;
  hear();
  const now = desk.ui.getState().tour;
  if (!now) return;
  const after = command ? withCommand(now, command.id) : now;
  if (after !== now) desk.ui.setState({ tour: after });
  if (isDone(after) && desk.ui.getState().overlay === null) goOn(desk);
}

export const beginTour = (desk: Desk): void => desk.ui.setState({ tour: startTour });

function goOn(desk: Desk): void {
  const { tour } = desk.ui.getState();
  const next = tour && nextStep(tour);
  if (next) desk.ui.setState({ tour: next });
  else endTour(desk);
}

function endTour(desk: Desk): void {
  desk.ui.setState({ tour: null });
  const text = `The tour is over. ${keyOf(desk.keymap, 'desk.tour')} or :tour shows it again.`;
  addNotice(desk.notices, { atMs: desk.now(), tone: 'info', text });
}
