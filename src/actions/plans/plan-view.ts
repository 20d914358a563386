import Big from 'big.js';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { kindOf } from '../../plans/kinds/kinds.ts';
import type { Plan } from '../../plans/plan.ts';
import type { Execution, PlanView } from '../../plans/plan-kind.ts';
import { perpMarket } from '../../protocol/endpoints/perp-markets.ts';
import { readable } from '../../protocol/schema.ts';
import { markOf, marksReadAtMs } from '../../stores/market/marks.ts';
import { type OrderBook, toOrderBook } from '../../stores/market/order-book.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { heldIn, type WalletSnapshot } from './perp-executions.ts';

/** Prices older than this are not acted on, ms. */
const freshMs = 5_000;

/** Rejects with the client's error. */
export async function readBook({ client }: Pick<ActionContext, 'client'>, coin: string): Promise<OrderBook> {
  const { data } = await client.call(perpMarket, { params: { coin } });
  return toOrderBook(data);
}

/** What was read for one look at a plan; null where it was not needed or could not be read. */
export interface PlanReads {
  readonly book: OrderBook | null;
  readonly snapshot: WalletSnapshot | null;
  readonly executions: ReadonlyMap<string, Execution>;
  readonly sinceSentMs: number;
}

/** The moment as a plan sees it. */
export function planView(
  { data, clock, random }: Pick<ActionContext, 'data' | 'clock' | 'random'>,
  { spec }: Plan,
  { book, snapshot, executions, sinceSentMs }: PlanReads,
): PlanView {
  const market = kindOf(spec).market(spec);
  const nowMs = clock.now();
  const ageMs = nowMs - marksReadAtMs(data);
  const isFresh = ageMs >= 0 && ageMs <= freshMs;
  const coin = market.kind === 'perp' ? market.coin : null;
  const held = market.kind === 'perp' && snapshot?.positions ? heldIn(snapshot, market) : null;
  return {
    nowMs,
    bid: book?.bids[0]?.price ?? null,
    ask: book?.asks[0]?.price ?? null,
    mark: coin !== null && isFresh ? markOf(data, coin) : null,
    szi: held ? held.szi : coin === null ? null : positionSize(data, coin),
    stops: held?.stops ?? null,
    executions,
    sinceSentMs,
    volumeSince: () => null,
    newCloid: () => `0x${random.hex(16)}`,
  };
}

function positionSize(data: ActionContext['data'], coin: string): Big | null {
  const read = data.read('positions').data;
  if (!read) return null;
  const position = readable(read.positions).find((one) => one.coin === coin);
  return position ? readDecimal(position.szi) : new Big(0);
}
