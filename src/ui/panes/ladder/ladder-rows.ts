import Big from 'big.js';
import { type PriceGrid, rowAtOrAbove, rowAtOrBelow } from '../../../domain/market/price-grid.ts';
import { markOf } from '../../../stores/market/marks.ts';
import type { BookLevel, OrderBook } from '../../../stores/market/order-book.ts';
import { type PerpOrderRow, perpOrderRows } from '../../../stores/orders/perp-order-rows.ts';
import { positionRows } from '../../../stores/portfolio/position-rows.ts';
import type { DeskView } from '../../desk/desk.ts';
import { type LadderView, visiblePrices } from './ladder-state.ts';

/** A row of the ladder. A row stands for the prices up to the next one: bids from it upwards, asks up to it. */
export interface LadderRow {
  readonly price: Big;
  /** Total size of the levels, in coins; null for none. */
  readonly bid: Big | null;
  readonly ask: Big | null;
  /** Own open orders and exits, the oldest first. */
  readonly orders: readonly PerpOrderRow[];
  readonly hasMark: boolean;
  readonly hasEntry: boolean;
  readonly hasLiquidation: boolean;
}

/** The row that a price belongs to: a seller's is rounded up, so that no row shows a better price than there is. */
export const rowOf = (price: Big, isBuy: boolean, grid: PriceGrid): Big =>
  isBuy ? rowAtOrBelow(price, grid) : rowAtOrAbove(price, grid);

/** Own orders of a market at a row. */
export const ordersAt = (desk: DeskView, coin: string, row: Big, grid: PriceGrid): readonly PerpOrderRow[] =>
  perpOrderRows(desk.data).filter(
    ({ wireCoin, price, isBuy }) => wireCoin === coin && price?.gt(0) && rowOf(price, isBuy, grid).eq(row),
  );

/** The `count` visible rows, highest price first. */
export function ladderRows(
  desk: DeskView,
  coin: string,
  { book, view, count }: { readonly book: OrderBook | null; readonly view: LadderView; readonly count: number },
): LadderRow[] {
  const { grid } = view;
  const [bids, asks] = [sizeByRow(book?.bids ?? [], true, grid), sizeByRow(book?.asks ?? [], false, grid)];
  const own = perpOrderRows(desk.data).filter(({ wireCoin, price }) => wireCoin === coin && price?.gt(0));
  const position = positionRows(desk.data).find(({ key }) => key === coin)?.position;
  const rowText = (price: Big | null | undefined): string | null =>
    price?.gt(0) ? rowAtOrBelow(price, grid).toFixed() : null;
  const [mark, entry, liquidation] = [markOf(desk.data, coin), position?.entryPx, position?.liquidationPx].map(rowText);
  return visiblePrices(view, count).map((price) => {
    const text = price.toFixed();
    return {
      price,
      bid: bids.get(text) ?? null,
      ask: asks.get(text) ?? null,
      orders: own.filter((order) => order.price && rowOf(order.price, order.isBuy, grid).eq(price)),
      hasMark: mark === text,
      hasEntry: entry === text,
      hasLiquidation: liquidation === text,
    };
  });
}

function sizeByRow(levels: readonly BookLevel[], isBuy: boolean, grid: PriceGrid): ReadonlyMap<string, Big> {
  const sizes = new Map<string, Big>();
  for (const { price, size } of levels) {
    const row = rowOf(price, isBuy, grid).toFixed();
    sizes.set(row, (sizes.get(row) ?? new Big(0)).plus(size));
  }
  return sizes;
}
