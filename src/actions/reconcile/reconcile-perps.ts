import Big from 'big.js';
import { maintenanceRate } from '../../domain/market/perp-rules.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import { perpFills } from '../../protocol/endpoints/perp-account.ts';
import { perpOrders } from '../../protocol/endpoints/perp-orders.ts';
import { perpPositions } from '../../protocol/endpoints/perp-positions.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { clockSlackMs, done, type EvidenceOf, type Finding, seemsDone, unclear } from './evidence.ts';
import { isolatedFiguresOf } from './isolated-figures.ts';

type Client = ActionContext['client'];
type Fill = Exclude<ResponseData<typeof perpFills>[number], { readonly unreadable: string }>;

/** Within this distance of the liquidation price, a fill may be the liquidation's. */
const liquidationBand = new Big('0.01');

/**
 * A close has no client order id. It counts as done if the position shrank by exactly the requested amount and the
 * fills show one order that was not resting before and is no liquidation.
 */
export async function reconcileClose(
  client: Client,
  evidence: EvidenceOf<'position'>,
  sentAtMs: number,
): Promise<Finding> {
  const { walletId, coin, percentage, szDecimals } = evidence;
  const before = new Big(evidence.sziBefore);
  const now = await sizeOf(client, walletId, coin);
  if (now === null) return unclear(`the size of ${coin} cannot be read`);
  if (now.eq(before)) return unclear(`${coin} is still ${before}`);
  const went = `${coin} went from ${before} to ${now}`;
  // Rounded down to the market's step. A full close leaves nothing.
  const asked = before.times(percentage).div(100).round(szDecimals, Big.roundDown);
  const closed = before.minus(now);
  if (!closed.eq(percentage === 100 ? before : asked))
    return unclear(`${went}, which this order does not fully explain`);
  const fills = await fillsSince(client, walletId, coin, sentAtMs);
  const by = fills && closingOrder(fills, evidence, before, now);
  return by ? seemsDone(`${went}, filled as order ${by}`) : unclear(`${went}, but no fill of a new order explains it`);
}

/** The one order whose fills explain the change of size; null if there is none, or if it may be another order. */
function closingOrder(
  fills: readonly Fill[],
  { restingOids, liquidationPx }: EvidenceOf<'position'>,
  before: Big,
  now: Big,
): number | null {
  const isLong = before.gt(0);
  const inOrder = fills.toSorted(
    (one, other) => one.time - other.time || startSize(other).abs().cmp(startSize(one).abs()),
  );
  const first = inOrder.findLastIndex((fill) => startSize(fill).eq(before));
  const chain = first < 0 ? [] : inOrder.slice(first);
  const filled = chain.reduce((sum, { sz }) => sum.plus(sz), new Big(0));
  const [oid, ...others] = new Set(chain.map((fill) => fill.oid ?? null));
  if (oid == null || others.length > 0 || restingOids.includes(oid)) return null;
  const liquidation = readDecimal(liquidationPx);
  const isOwn = chain.every(({ side, direction, px }) => {
    const isClose = side === (isLong ? 'sell' : 'buy') && /^close/i.test(direction ?? 'close');
    return isClose && !isNearLiquidation(new Big(px), liquidation, isLong);
  });
  return isOwn && filled.eq(before.minus(now).abs()) ? oid : null;
}

const startSize = ({ startPosition }: Fill): Big => readDecimal(startPosition) ?? new Big(0);

function isNearLiquidation(px: Big, liquidation: Big | null, isLong: boolean): boolean {
  if (!liquidation) return false;
  const band = liquidation.times(liquidationBand);
  return isLong ? px.lte(liquidation.plus(band)) : px.gte(liquidation.minus(band));
}

/** Tolerance relative to the request: funding and rounding move the figures a little. */
const missedShare = new Big('0.05');

/**
 * Whether `marginUsed` includes unrealised PnL is up to the service (at the venue it does), so one of two figures moves
 * with the mark. The liquidation price of an isolated position does not follow the mark: it must have moved by the
 * expected distance, and one of the two figures by the amount.
 */
export async function reconcileMargin(
  client: Client,
  { walletId, coin, before, maxLeverage, amount }: EvidenceOf<'margin'>,
): Promise<Finding> {
  const row = await positionOf(client, walletId, coin);
  const now = row && isolatedFiguresOf(row);
  if (!now) return unclear(`the margin of ${coin} cannot be read`);
  const szi = new Big(before.szi);
  if (!szi.eq(now.szi)) return unclear(`${coin} went from ${szi} to ${now.szi}: its margin proves nothing`);
  const added = new Big(amount);
  const used = new Big(now.marginUsed).minus(before.marginUsed);
  const paidIn = used.minus(new Big(now.unrealizedPnl).minus(before.unrealizedPnl));
  const liquidation = new Big(now.liquidationPx).minus(before.liquidationPx);
  const isExplained =
    isAbout(liquidation, added.times(-1).div(szi.minus(szi.abs().times(maintenanceRate(maxLeverage))))) &&
    (isAbout(used, added) || isAbout(paidIn, added));
  const words = `the margin of ${coin} went from ${usd(before.marginUsed)} to ${usd(now.marginUsed)} USDC and its liquidation from ${before.liquidationPx} to ${now.liquidationPx}`;
  return isExplained ? seemsDone(words) : unclear(`${words}, which this change does not fully explain`);
}

const isAbout = (moved: Big, expected: Big): boolean =>
  moved.times(expected).gt(0) && moved.minus(expected).abs().lte(expected.abs().times(missedShare));

const usd = (text: string): string => new Big(text).round(2).toFixed();

/** Done where the book or the fills since then have an order of this cloid; that neither has one proves nothing. */
export async function reconcileCloid(
  client: Client,
  { walletId, coin, cloid }: EvidenceOf<'cloid'>,
  sentAtMs: number,
): Promise<Finding> {
  const { data: open } = await client.call(perpOrders, { query: { wallet_id: walletId, coin } });
  const resting = readable(open).find((order) => order.cloid === cloid);
  if (resting) return done(`the order is in the book: ${resting.oid}`);
  const start_time = sentAtMs - clockSlackMs;
  const { data: fills } = await client.call(perpFills, { query: { wallet_id: walletId, coin, start_time } });
  const filled = readable(fills).find((fill) => fill.cloid === cloid);
  return filled ? done(`the order was filled: ${filled.oid}`) : unclear('neither book nor fills have its cloid');
}

/** Some changes may have been refused: the outcome is known only if every one is found. */
export async function reconcileCloids(
  client: Client,
  { walletId, orders }: EvidenceOf<'cloids'>,
  sentAtMs: number,
): Promise<Finding> {
  const start_time = sentAtMs - clockSlackMs;
  const seen = new Set<string>();
  for (const coin of new Set(orders.map((order) => order.coin))) {
    const query = { wallet_id: walletId, coin };
    const { data: open } = await client.call(perpOrders, { query });
    const { data: fills } = await client.call(perpFills, { query: { ...query, start_time } });
    for (const one of [...readable(open), ...readable(fills)]) if (one.cloid != null) seen.add(one.cloid);
  }
  const found = orders.filter((order) => seen.has(order.cloid)).length;
  const words = `${found} of ${orders.length} changed orders were found by their cloid`;
  return found === orders.length ? done(words) : unclear(words);
}

/** Missing orders prove something only if the response contains all the others and they were not filled. */
export async function reconcilePerpCancels(
  client: Client,
  { walletId, coin, oids, others }: EvidenceOf<'cancelled-perp'>,
  sentAtMs: number,
): Promise<Finding> {
  const { data: open } = await client.call(perpOrders, { query: { wallet_id: walletId } });
  if (open.some(isUnreadable)) return unclear('an open perp order cannot be read');
  const standing = new Set(readable(open).map(({ oid }) => oid));
  const left = oids.filter((oid) => standing.has(oid)).length;
  if (left > 0) return unclear(`${left} of ${oids.length} ${coin} orders are still open`);
  const gone = `none of the ${coin} orders is open any more`;
  if (others.length === 0) return unclear(`${gone}, and no other order shows that the response is complete`);
  if (!others.every((oid) => standing.has(oid))) return unclear(`${gone}, but other orders are missing too`);
  const fills = await fillsSince(client, walletId, coin, sentAtMs);
  if (!fills) return unclear(`a ${coin} fill cannot be read`);
  return fills.some(({ oid }) => oid != null && oids.includes(oid)) ? unclear(`${gone}: filled`) : seemsDone(gone);
}

/** Only an open position tells its leverage. */
export async function reconcileLeverage(
  client: Client,
  { walletId, coin, leverage, leverageBefore }: EvidenceOf<'leverage'>,
): Promise<Finding> {
  const row = await positionOf(client, walletId, coin);
  const now = readDecimal(row?.leverageValue);
  if (!now) return unclear(`the leverage of ${coin} cannot be read`);
  const words = `the leverage of ${coin} is ${now.toFixed()}×`;
  // If only the margin mode changed, the number proves nothing.
  return now.eq(leverage) && leverage !== leverageBefore ? seemsDone(words) : unclear(words);
}

/** Null if a fill cannot be read. */
async function fillsSince(client: Client, walletId: string, coin: string, sentAtMs: number): Promise<Fill[] | null> {
  const query = { ...ofWallet(walletId), coin, start_time: sentAtMs - clockSlackMs };
  const { data } = await client.call(perpFills, { query });
  const fills = readable(data);
  const isWhole = fills.length === data.length && fills.every(({ px, sz }) => readDecimal(px) && readDecimal(sz));
  return isWhole ? fills : null;
}

const ofWallet = (walletId: string) => (walletId ? { wallet_id: walletId } : {});

async function positionsOf(client: Client, walletId: string) {
  const { data } = await client.call(perpPositions, { query: ofWallet(walletId) });
  return data.positions;
}

async function positionOf(client: Client, walletId: string, coin: string) {
  return readable(await positionsOf(client, walletId)).find((row) => row.coin === coin) ?? null;
}

/** Size 0 if the position is gone; null if an unreadable position may be the one. */
async function sizeOf(client: Client, walletId: string, coin: string): Promise<Big | null> {
  const positions = await positionsOf(client, walletId);
  const row = readable(positions).find((one) => one.coin === coin);
  if (row) return readDecimal(row.szi);
  return positions.some(isUnreadable) ? null : new Big(0);
}
