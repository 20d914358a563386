import Big from 'big.js';
import { sumFills } from '../../domain/market/sum-fills.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import { perpFills } from '../../protocol/endpoints/perp-account.ts';
import { perpOrders } from '../../protocol/endpoints/perp-orders.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import type { FillReport } from '../../stores/orders/fill-report.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { clockSlackMs } from '../reconcile/evidence.ts';
import type { FillFinding } from './fill-finding.ts';
import type { PerpFillQuery } from './fill-query.ts';
import { isOfOrder, type OrderIds } from './order-ids.ts';

type Client = ActionContext['client'];
type Fill = Exclude<ResponseData<typeof perpFills>[number], { readonly unreadable: string }>;

/** Reads the fills of an accepted order once, and where it may rest the open orders. Rejects with the client's error. */
export async function readPerpFills(
  client: Client,
  query: PerpFillQuery,
  { sentAtMs, ids }: { readonly sentAtMs: number; readonly ids: OrderIds },
): Promise<FillFinding> {
  const { walletId, coin, mayRest } = query;
  const of = { ...(walletId ? { wallet_id: walletId } : {}), coin };
  // The open orders first: what fills between the two reads is then counted, and an order that fills whole is final.
  const isOpen = mayRest && (await isStillOpen(client, of, ids));
  const { data } = await client.call(perpFills, { query: { ...of, start_time: sentAtMs - clockSlackMs } });
  const numbers = ownFills(readable(data), query, ids).map(numbersOf);
  const known = numbers.filter((fill) => fill !== null);
  // An unreadable fill may be the order's own.
  const isWhole = known.length === numbers.length && !data.some(isUnreadable);
  return finding(query, sumFills(known), { isOpen, isWhole });
}

async function isStillOpen(
  client: Client,
  of: { readonly wallet_id?: string; readonly coin: string },
  ids: OrderIds,
): Promise<boolean> {
  const { data } = await client.call(perpOrders, { query: of });
  return readable(data).some((order) => isOfOrder(ids, order));
}

/**
 * By its ids. Without an id only the fills of a single order are taken, and only if they add up to what was ordered:
 * anything else may be another order's.
 */
function ownFills(fills: readonly Fill[], query: PerpFillQuery, ids: OrderIds): readonly Fill[] {
  const { coin, isBuy, orderedSize } = query;
  const ofCoin = fills.filter((fill) => fill.coin === coin);
  if (ids.oids.length + ids.cloids.length > 0) return ofCoin.filter((fill) => isOfOrder(ids, fill));
  const ofSide = ofCoin.filter(({ side }) => side.toLowerCase() === (isBuy ? 'buy' : 'sell'));
  const isOne = new Set(ofSide.map((fill) => fill.oid ?? null)).size === 1;
  const size = ofSide.reduce((sum, { sz }) => sum.plus(readDecimal(sz) ?? 0), new Big(0));
  return isOne && orderedSize !== null && size.eq(orderedSize) ? ofSide : [];
}

function numbersOf({ px, sz, fee, closedPnl }: Fill) {
  const [price, size] = [readDecimal(px), readDecimal(sz)];
  return price && size ? { price, size, fee: readDecimal(fee), closedPnl: readDecimal(closedPnl) } : null;
}

function finding(
  { coin, isBuy, isClose, orderedSize, mayRest }: PerpFillQuery,
  { size, avgPrice, feeUsd, realisedPnlUsd }: ReturnType<typeof sumFills>,
  { isOpen, isWhole }: { readonly isOpen: boolean; readonly isWhole: boolean },
): FillFinding {
  const ordered = readDecimal(orderedSize);
  const isFilled = ordered !== null && size.gte(ordered);
  const isNothing = size.eq(0);
  const isKnown = isWhole && (!isNothing || isOpen);
  // A market order ends at once. A limit order that is not open any more was cancelled, or its fills are not listed yet.
  const state = isFilled || (isKnown && !ordered) ? 'filled' : !isKnown ? 'unread' : isOpen ? 'open' : 'partial';
  return {
    report: {
      state,
      verb: isClose ? 'Closed' : isBuy ? 'Bought' : 'Sold',
      unit: coin,
      filledSize: state === 'unread' ? null : size.toFixed(),
      orderedSize,
      avgPrice: avgPrice?.toFixed() ?? null,
      feeUsd: state === 'unread' || isNothing ? null : (feeUsd?.toFixed() ?? null),
      realisedPnlUsd: isNothing || (!isClose && realisedPnlUsd?.eq(0)) ? null : (realisedPnlUsd?.toFixed() ?? null),
      paid: null,
      priceOf: null,
      why: whyOf(state, { isWhole, mayRest }),
    },
    isFinal: isFilled || (mayRest && isOpen && isWhole),
  };
}

function whyOf(
  state: FillReport['state'],
  { isWhole, mayRest }: { readonly isWhole: boolean; readonly mayRest: boolean },
): string | null {
  if (state === 'unread' && !isWhole) return 'a fill is unreadable';
  if (state === 'unread') return mayRest ? 'it is not open, and no fill is listed' : 'none is listed yet';
  return state === 'partial' && mayRest ? 'the rest is not open any more' : null;
}
