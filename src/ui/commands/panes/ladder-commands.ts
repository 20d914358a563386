import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { groupThousands } from '../../../domain/numbers/format.ts';
import { orderBookOf } from '../../../stores/market/order-book.ts';
import { perpMarkets } from '../../../stores/market/perp-markets.ts';
import type { Desk } from '../../desk/desk.ts';
import { marketCoin } from '../../desk/market-coin.ts';
import { movingOrder } from '../../desk/moving-order.ts';
import { notify, notifyWithKeys } from '../../desk/notify.ts';
import { armAfterMs } from '../../forms/form-state.ts';
import { openAtConfirmation, openForm } from '../../forms/open-form.ts';
import { cancelOneForm } from '../../forms/perp/cancel-one-form.ts';
import { cancelPerpForm } from '../../forms/perp/cancel-perp-form.ts';
import { ladderSizeForm } from '../../forms/perp/ladder-size-form.ts';
import { perpOrderForm, perpOrderStart } from '../../forms/perp/perp-order-form.ts';
import { whyEntryLocked } from '../../panes/ladder/ladder-lock.ts';
import { ladderRowCount } from '../../panes/ladder/ladder-pane.ts';
import { ordersAt } from '../../panes/ladder/ladder-rows.ts';
import { isArmed, type LadderEvent, type LadderView, ladderReducer } from '../../panes/ladder/ladder-state.ts';
import { placedNow } from '../../workspaces/layout-now.ts';
import { commandTable } from '../command-table.ts';
import { nextMarket } from './book-commands.ts';
import { applyMove, moveTo, pickUp } from './move-order.ts';

/** Commands of the price ladder. Arrow keys walk it by the commands that select rows. */
export const ladderCommands = commandTable({
  'ladder.arm': {
    title: 'arm',
    description:
      'Arm or disarm the ladder: while armed, {ladder.buy} and {ladder.sell} place orders; ends after ten idle minutes',
    scope: 'ladder',
    isTrade: true,
    hint: 1,
    keys: ['a'],
    titleNow: (desk) => (isArmed(desk.ui.getState().ladder, marketCoin(desk), desk.monotonic()) ? 'disarm' : 'arm'),
    run: toggleArmed,
  },
  'ladder.buy': {
    title: 'buy',
    description: 'Place a buy of the set size at the price under the cursor, while armed',
    scope: 'ladder',
    isTrade: true,
    mayConfirm: true,
    hint: 2,
    keys: ['b'],
    run: (desk) => place(desk, 'buy'),
  },
  'ladder.sell': {
    title: 'sell',
    description: 'Place a sell of the set size at the price under the cursor, while armed',
    scope: 'ladder',
    isTrade: true,
    mayConfirm: true,
    hint: 3,
    keys: ['s'],
    overrides: ['swap.create'],
    run: (desk) => place(desk, 'sell'),
  },
  'ladder.cancel': {
    title: 'cancel',
    description: 'Cancel the own order under the cursor; of several, the chosen one',
    scope: 'ladder',
    isTrade: true,
    hint: 5,
    keys: ['x'],
    run: cancel,
  },
  'ladder.move': {
    title: 'move',
    description: 'Pick up the own order under the cursor to move it with the arrow keys; again: the next one',
    scope: 'ladder',
    isTrade: true,
    hint: 6,
    keys: ['>'],
    run: (desk) => {
      const here = ladderHere(desk);
      if (here) pickUp(desk, 'ladder', ordersAt(desk, here.coin, here.view.cursor, here.view.grid));
    },
  },
  'ladder.apply': {
    title: 'modify',
    description: 'Modify the order being moved: opens the confirmation at its new price',
    scope: 'ladder',
    isTrade: true,
    keys: ['Enter'],
    overrides: ['pane.details'],
    isUrgent: (desk) => movingOrder(desk, 'ladder') !== null,
    whyDisabled: (desk) =>
      movingOrder(desk, 'ladder') ? null : 'no order is picked up: {ladder.move} picks up the one under the cursor',
    run: apply,
  },
  'ladder.centre': {
    title: 'centre',
    description: 'Centre the ladder on the mark; until then its prices stay where they are',
    scope: 'ladder',
    hint: 7,
    keys: ['c'],
    run: centre,
  },
  'ladder.size': {
    title: 'size',
    description: 'Set the size of orders placed in the ladder of this market, for this session',
    scope: 'ladder',
    hint: 4,
    keys: ['S'],
    run: setSize,
  },
  'ladder.finer': {
    title: 'finer',
    description: 'Rows closer together, down to one tick',
    scope: 'ladder',
    hint: 9,
    keys: ['Left', 'h'],
    overrides: ['sort.previous'],
    run: (desk) => change(desk, { type: 'regroup', step: -1 }),
  },
  'ladder.coarser': {
    title: 'coarser',
    description: 'Rows further apart: 1, 2, 5, 10 … ticks',
    scope: 'ladder',
    hint: 8,
    keys: ['Right', 'l'],
    overrides: ['sort.next'],
    run: (desk) => change(desk, { type: 'regroup', step: 1 }),
  },
  'ladder.market': {
    title: 'market',
    description: 'Show the market of the next position in ladder, book and chart',
    scope: 'ladder',
    keys: ['t'],
    run: nextMarket,
  },
});

/** The market of the ladder and its view; null before the market is known. */
function ladderHere(desk: Desk): { readonly coin: string; readonly view: LadderView } | null {
  const coin = marketCoin(desk);
  const view = coin === null ? undefined : desk.ui.getState().ladder.views.get(coin);
  return coin === null || !view ? null : { coin, view };
}

type Change = LadderEvent extends infer Event
  ? Event extends LadderEvent
    ? Omit<Event, 'coin' | 'atMs'>
    : never
  : never;

/** Changes the ladder of a market, by default of the one on screen. An order being moved keeps to the cursor. */
function change(desk: Desk, event: Change, coin = marketCoin(desk)): void {
  if (coin === null) return;
  const before = ladderHere(desk)?.view.cursor;
  const whole = { ...event, coin, atMs: desk.monotonic() } as LadderEvent;
  desk.ui.setState(({ ladder }) => ({ ladder: ladderReducer(ladder, whole) }));
  const cursor = ladderHere(desk)?.view.cursor;
  if (cursor && before && !cursor.eq(before) && movingOrder(desk, 'ladder')) moveTo(desk, cursor);
}

const rowsShown = (desk: Desk): number => {
  const { size } = desk.ui.getState();
  return ladderRowCount(placedNow(desk, size).ladder?.rect.height ?? 0);
};

/** Moves the cursor by `step` rows, downwards if positive. */
export const walkLadder = (desk: Desk, step: number): void =>
  change(desk, { type: 'walk', step, rows: rowsShown(desk) });

/** Moves the cursor to the row of this price. */
export function pointLadder(desk: Desk, priceText: string): void {
  const price = readDecimal(priceText);
  if (price) change(desk, { type: 'point', price });
}

function toggleArmed(desk: Desk): void {
  const { ladder } = desk.ui.getState();
  const here = ladderHere(desk);
  if (isArmed(ladder, marketCoin(desk), desk.monotonic()))
    return desk.ui.setState({ ladder: { ...ladder, armed: null } });
  if (!here) return notify(desk, 'warn', 'the ladder shows no market yet');
  const refusal = desk.actions.whyRefused(null);
  if (refusal) return notify(desk, 'warn', refusal);
  // The market must not change by itself, such as when a position is closed.
  desk.ui.setState({ market: { coin: here.coin } });
  change(desk, { type: 'arm' });
  if (here.view.size === null)
    notifyWithKeys(desk, 'info', 'the ladder is armed; {ladder.size} sets the size of its orders');
}

/** Opens the order at the price under the cursor at its confirmation. */
function place(desk: Desk, side: 'buy' | 'sell'): void {
  const here = ladderHere(desk);
  const why = whyNotPlaced(desk, here);
  if (why !== null || !here) return notifyWithKeys(desk, 'warn', why ?? 'the ladder shows no market yet');
  const { coin, view } = here;
  const price = view.cursor.toFixed();
  // A burst of keys must not send what nobody has read: one-click asks too then.
  const isRead = desk.monotonic() - desk.ui.getState().ladder.changedAtMs >= armAfterMs;
  const title = `${side === 'buy' ? 'Buy' : 'Sell'} at ${groupThousands(price)}${crosses(desk, coin, view, side) ? ': fills immediately' : ''}`;
  const values = { ...perpOrderStart(desk, coin), side, type: 'limit', price, size: view.size ?? '', sizeIn: 'coin' };
  openAtConfirmation(desk, perpOrderForm(desk, { title, values }), isRead);
}

function whyNotPlaced(desk: Desk, here: ReturnType<typeof ladderHere>): string | null {
  if (!here) return 'the ladder shows no market yet';
  if (movingOrder(desk, 'ladder'))
    return 'an order is being moved: {ladder.apply} modifies it, {desk.back} puts it back';
  if (!isArmed(desk.ui.getState().ladder, here.coin, desk.monotonic()))
    return 'the ladder is disarmed: {ladder.arm} arms {ladder.buy} and {ladder.sell}';
  const locked = whyEntryLocked(desk, here.coin);
  if (locked !== null) return `${locked}: entry locked`;
  return here.view.size === null ? 'no order size is set: {ladder.size} sets it' : null;
}

function crosses(desk: Desk, coin: string, { cursor }: LadderView, side: 'buy' | 'sell'): boolean {
  const { data } = desk.data.market(coin);
  const book = data && orderBookOf(data);
  const other = side === 'buy' ? book?.asks[0]?.price : book?.bids[0]?.price;
  return other !== undefined && (side === 'buy' ? cursor.gte(other) : cursor.lte(other));
}

function cancel(desk: Desk): void {
  const here = ladderHere(desk);
  const orders = here ? ordersAt(desk, here.coin, here.view.cursor, here.view.grid) : [];
  const [first] = orders;
  if (!first) return notify(desk, 'warn', 'no own order rests at this row');
  if (orders.length === 1) openAtConfirmation(desk, cancelPerpForm(desk, first), false);
  else openForm(desk, cancelOneForm(desk, orders));
}

function apply(desk: Desk): void {
  const coin = marketCoin(desk);
  const locked = coin === null ? null : whyEntryLocked(desk, coin);
  if (locked !== null) notify(desk, 'warn', `${locked}: entry locked`);
  else applyMove(desk, 'ladder');
}

function centre(desk: Desk): void {
  const market = perpMarkets(desk.data).find(({ coin }) => coin === marketCoin(desk));
  if (!market?.markPx) return notify(desk, 'warn', 'the mark is unknown');
  change(desk, { type: 'centre', price: market.markPx, szDecimals: market.szDecimals });
}

function setSize(desk: Desk): void {
  const here = ladderHere(desk);
  if (!here) return notify(desk, 'warn', 'the ladder shows no market yet');
  const { coin, view } = here;
  const form = ladderSizeForm(desk, {
    coin,
    price: view.cursor,
    size: view.size,
    set: (size) => change(desk, { type: 'size', size }, coin),
  });
  openForm(desk, form);
}
