import type { Desk } from '../desk.ts';
import { FindController } from './find-controller.ts';

/** Puts the search for a token on the screen, with what is already known of it typed in. */
export function openFind(desk: Desk, query = ''): void {
  const find = new FindController(desk, () => desk.ui.setState({ overlay: null }), query);
  desk.ui.setState({ overlay: { kind: 'find', find } });
}
