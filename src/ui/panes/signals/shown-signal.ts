import type { Desk } from '../../desk.ts';
import { arrange, matching } from '../table-pane.ts';
import type { SignalEntry } from './signal-entry.ts';
import { signalsPane } from './signals-pane.ts';

/** The signal that is meant while another pane has the focus: the one selected in the feed, else the feed's first. */
export function shownSignal(desk: Desk): SignalEntry | null {
  const { selected, filter, sort } = desk.ui.getState();
  const rows = arrange(signalsPane, matching(signalsPane, signalsPane.rows(desk), filter.signals ?? ''), sort.signals);
  return rows.find(({ key }) => key === selected.signals) ?? rows[0] ?? null;
}
