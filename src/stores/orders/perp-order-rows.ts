import type Big from 'big.js';
import { type Exit, type ExitKind, reduces } from '../../domain/market/exits.ts';
import { readDecimal, readPositive } from '../../domain/numbers/decimal.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { isUnreadable, type Unreadable } from '../../protocol/schema.ts';
import type { DeskData, DeskQueries } from '../desk-data.ts';
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
  /** An exit is triggered by the mark, and cannot be modified; null for any other order. */
  readonly exit: ExitKind | null;
  /** An exit for whatever the position's size is when it fires: the venue lists it with size 0. */
  readonly isWholePosition: boolean;
  /** The limit price, or the trigger price of an exit. */
  readonly price: Big | null;
  /** null for a whole-position exit: the position has the size. */
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
  return (data.read('perpOrders').data ?? []).map((order, index) =>
    isUnreadable(order)
      ? { ...nothing, key: `unreadable-${index}`, problem: order.unreadable, source: order }
      : perpOrderRow(order, markets.get(order.coin)),
  );
}

type WireOrder = Exclude<DeskQueries['perpOrders'][number], Unreadable>;
type WireMarket = ReturnType<typeof marketsByName> extends Map<string, infer Market> ? Market : never;

/** One open order, with the mark and decimals of its market. */
export function perpOrderRow(order: WireOrder, market: WireMarket | undefined): PerpOrderRow {
  const [price, listedSize] = [readDecimal(order.limitPx), readDecimal(order.sz)];
  const type = typeOf(order.orderType);
  const isWholePosition = type.exit !== null && listedSize?.eq(0) === true;
  const size = isWholePosition ? null : listedSize;
  const markPx = readPositive(market?.ctx.markPx);
  return {
    source: order,
    key: String(order.oid),
    oid: order.oid,
    problem: null,
    wireCoin: order.coin,
    price,
    size,
    markPx,
    ...type,
    isWholePosition,
    coin: cleanText(order.coin, textLimits.symbol),
    isBuy: isBuy(order.side),
    szDecimals: sizeDecimals(market, order.sz),
    usd: price && size && price.times(size),
    placedAtMs: order.timestamp ?? null,
    distancePct: price && markPx ? price.minus(markPx).times(100).div(markPx) : null,
    reduceOnly: order.reduceOnly ?? null,
    cloid: order.cloid == null ? null : cleanText(order.cloid, textLimits.name),
  };
}

/** An order that is an exit. */
export type ExitRow = PerpOrderRow & Exit;

/** The exits that would reduce a position of this signed size. */
export const exitsOf = (data: DeskData, wireCoin: string, szi: Big): readonly ExitRow[] =>
  (data.derive(exitsByCoin).get(wireCoin) ?? []).filter(({ isBuy }) => reduces(isBuy, szi));

const exitsByCoin = (data: DeskData): ReadonlyMap<string, readonly ExitRow[]> =>
  Map.groupBy(perpOrderRows(data).filter(isExit), ({ wireCoin }) => wireCoin);

const isExit = (row: PerpOrderRow): row is ExitRow => row.exit !== null;

/** Whether an order of a response is a take profit or stop. */
export const isExitType = ({ orderType }: { readonly orderType?: string | null | undefined }): boolean =>
  typeOf(orderType).exit !== null;

/** Services write `stopMarket`, `Stop Market` or `takeProfitLimit`. */
function typeOf(orderType: string | null | undefined): Pick<PerpOrderRow, 'type' | 'exit'> {
  const said = cleanText(orderType ?? '', textLimits.symbol);
  const name = said.toLowerCase().replace(/[^a-z]/g, '');
  const limit = name.endsWith('limit') ? ' limit' : '';
  if (name.startsWith('takeprofit') || name === 'tp') return { type: `take profit${limit}`, exit: 'takeProfit' };
  if (name.startsWith('stop') || name === 'sl') return { type: `stop${limit}`, exit: 'stop' };
  return { type: said.toLowerCase() || 'unknown', exit: null };
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
  exit: null,
  isWholePosition: false,
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
