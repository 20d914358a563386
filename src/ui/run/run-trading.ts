import { openBulk } from '../bulk/open-bulk.ts';
import type { Desk } from '../desk.ts';
import { alertForm } from '../forms/alert/alert-form.ts';
import { modeForm } from '../forms/mode/mode-form.ts';
import { openForm } from '../forms/open-form.ts';
import { perpOrderForm } from '../forms/perp/perp-order-form.ts';
import { swapForm } from '../forms/swap/swap-form.ts';
import { triggerForm } from '../forms/trigger/trigger-form.ts';

/** What may be sent at all, and what is sent for everything at once. */
export const tradingRuns: Readonly<Record<string, (desk: Desk) => void>> = {
  'trading.mode': changeMode,
  'order.repeat': repeatLast,
  'alert.price': (desk) => openForm(desk, alertForm(desk)),
  'trading.oneClick': (desk) => desk.actions.setOneClick(!desk.trading.getState().isOneClick),
  'bulk.flatten': (desk) => openBulk(desk, 'flatten'),
  'bulk.cancelAll': (desk) => openBulk(desk, 'cancelAll'),
};

/** The form alone: a person looks at it again, and everything is judged as it stands now. */
function repeatLast(desk: Desk): void {
  const { lastOrder } = desk.ui.getState();
  if (lastOrder?.kind === 'perp')
    openForm(desk, perpOrderForm(desk, { title: 'Perp order again', values: lastOrder.values }));
  else if (lastOrder?.kind === 'swap') openForm(desk, { ...swapForm(desk, lastOrder.values), title: 'Swap again' });
  else if (lastOrder) openForm(desk, { ...triggerForm(desk, lastOrder.values), title: 'Trigger order again' });
}

/** Halting asks nothing, whatever lies over the desk; what leads back is a choice, made with nothing else open. */
function changeMode(desk: Desk): void {
  const { mode } = desk.trading.getState();
  const { overlay } = desk.ui.getState();
  if (mode === 'active' || (overlay !== null && mode !== 'halted')) desk.actions.setMode('halted', 'H was pressed');
  else if (overlay === null) openForm(desk, modeForm(desk));
  if (overlay?.kind === 'form') overlay.form.disarm('Trading was halted.');
}
