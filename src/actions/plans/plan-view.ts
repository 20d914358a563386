import Big from 'big.js';
import { toBig } from '../../domain/numbers/amount.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { kindOf } from '../../plans/kinds/kinds.ts';
import type { Plan } from '../../plans/plan.ts';
import type { Execution, PlanMarket, PlanView } from '../../plans/plan-kind.ts';
import { perpMarket } from '../../protocol/endpoints/perp-markets.ts';
import { readable } from '../../protocol/schema.ts';
import { averageVolume } from '../../stores/market/day-volume.ts';
import { markOf, marksReadAtMs } from '../../stores/market/marks.ts';
import { type OrderBook, toOrderBook } from '../../stores/market/order-book.ts';
import { usdPrice } from '../../stores/portfolio/spot-balance.ts';
import type { SwapQuote } from '../orders/quote-swap.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { heldIn, type WalletSnapshot } from './perp-executions.ts';
import { tapeVolume } from './tape-volume.ts';

/** Prices older than this are not acted on, ms. */
const freshMs = 5_000;

/** Rejects with the client's error. */
export async function readBook({ client }: Pick<ActionContext, 'client'>, coin: string): Promise<OrderBook> {
  const { data } = await client.call(perpMarket, { params: { coin } });
  return toOrderBook(data);
}

/** Read just now; null where it was not needed or could not be read. */
export interface PriceReads {
  readonly book: OrderBook | null;
  readonly quote: SwapQuote | null;
}

/** What was read for one look at a plan. */
export interface PlanReads extends PriceReads {
  readonly snapshot: WalletSnapshot | null;
  readonly executions: ReadonlyMap<string, Execution>;
  readonly sinceSentMs: number;
}

type ViewContext = Pick<ActionContext, 'data' | 'clock' | 'random' | 'tape' | 'watchlist'>;

/** The moment as a plan sees it. */
export function planView(context: ViewContext, { spec }: Plan, reads: PlanReads): PlanView {
  const { data, clock, random } = context;
  const market = kindOf(spec).market(spec);
  if (market.kind === 'spot') return spotView(context, market, reads);
  const { book, snapshot, executions, sinceSentMs } = reads;
  const nowMs = clock.now();
  const ageMs = nowMs - marksReadAtMs(data);
  const isFresh = ageMs >= 0 && ageMs <= freshMs;
  const { coin } = market;
  const held = snapshot?.positions ? heldIn(snapshot, market) : null;
  return {
    nowMs,
    bid: book?.bids[0]?.price ?? null,
    ask: book?.asks[0]?.price ?? null,
    mark: isFresh ? markOf(data, coin) : null,
    szi: held ? held.szi : positionSize(data, coin),
    stops: held?.stops ?? null,
    executions,
    sinceSentMs,
    volumeSince: (ms) => averageVolume(data, coin, nowMs - ms),
    newCloid: () => `0x${random.hex(16)}`,
  };
}

function spotView(
  context: ViewContext,
  market: Extract<PlanMarket, { kind: 'spot' }>,
  { quote, executions, sinceSentMs }: PlanReads,
): PlanView {
  const { data, clock, random } = context;
  const { chain, inputToken, input, output } = market;
  const mark = usdPrice({ data }, { chain, address: inputToken });
  const sold = quote && toBig(quote.request.baseUnits, input.decimals);
  return {
    nowMs: clock.now(),
    bid: sold && quote ? toBig(quote.outBaseUnits, output.decimals).div(sold) : null,
    ask: null,
    mark,
    szi: null,
    stops: null,
    executions,
    sinceSentMs,
    volumeSince: (ms) => tapeVolume(context, market, mark, ms),
    newCloid: () => `0x${random.hex(16)}`,
  };
}

function positionSize(data: ActionContext['data'], coin: string): Big | null {
  const read = data.read('positions').data;
  if (!read) return null;
  const position = readable(read.positions).find((one) => one.coin === coin);
  return position ? readDecimal(position.szi) : new Big(0);
}
