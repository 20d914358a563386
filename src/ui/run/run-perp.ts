import type { PerpOrderRow } from '../../stores/perp-order-rows.ts';
import type { PositionRow } from '../../stores/position-rows.ts';
import type { Desk } from '../desk.ts';
import type { FormSpec } from '../forms/form-spec.ts';
import { armAfterMs } from '../forms/form-state.ts';
import { openForm } from '../forms/open-form.ts';
import { cancelPerpForm } from '../forms/perp/cancel-perp-form.ts';
import { leverageForm } from '../forms/perp/leverage-form.ts';
import { modifyPerpForm } from '../forms/perp/modify-perp-form.ts';
import { mostMoved, movable, moveOrdersForm } from '../forms/perp/move-orders-form.ts';
import { perpOrderForm, perpOrderStart } from '../forms/perp/perp-order-form.ts';
import { marketCoin, rowCoin } from '../market-coin.ts';
import { selectedRow, visibleRows } from '../panes/visible-rows.ts';
import { quickPosition, quickTrades, whyNotQuick } from '../presets/quick-trades.ts';
import { say, sayKeys } from '../say.ts';

type Run = (desk: Desk) => void;

const newOrder: Run = (desk) => openForm(desk, perpOrderForm(desk, { values: perpOrderStart(desk, coinNow(desk)) }));

/** What the commands of perp orders and the quick trades do. */
export const perpRuns: Readonly<Record<string, Run>> = {
  'perp.create': newOrder,
  'position.order': newOrder,
  'perpOrder.create': newOrder,
  'market.order': newOrder,
  'perp.leverage': (desk) => openForm(desk, leverageForm(desk, coinNow(desk))),
  'perpOrder.cancel': (desk) => {
    const row = selectedRow(desk, 'perpOrders') as PerpOrderRow | null;
    if (row?.oid != null) openAtConfirmation(desk, cancelPerpForm(desk, row), false);
  },
  'perpOrder.modify': (desk) => {
    const row = selectedRow(desk, 'perpOrders') as PerpOrderRow | null;
    if (row?.oid != null) openForm(desk, modifyPerpForm(desk, row));
  },
  'perpOrder.move': moveOrders,
  'quick.open': (desk) => {
    const row = selectedRow(desk, 'positions') as PositionRow | null;
    if (row?.position)
      desk.ui.setState({ overlay: { kind: 'quick', positionKey: row.key, shownAtMs: desk.monotonic() } });
  },
  'quick.close': (desk) => desk.ui.setState({ overlay: null }),
  ...Object.fromEntries(
    ['close25', 'close50', 'close75', 'close100', 'breakEven', 'reverse', 'double', 'margin'].map((name) => [
      `quick.${name}`,
      (desk: Desk) => runQuick(desk, `quick.${name}`),
    ]),
  ),
};

function moveOrders(desk: Desk): void {
  const rows = movable(visibleRows(desk, 'perpOrders').rows as readonly PerpOrderRow[]);
  const warn = (text: string): void => sayKeys(desk, 'warn', text);
  if (rows.length === 0) return warn('no limit order is shown that could be moved: {perpOrder.create} places one');
  if (rows.length > mostMoved)
    return warn(
      `${rows.length} limit orders are shown, and at most ${mostMoved} are moved at once: {pane.filter} shows fewer`,
    );
  openForm(desk, moveOrdersForm(desk, rows));
}

/** The coin that the person is at: of the selected row where perps are listed, else that of the book and the chart. */
function coinNow(desk: Desk): string {
  const { focus } = desk.ui.getState();
  return rowCoin(desk, focus) ?? rowCoin(desk, 'positions') ?? marketCoin(desk) ?? '';
}

function runQuick(desk: Desk, commandId: string): void {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind !== 'quick') return;
  const row = quickPosition(desk, overlay);
  const trade = row && quickTrades(desk, row).find((candidate) => candidate.commandId === commandId);
  const why = row && trade ? whyNotQuick(desk, row, trade) : 'this position is gone';
  const form = why === null ? trade?.form() : null;
  if (!form || !trade) return say(desk, 'warn', why ?? 'this position is gone');
  // Keys that come in a bunch must not send what nobody has read: then even one-click asks.
  const isRead = desk.monotonic() - overlay.shownAtMs >= armAfterMs;
  if (trade.isWhole) openAtConfirmation(desk, form, isRead);
  else openForm(desk, form);
}

/** Where there is nothing left to type, the confirmation is the first thing to see. */
function openAtConfirmation<Draft>(desk: Desk, form: FormSpec<Draft>, isRead: boolean): void {
  openForm(desk, form);
  const { overlay } = desk.ui.getState();
  if (overlay?.kind === 'form') overlay.form.confirmAtOnce(isRead);
}
