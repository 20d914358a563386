import type { DeskView } from '../../desk/desk.ts';
import { arrange } from '../row-order.ts';
import { matching } from '../table-pane.ts';
import type { SignalEntry } from './signal-entry.ts';
import { signalsPane } from './signals-pane.ts';

/** The signal that other panes refer to: the one selected in the feed, else its first. */
export function shownSignal(desk: DeskView): SignalEntry | null {
  const { selected, filter, sort } = desk.ui.getState();
  const rows = arrange(signalsPane, matching(signalsPane, signalsPane.rows(desk), filter.signals ?? ''), sort.signals);
  return rows.find(({ key }) => key === selected.signals) ?? rows[0] ?? null;
}
