import type { PositionRow } from '../../../stores/portfolio/position-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { notify } from '../../desk/notify.ts';
import { openForm } from '../open-form.ts';
import { exitsForm } from './exits-form.ts';

/** Opens the exits of a position, once its open orders are known: an exit that is not listed yet must not read as none. */
export function openExits(desk: Desk, row: PositionRow): void {
  if (desk.data.read('perpOrders').data) openForm(desk, exitsForm(desk, row));
  else notify(desk, 'warn', `the open orders of ${row.coin} are still loading`);
}
