import type { Desk } from '../../desk/desk.ts';
import { marketCoin, rowCoin } from '../../desk/market-coin.ts';
import { notify, notifyWithKeys } from '../../desk/notify.ts';
import { openExits } from '../../forms/exits/open-exits.ts';
import { armAfterMs } from '../../forms/form-state.ts';
import { openAtConfirmation, openForm } from '../../forms/open-form.ts';
import { cancelPerpForm } from '../../forms/perp/cancel-perp-form.ts';
import { leverageForm } from '../../forms/perp/leverage-form.ts';
import { modifyPerpForm } from '../../forms/perp/modify-perp-form.ts';
import { maxMovedOrders, movable, moveOrdersForm } from '../../forms/perp/move-orders-form.ts';
import { perpOrderForm, perpOrderStart } from '../../forms/perp/perp-order-form.ts';
import { livePosition } from '../../forms/position-form-parts.ts';
import { closeOverlay, openOverlay } from '../../overlays/open-overlay.ts';
import { selectedRow, visibleRows } from '../../panes/pane-rows.ts';
import { quickBlockReason, quickPosition, quickTrades } from '../../presets/quick-trades.ts';
import { commandTable } from '../command-table.ts';
import { needsModifiable, needsPerpOrder, needsPosition } from '../needs.ts';

const newOrder = (desk: Desk): void =>
  openForm(desk, perpOrderForm(desk, { values: perpOrderStart(desk, coinNow(desk)) }));

/** Commands of perp orders and quick trades. */
export const perpCommands = commandTable({
  'quick.open': {
    title: 'quick',
    description: 'Open the quick trades of the selected position, one key each',
    scope: 'positions',
    isTrade: true,
    hint: 3,
    whyDisabled: needsPosition,
    keys: ['Q'],
    run: (desk) => {
      const row = selectedRow(desk, 'positions');
      if (row?.position)
        desk.ui.setState({ overlay: { kind: 'quick', positionKey: row.key, shownAtMs: desk.monotonic() } });
    },
  },
  'position.order': {
    title: 'new order',
    description: 'New perp order in the market of the selected position',
    scope: 'positions',
    isTrade: true,
    keys: ['n'],
    run: newOrder,
  },
  'quick.close25': {
    title: '25 %',
    description: 'Close 25 % of the position at market',
    scope: 'quick',
    isTrade: true,
    hint: 1,
    keys: ['q'],
    run: (desk) => runQuick(desk, 'quick.close25'),
  },
  'quick.close50': {
    title: '50 %',
    description: 'Close 50 % of the position at market',
    scope: 'quick',
    isTrade: true,
    hint: 2,
    keys: ['h'],
    run: (desk) => runQuick(desk, 'quick.close50'),
  },
  'quick.close75': {
    title: '75 %',
    description: 'Close 75 % of the position at market',
    scope: 'quick',
    isTrade: true,
    hint: 3,
    keys: ['t'],
    run: (desk) => runQuick(desk, 'quick.close75'),
  },
  'quick.close100': {
    title: 'all',
    description: 'Close the whole position at market',
    scope: 'quick',
    isTrade: true,
    hint: 4,
    keys: ['a'],
    run: (desk) => runQuick(desk, 'quick.close100'),
  },
  'quick.breakEven': {
    title: 'break-even',
    description: 'Place a stop for the whole position at its entry price, attached to a minimum-size order',
    scope: 'quick',
    isTrade: true,
    hint: 5,
    keys: ['b'],
    run: (desk) => runQuick(desk, 'quick.breakEven'),
  },
  'quick.reverse': {
    title: 'reverse',
    description: 'Reverse the position: a market order of twice its size',
    scope: 'quick',
    isTrade: true,
    hint: 6,
    keys: ['r'],
    run: (desk) => runQuick(desk, 'quick.reverse'),
  },
  'quick.double': {
    title: 'double',
    description: 'Double the position: a market order of its size',
    scope: 'quick',
    isTrade: true,
    hint: 7,
    keys: ['d'],
    run: (desk) => runQuick(desk, 'quick.double'),
  },
  'quick.margin': {
    title: 'margin',
    description: 'Open the margin form of the position',
    scope: 'quick',
    isTrade: true,
    hint: 8,
    keys: ['m'],
    run: (desk) => runQuick(desk, 'quick.margin'),
  },
  'quick.close': {
    title: 'leave',
    description: 'Leave the quick trades; nothing is sent',
    scope: 'quick',
    hint: 9,
    keys: ['Esc', 'C-c'],
    run: closeOverlay,
  },
  'perpOrder.create': {
    title: 'new order',
    description: 'New perp order in the market of the selected order',
    scope: 'perpOrders',
    isTrade: true,
    hint: 1,
    keys: ['n'],
    run: newOrder,
  },
  'perpOrder.cancel': {
    title: 'cancel',
    description: 'Cancel the selected perp order',
    scope: 'perpOrders',
    isTrade: true,
    hint: 2,
    whyDisabled: needsPerpOrder,
    keys: ['x'],
    run: (desk) => {
      const row = selectedRow(desk, 'perpOrders');
      if (row?.oid != null) openAtConfirmation(desk, cancelPerpForm(desk, row), false);
    },
  },
  'perpOrder.modify': {
    title: 'modify',
    description: 'Modify the price and size of the selected perp order; on an exit, the exits of its position',
    scope: 'perpOrders',
    isTrade: true,
    hint: 3,
    whyDisabled: needsModifiable,
    keys: ['e'],
    run: (desk) => {
      const row = selectedRow(desk, 'perpOrders');
      const position = row?.exit ? livePosition(desk, row.wireCoin) : null;
      if (position) openExits(desk, position);
      else if (row?.oid != null) openForm(desk, modifyPerpForm(desk, row));
    },
  },
  'perpOrder.move': {
    title: 'move all',
    description: 'Shift the prices of all limit orders shown by a percentage, or scale their sizes',
    scope: 'perpOrders',
    isTrade: true,
    hint: 4,
    keys: ['M'],
    run: moveOrders,
  },
  'market.order': {
    title: 'new order',
    description: 'New perp order in the selected market',
    scope: 'markets',
    isTrade: true,
    hint: 1,
    keys: ['n'],
    run: newOrder,
  },
  'perp.create': {
    title: 'perp order',
    description: 'New perp order: limit or market, with take profit and stop',
    scope: 'desk',
    isTrade: true,
    hint: 13,
    keys: ['N'],
    run: newOrder,
  },
  'perp.leverage': {
    title: 'leverage',
    description: 'Set the leverage and margin mode of a perp market',
    scope: 'desk',
    isTrade: true,
    keys: ['L'],
    run: (desk) => openForm(desk, leverageForm(desk, coinNow(desk))),
  },
});

function moveOrders(desk: Desk): void {
  const rows = movable(visibleRows(desk, 'perpOrders').rows);
  const warn = (text: string): void => notifyWithKeys(desk, 'warn', text);
  if (rows.length === 0) return warn('no limit orders are shown: {perpOrder.create} places one');
  if (rows.length > maxMovedOrders)
    return warn(
      `${rows.length} limit orders are shown, but at most ${maxMovedOrders} can be moved at once: narrow them with {pane.filter}`,
    );
  openForm(desk, moveOrdersForm(desk, rows));
}

/** The coin of the selected row of the focused pane, else of the selected position, else of the book and the chart. */
function coinNow(desk: Desk): string {
  const { focus } = desk.ui.getState();
  return rowCoin(desk, focus) ?? rowCoin(desk, 'positions') ?? marketCoin(desk) ?? '';
}

function runQuick(desk: Desk, commandId: string): void {
  const overlay = openOverlay(desk, 'quick');
  if (!overlay) return;
  const row = quickPosition(desk, overlay);
  const trade = row && quickTrades(desk, row).find((candidate) => candidate.commandId === commandId);
  const why = row && trade ? quickBlockReason(desk, row, trade) : 'this position no longer exists';
  const form = why === null ? trade?.form() : null;
  if (!form || !trade) return notify(desk, 'warn', why ?? 'this position no longer exists');
  // A burst of keys must not send what nobody has read: one-click asks too then.
  const isRead = desk.monotonic() - overlay.shownAtMs >= armAfterMs;
  if (trade.isComplete) openAtConfirmation(desk, form, isRead);
  else openForm(desk, form);
}
