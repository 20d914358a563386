import type Big from 'big.js';
import { tokenId as idOf } from '../../../domain/market/token.ts';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { type OrderRow, orderRows } from '../../../stores/orders/order-rows.ts';
import { type PerpOrderRow, perpOrderRows } from '../../../stores/orders/perp-order-rows.ts';
import { planPrices } from '../../../stores/orders/plan-rows.ts';
import { positionRows } from '../../../stores/portfolio/position-rows.ts';
import type { DeskView } from '../../desk/desk.ts';
import { movingOrder } from '../../desk/moving-order.ts';
import type { Tone } from '../../text/span.ts';
import type { ChartSubject } from './chart-subject.ts';

/** A price level of the account: an own order, one of a plan, an entry, a liquidation. */
export interface ChartLevel {
  readonly price: Big;
  /** Label on the line: B and S are buy and sell orders; `SL all` is a stop for the whole position, `SL 0.5` for a part. */
  readonly name: string;
  readonly tone: Tone;
}

/** The levels of the charted token or market, most important last: it covers the others in the same row. */
export const chartLevels = (desk: DeskView, subject: ChartSubject): ChartLevel[] =>
  subject.kind === 'token'
    ? orderRows(desk.data).flatMap((row) => triggerLevel(row, subject.tokenId))
    : [
        ...planPrices(desk.plans.getState(), subject.coin).map(planLevel),
        ...perpOrderRows(desk.data).flatMap((row) => perpLevel(row, subject.coin)),
        ...positionLevels(desk, subject.coin),
        ...movingLevel(desk),
      ];

/** The level of an open order triggered by the token's price. */
function triggerLevel({ order, chain, sentence, isOpen }: OrderRow, tokenId: string): ChartLevel[] {
  if (!isOpen || !chain || !sentence || order?.trigger?.metric !== 'price_usd') return [];
  const price = readDecimal(order.trigger.value);
  if (!price?.gt(0) || idOf({ chain, address: sentence.tokenAddress }) !== tokenId) return [];
  return [{ price, name: sentence.verb === 'BUY' ? 'B' : 'S', tone: 'accent' }];
}

function perpLevel(row: PerpOrderRow, coin: string): ChartLevel[] {
  const { wireCoin, price } = row;
  return wireCoin === coin && price?.gt(0) ? [{ price, name: levelName(row), tone: 'accent' }] : [];
}

/** Where a plan will place an order: dimmer than an order that rests. */
const planLevel = ({ px, isBuy }: { readonly px: Big; readonly isBuy: boolean }): ChartLevel => ({
  price: px,
  name: isBuy ? 'plan B' : 'plan S',
  tone: 'muted',
});

const levelName = ({ isBuy, exit, size }: PerpOrderRow): string =>
  exit ? `${exit === 'takeProfit' ? 'TP' : 'SL'} ${size?.toFixed() ?? 'all'}` : isBuy ? 'B' : 'S';

/** Where the order being moved would rest. */
function movingLevel(desk: DeskView): ChartLevel[] {
  const moving = movingOrder(desk, 'chart');
  return moving ? [{ price: moving.price, name: `→${levelName(moving.row)}`, tone: 'warn' }] : [];
}

function positionLevels(desk: DeskView, coin: string): ChartLevel[] {
  const position = positionRows(desk.data).find(({ key }) => key === coin)?.position;
  const level = (price: Big | null | undefined, name: string, tone: Tone): ChartLevel[] =>
    price?.gt(0) ? [{ price, name, tone }] : [];
  return [...level(position?.entryPx, 'entry', 'plain'), ...level(position?.liquidationPx, 'liq', 'danger')];
}
