import Big from 'big.js';
import { minOrderUsd, validPrice } from '../../../../domain/market/perp-rules.ts';
import { isDecimalText } from '../../../../domain/numbers/decimal.ts';
import type { MarginAccount } from '../margin/margin-account.ts';
import type { PerpMarket } from '../market/perp-market.ts';
import type { PerpSpec } from '../market/perp-specs.ts';
import type { Venue } from '../market/venue.ts';

/**
 * An order breaks a venue rule: becomes the `error` of its result, never an HTTP error. Where the venue has published
 * its own words for a rule (Hyperliquid docs, "Error responses"), they are used as they are.
 */
export class OrderError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OrderError';
  }
}

/** Parses a USD price on the market's grid; throws OrderError. */
export function readPrice(text: string, spec: PerpSpec, what = 'price'): Big {
  const px = readPositive(text, what);
  if (!validPrice(px, spec.szDecimals)) throw new OrderError('Price must be divisible by tick size.');
  return px;
}

/** How far a limit may be from the mark, as a share of it. */
const priceBand = '0.8';

/** A limit far from the market is a mistake; throws OrderError in the venue's words. */
export function checkBand(px: Big, { markPx }: PerpMarket): void {
  if (px.minus(markPx).abs().gt(markPx.times(priceBand)))
    throw new OrderError('Order price cannot be more than 80% away from the reference price');
}

/** Parses a size in coins, within the market's decimals; throws OrderError. */
export function readSize(text: string, spec: PerpSpec): Big {
  const sz = readPositive(text, 'size');
  if (!sz.round(spec.szDecimals, Big.roundDown).eq(sz)) throw new OrderError('Order has invalid size.');
  return sz;
}

export function readPositive(text: string, what: string): Big {
  if (!isDecimalText(text)) throw new OrderError(`${what} ${text} is not a plain decimal number`);
  const value = new Big(text);
  if (value.lte(0)) throw new OrderError(`${what} must be above 0`);
  return value;
}

/** Reducing orders are exempt: the rest of a position must always be closable. */
export function checkNotional(sz: Big, px: Big): void {
  if (sz.times(px).lt(minOrderUsd)) throw new OrderError(`Order must have minimum value of $${minOrderUsd}.`);
}

/** The venue's maximum of open orders per wallet. */
const maxOpenOrders = 1_000;

export function checkOpenOrders(account: MarginAccount): void {
  if (account.orders.size >= maxOpenOrders)
    throw new OrderError(`no more than ${maxOpenOrders} orders can be open: cancel some first`);
}

/** A cloid can be used only once, whatever happened to its order. */
export function checkNewCloid(account: MarginAccount, cloid: string): void {
  if (!/^0x[0-9a-fA-F]{32}$/.test(cloid)) throw new OrderError('cloid must be 0x and 32 hex digits');
  if (account.cloids.has(cloid.toLowerCase())) throw new OrderError(`cloid ${cloid} was used before`);
}

export function listedMarket(venue: Venue, coin: string): PerpMarket {
  const market = venue.markets.find(coin);
  if (!market) throw new OrderError(`no perp market ${coin}`);
  return market;
}
