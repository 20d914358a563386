import type { WantedQueryName } from '../../stores/desk-data.ts';
import type { Wanted } from '../../stores/wanted-reads.ts';
import type { Desk } from '../desk.ts';
import { marketCoin } from '../market-coin.ts';
import type { PaneId } from '../workspaces/layout.ts';
import { chartSubject } from './chart/chart-subject.ts';

/** Reads that a pane shows, of those that are made only while they are looked at. */
const wants: Readonly<Partial<Record<PaneId, readonly WantedQueryName[]>>> = {
  account: ['settings', 'groups', 'suggestions'],
  key: ['me'],
  perpOrders: ['perpOrders'],
  book: ['perpOrders'],
  markets: ['perpAccount'],
  fills: ['fills'],
  funding: ['funding'],
};

/** Own orders and trades are drawn into the chart of a perp market. */
const coinChart: readonly WantedQueryName[] = ['perpOrders', 'fills'];

/** The amounts of the account. */
const presetWants: readonly WantedQueryName[] = ['settings'];

/** What the screen needs read: its panes, and a form over them. `panes`: those that are seen. */
export function deskWants(desk: Desk, panes: readonly PaneId[]): Wanted {
  const { overlay } = desk.ui.getState();
  const form =
    overlay?.kind === 'form' ? (overlay.form.spec.wants ?? []) : overlay?.kind === 'preset' ? presetWants : [];
  const charted = panes.includes('chart') && chartSubject(desk)?.kind === 'coin' ? coinChart : [];
  return {
    names: [...panes.flatMap((pane) => wants[pane] ?? []), ...charted, ...form],
    bookCoin: panes.includes('book') ? marketCoin(desk) : null,
  };
}
