import { isUnresolved } from '../../../stores/orders/operation-records.ts';
import type { DeskView } from '../../desk/desk.ts';

/** Selects the first unresolved operation, unless one is selected already: it is why the user opens this pane. */
export function selectUnresolved(desk: DeskView): void {
  const unresolved = desk.records.getState().records.filter(isUnresolved);
  const selected = desk.ui.getState().selected.activity;
  if (unresolved.length === 0 || unresolved.some(({ id }) => id === selected)) return;
  desk.ui.setState(({ selected: { activity: _before, ...others } }) => ({ selected: others }));
}
