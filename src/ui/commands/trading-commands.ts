import type { PositionRow } from '../../stores/portfolio/position-rows.ts';
import { openBulk } from '../bulk/open-bulk.ts';
import { nextWallet, perpWalletNow } from '../desk/active-wallet.ts';
import type { Desk } from '../desk/desk.ts';
import { notify } from '../desk/notify.ts';
import { alertForm } from '../forms/alert/alert-form.ts';
import { cancelForm } from '../forms/cancel/cancel-form.ts';
import { closeForm } from '../forms/close/close-form.ts';
import { openExits } from '../forms/exits/open-exits.ts';
import type { Values } from '../forms/form-spec.ts';
import { marginForm } from '../forms/margin/margin-form.ts';
import { armOneClickForm } from '../forms/mode/arm-one-click-form.ts';
import { modeForm } from '../forms/mode/mode-form.ts';
import { openAtConfirmation, openForm } from '../forms/open-form.ts';
import { perpOrderForm } from '../forms/perp/perp-order-form.ts';
import { swapForm } from '../forms/swap/swap-form.ts';
import { editTriggerForm } from '../forms/trigger/edit-trigger-form.ts';
import { triggerForm } from '../forms/trigger/trigger-form.ts';
import { openOverlay } from '../overlays/open-overlay.ts';
import { selectedRow } from '../panes/pane-rows.ts';
import { heldPrefill } from '../token/held-prefill.ts';
import { suggestionPrefill } from '../token/suggestion-prefill.ts';
import { commandTable } from './command-table.ts';
import { needsIsolated, needsOpenOrder, needsPosition } from './needs.ts';
import { signalPrefill } from './panes/signals-commands.ts';

/** Commands that open trading forms, flatten, cancel all, or change the trading mode. */
export const tradingCommands = commandTable({
  'position.close': {
    title: 'close',
    description: 'Close all or part of the selected position',
    scope: 'positions',
    isTrade: true,
    hint: 1,
    whyDisabled: needsPosition,
    keys: ['c'],
    run: (desk) => onPosition(desk, (row, walletId) => openForm(desk, closeForm(desk, row, walletId))),
  },
  'position.margin': {
    title: 'margin',
    description: 'Add or remove isolated margin of the selected position',
    scope: 'positions',
    isTrade: true,
    hint: 2,
    whyDisabled: needsIsolated,
    keys: ['m'],
    run: (desk) => onPosition(desk, (row, walletId) => openForm(desk, marginForm(desk, row, walletId))),
  },
  'position.exits': {
    title: 'stop, target',
    description: 'Add, move or remove the stop and take profit of the selected position',
    scope: 'positions',
    isTrade: true,
    hint: 4,
    whyDisabled: needsPosition,
    keys: ['e'],
    run: (desk) => {
      const row = selectedRow(desk, 'positions');
      if (row?.position) openExits(desk, row);
    },
  },
  'order.cancel': {
    title: 'cancel',
    description: 'Cancel the selected trigger order',
    scope: 'orders',
    isTrade: true,
    hint: 1,
    whyDisabled: needsOpenOrder,
    keys: ['x'],
    run: (desk) => {
      const row = selectedRow(desk, 'orders');
      if (row?.order) openAtConfirmation(desk, cancelForm(desk, row), false);
    },
  },
  'order.edit': {
    title: 'edit',
    description: 'Edit the selected trigger order: it is cancelled and created again',
    scope: 'orders',
    isTrade: true,
    hint: 2,
    whyDisabled: needsOpenOrder,
    keys: ['e'],
    run: (desk) => {
      const row = selectedRow(desk, 'orders');
      if (row?.order) openForm(desk, editTriggerForm(desk, row));
    },
  },
  'wallet.next': {
    title: 'next wallet',
    description: 'Make the next wallet the active wallet, which forms start with, for this session',
    scope: 'balances',
    hint: 1,
    keys: ['w'],
    run: nextWallet,
  },
  'order.create': {
    title: 'order',
    description: 'Create a trigger order; filled in for a selected signal or suggestion',
    scope: 'desk',
    isTrade: true,
    hint: 11,
    keys: ['o'],
    run: (desk) => {
      const prefill = chosenPrefill(desk);
      if (prefill) openForm(desk, triggerForm(desk, { ...heldPrefill(desk), ...prefill }));
    },
  },
  'swap.create': {
    title: 'swap',
    description: 'Swap one token for another, with a quote; filled in for a selected signal or suggestion',
    scope: 'desk',
    isTrade: true,
    hint: 12,
    keys: ['s'],
    run: (desk) => {
      const prefill = chosenPrefill(desk);
      if (prefill) openForm(desk, swapForm(desk, { ...heldPrefill(desk), ...prefill }));
    },
  },
  'order.repeat': {
    title: 'repeat',
    description: 'Open the last order form again with the same values; nothing is sent yet',
    scope: 'desk',
    isTrade: true,
    whyDisabled: ({ ui }) =>
      ui.getState().lastOrder
        ? null
        : 'no order has been sent in this session: {swap.create}, {order.create} and {perp.create} open the forms',
    keys: ['.'],
    run: repeatLast,
  },
  'bulk.flatten': {
    title: 'flatten',
    description: 'Close all positions and cancel all orders; lists them and asks for a typed word',
    scope: 'desk',
    isTrade: true,
    hint: 15,
    keys: ['F'],
    run: (desk) => openBulk(desk, 'flatten'),
  },
  'bulk.cancelAll': {
    title: 'cancel all',
    description: 'Cancel all orders and keep positions; lists them and asks for a typed word',
    scope: 'desk',
    isTrade: true,
    hint: 16,
    keys: ['X'],
    run: (desk) => openBulk(desk, 'cancelAll'),
  },
  'trading.mode': {
    title: 'halt',
    description: 'Halt at once: nothing is sent; press again to choose reducing, active or halted',
    scope: 'always',
    isTrade: true,
    hint: 14,
    keys: ['H'],
    run: changeMode,
  },
  'trading.oneClick': {
    title: 'one-click',
    description: 'Arm or disarm one-click trading: no confirmation up to a value limit',
    scope: 'desk',
    isTrade: true,
    keys: ['!'],
    run: toggleOneClick,
  },
  'alert.price': {
    title: 'alerts',
    description: 'Set, list or remove price alerts',
    scope: 'desk',
    keys: ['A'],
    run: (desk) => openForm(desk, alertForm(desk)),
  },
});

/** Form values for the selected signal or suggestion; null, after a notice, if no form can be filled in. */
const chosenPrefill = (desk: Desk): Values | null =>
  desk.ui.getState().focus === 'account' ? suggestionPrefill(desk) : signalPrefill(desk);

/** Only opens the form: the user reviews it, and all checks run against current data. */
function repeatLast(desk: Desk): void {
  const { lastOrder } = desk.ui.getState();
  if (lastOrder?.kind === 'perp')
    openForm(desk, perpOrderForm(desk, { title: 'Perp order again', values: lastOrder.values }));
  else if (lastOrder?.kind === 'swap') openForm(desk, { ...swapForm(desk, lastOrder.values), title: 'Swap again' });
  else if (lastOrder) openForm(desk, { ...triggerForm(desk, lastOrder.values), title: 'Trigger order again' });
}

/** Halting works under any overlay, without a question. Leaving halted takes a choice, with no overlay open. */
function changeMode(desk: Desk): void {
  const { mode } = desk.trading.getState();
  const { overlay } = desk.ui.getState();
  if (mode === 'active' || (overlay !== null && mode !== 'halted')) desk.actions.setMode('halted', 'H was pressed');
  else if (overlay === null) openForm(desk, modeForm(desk));
  openOverlay(desk, 'form')?.form.disarm('Trading was halted.');
}

/** Off at once. On after a look at what it skips; where it cannot be armed, the reason is a notice. */
function toggleOneClick(desk: Desk): void {
  const isArmed = desk.trading.getState().isOneClick;
  if (isArmed || desk.actions.whyNotArmed()) desk.actions.setOneClick(!isArmed);
  else openForm(desk, armOneClickForm(desk));
}

function onPosition(desk: Desk, open: (row: PositionRow, walletId: string) => void): void {
  const row = selectedRow(desk, 'positions');
  const wallet = perpWalletNow(desk);
  if (!row?.position) return;
  if (wallet) open(row, wallet.walletId);
  else {
    const text = 'the perp wallet is unknown: the account has no multi-chain wallet, or its wallets are not read yet';
    notify(desk, 'warn', text);
  }
}
