import type Big from 'big.js';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { DeskData } from '../desk-data.ts';
import { marketsByName, sizeDecimals } from '../market/perp-markets.ts';

export interface PerpOrderRow {
  readonly key: string;
  /** null when the row could not be read; `problem` then says why. */
  readonly oid: number | null;
  readonly problem: string | null;
  /** The item of the response that the row was built from. */
  readonly source?: object;
  /** The service's name for it, as sent in requests. */
  readonly wireCoin: string;
  readonly coin: string;
  readonly isBuy: boolean;
  /** `limit`, `take profit`, `stop`, or the service's name for it. */
  readonly type: string;
  /** A take profit or a stop: it is triggered by the mark, and cannot be modified. */
  readonly isTrigger: boolean;
  readonly price: Big | null;
  readonly size: Big | null;
  readonly szDecimals: number;
  readonly usd: Big | null;
  readonly placedAtMs: number | null;
  readonly markPx: Big | null;
  /** Distance from the mark to the price, in per cent of the mark. */
  readonly distancePct: Big | null;
  /** null if the service does not say. */
  readonly reduceOnly: boolean | null;
  readonly cloid: string | null;
}

/** The open orders at the perp venue with their markets' marks. */
export const perpOrderRows = (data: DeskData): readonly PerpOrderRow[] => data.derive(toRows);

function toRows(data: DeskData): PerpOrderRow[] {
  const markets = marketsByName(data);
  return (data.read('perpOrders').data ?? []).map((order, index): PerpOrderRow => {
    if (isUnreadable(order))
      return { ...nothing, key: `unreadable-${index}`, problem: order.unreadable, source: order };
    const market = markets.get(order.coin);
    const [price, size] = [readDecimal(order.limitPx), readDecimal(order.sz)];
    const markPx = readDecimal(market?.ctx.markPx);
    return {
      source: order,
      key: String(order.oid),
      oid: order.oid,
      problem: null,
      wireCoin: order.coin,
      price,
      size,
      markPx,
      ...typeOf(order.orderType),
      coin: cleanText(order.coin, textLimits.symbol),
      isBuy: isBuy(order.side),
      szDecimals: sizeDecimals(market, order.sz),
      usd: price && size && price.times(size),
      placedAtMs: order.timestamp ?? null,
      distancePct: price && markPx?.gt(0) ? price.minus(markPx).times(100).div(markPx) : null,
      reduceOnly: order.reduceOnly ?? null,
      cloid: order.cloid == null ? null : cleanText(order.cloid, textLimits.name),
    };
  });
}

/** Services write `stopMarket`, `Stop Market` or `takeProfitLimit`. */
function typeOf(orderType: string | null | undefined): Pick<PerpOrderRow, 'type' | 'isTrigger'> {
  const said = cleanText(orderType ?? '', textLimits.symbol);
  const name = said.toLowerCase().replace(/[^a-z]/g, '');
  const limit = name.endsWith('limit') ? ' limit' : '';
  if (name.startsWith('takeprofit') || name === 'tp') return { type: `take profit${limit}`, isTrigger: true };
  if (name.startsWith('stop') || name === 'sl') return { type: `stop${limit}`, isTrigger: true };
  return { type: said.toLowerCase() || 'unknown', isTrigger: false };
}

const isBuy = (side: string): boolean => side.toLowerCase() === 'buy';

const nothing: PerpOrderRow = {
  key: '',
  oid: null,
  problem: null,
  wireCoin: '',
  coin: '?',
  isBuy: false,
  type: '',
  isTrigger: false,
  price: null,
  size: null,
  szDecimals: 0,
  usd: null,
  placedAtMs: null,
  markPx: null,
  distancePct: null,
  reduceOnly: null,
  cloid: null,
};
