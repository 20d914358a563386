import { openBulk } from './bulk/open-bulk.ts';
import type { Desk } from './desk.ts';
import { alertForm } from './forms/alert/alert-form.ts';
import { modeForm } from './forms/mode/mode-form.ts';
import { openForm } from './forms/open-form.ts';

/** What may be sent at all, and what is sent for everything at once. */
export const tradingRuns: Readonly<Record<string, (desk: Desk) => void>> = {
  'trading.mode': changeMode,
  'alert.price': (desk) => openForm(desk, alertForm(desk)),
  'trading.oneClick': (desk) => desk.actions.setOneClick(!desk.trading.getState().isOneClick),
  'bulk.flatten': (desk) => openBulk(desk, 'flatten'),
  'bulk.cancelAll': (desk) => openBulk(desk, 'cancelAll'),
};

/** Halting asks nothing, whatever lies over the desk; what leads back is a choice, made with nothing else open. */
function changeMode(desk: Desk): void {
  const { mode } = desk.trading.getState();
  const { overlay } = desk.ui.getState();
  if (mode === 'active' || (overlay !== null && mode !== 'halted')) desk.actions.setMode('halted', 'H was pressed');
  else if (overlay === null) openForm(desk, modeForm(desk));
  if (overlay?.kind === 'form') overlay.form.disarm('Trading was halted.');
}
