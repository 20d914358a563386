import type { WantedQueryName } from '../../stores/desk-data.ts';
import type { Wanted } from '../../stores/wanted-reads.ts';
import type { Desk } from '../desk.ts';
import type { PaneId } from '../layout.ts';

/** Reads that a pane shows, of those that are made only while they are looked at. */
const wants: Readonly<Partial<Record<PaneId, readonly WantedQueryName[]>>> = {
  account: ['me', 'settings', 'groups', 'suggestions'],
  perpOrders: ['perpOrders'],
};

/** What the screen needs read: its panes, and a form over them. `panes`: those that are seen. */
export function deskWants(desk: Desk, panes: readonly PaneId[]): Wanted {
  const { overlay } = desk.ui.getState();
  const form = overlay?.kind === 'form' ? (overlay.form.spec.wants ?? []) : [];
  return { names: [...panes.flatMap((pane) => wants[pane] ?? []), ...form], bookCoin: null };
}
