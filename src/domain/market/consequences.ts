import Big from 'big.js';
import { type Exit, type ExitKind, reduces } from './exits.ts';

/** An open order of one market. */
export interface OpenOrder extends Omit<Exit, 'exit'> {
  readonly isBuy: boolean;
  /** null for an order that is no exit. */
  readonly exit: ExitKind | null;
  /** null if the service does not say. */
  readonly reduceOnly: boolean | null;
}

/** An order as it will be sent, taken to be filled completely. */
export interface Trade {
  readonly isBuy: boolean;
  /** Unsigned, in coins. */
  readonly size: Big;
  readonly reduceOnly: boolean;
  /** Expected fill price in USD; null if unknown. */
  readonly px: Big | null;
  /** The worst price that it may fill at, USD; null if unknown. */
  readonly worstPx: Big | null;
  /** The exits that come with it. */
  readonly exits: readonly Exit[];
}

/** The position of the market: size 0 if there is none. */
export interface Held {
  /** Signed: negative is short. */
  readonly szi: Big;
  readonly entryPx: Big | null;
}

/** Why an open order may be cancelled. */
export type MayCancel = 'if reduce-only' | 'if reached';

/** What a trade changes besides its own fill. Sizes in coins, the rest in USD. */
export interface Consequences<Order> {
  /** Signed size afterwards. */
  readonly szi: Big;
  /** Unsigned size that it closes of the position. */
  readonly closed: Big;
  /** PnL of the closed part before fees; null if the price or the entry is unknown. */
  readonly realisedUsd: Big | null;
  /** Orders that the venue cancels, because nothing is left for them to reduce. */
  readonly cancelled: readonly Order[];
  /**
   * Orders that the venue may cancel: the service does not say whether they are reduce-only, or they rest where the trade may
   * fill, and an account never trades with itself.
   */
  readonly mayCancel: readonly (readonly [Order, MayCancel])[];
  /** Other orders than exits that stay open. */
  readonly staying: readonly Order[];
  /** Exits that protect the position afterwards: those that stay and those that come with the trade. */
  readonly exits: readonly (Exit & { readonly isNew: boolean })[];
}

const zero = new Big(0);

/** What happens to the position and the open orders of its market when the trade is filled. */
export function consequencesOf<Order extends OpenOrder>(
  held: Held,
  orders: readonly Order[],
  trade: Trade,
): Consequences<Order> {
  const { isBuy, px } = trade;
  const reducible = reduces(isBuy, held.szi) ? held.szi.abs() : zero;
  const closed = trade.size.gt(reducible) ? reducible : trade.size;
  const size = trade.reduceOnly ? closed : trade.size;
  const szi = isBuy ? held.szi.plus(size) : held.szi.minus(size);
  const fates = orders.map((order) => [order, fateOf(order, held.szi, szi, trade)] as const);
  const withFate = (wanted: Fate): Order[] => fates.flatMap(([order, fate]) => (fate === wanted ? [order] : []));
  const stays = withFate('stays');
  return {
    szi,
    closed,
    realisedUsd: px && held.entryPx && closed.times(isBuy ? held.entryPx.minus(px) : px.minus(held.entryPx)),
    cancelled: withFate('cancelled'),
    mayCancel: fates.flatMap(([order, fate]) =>
      fate === 'if reduce-only' || fate === 'if reached' ? [[order, fate] as const] : [],
    ),
    staying: stays.filter(({ exit }) => exit === null),
    exits: [
      ...stays.flatMap((order) =>
        isExit(order) && protects(order, held.szi, szi) ? [{ ...order, isNew: false }] : [],
      ),
      ...(reduces(!isBuy, szi) ? trade.exits.map((exit) => ({ ...exit, isNew: true })) : []),
    ],
  };
}

/** What a fill of the order does to a position; `flips`: closes it and opens one on the other side. */
export type Effect = 'opens' | 'adds' | 'reduces' | 'flips';

/** `szi`: the signed size of the position. An order that may be reduce-only is taken not to be. */
export function effectOf({ isBuy, size, reduceOnly }: OpenOrder, szi: Big): Effect {
  if (szi.eq(0)) return 'opens';
  if (!reduces(isBuy, szi)) return 'adds';
  return !reduceOnly && size?.gt(szi.abs()) ? 'flips' : 'reduces';
}

type Fate = MayCancel | 'cancelled' | 'stays';

/** `before` and `after`: the signed size of the position. */
function fateOf(order: OpenOrder, before: Big, after: Big, trade: Trade): Fate {
  const isIdle = !reduces(order.isBuy, after);
  const reduceOnly = isReduceOnly(order, before);
  if (isIdle && reduceOnly) return 'cancelled';
  if (isInTheWay(order, trade)) return 'if reached';
  return isIdle && reduceOnly === null ? 'if reduce-only' : 'stays';
}

/**
 * Null if unknown. A reduce-only order with nothing to reduce would be cancelled already: one that would add to the position
 * is not reduce-only. An exit that would add to it waits for its entry, and has nothing to do with the position.
 */
function isReduceOnly({ isBuy, exit, reduceOnly }: OpenOrder, szi: Big): boolean | null {
  if (!reduces(isBuy, szi)) return false;
  return exit !== null || reduceOnly;
}

const isExit = <Order extends OpenOrder>(order: Order): order is Order & Exit => order.exit !== null;

const protects = ({ isBuy }: OpenOrder, before: Big, after: Big): boolean =>
  reduces(isBuy, before) && reduces(isBuy, after);

/** Rests on the other side where the trade may fill. */
function isInTheWay({ exit, isBuy, price }: OpenOrder, trade: Trade): boolean {
  const { worstPx } = trade;
  if (exit !== null || isBuy === trade.isBuy) return false;
  return !worstPx || !price || (isBuy ? price.gte(worstPx) : price.lte(worstPx));
}
