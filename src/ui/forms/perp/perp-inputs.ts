import type Big from 'big.js';
import type { Problems } from '../../../actions/limits.ts';
import { keyOf } from '../../../keys/keymap.ts';
import type { PerpMarket } from '../../../stores/perp-markets.ts';
import type { Desk } from '../../desk.ts';
import type { Values } from '../form-spec.ts';
import { livePosition } from '../position-form-parts.ts';
import { readSlippage } from '../slippage-field.ts';
import { coinProblem, findMarket } from './perp-market.ts';
import { readNumber } from './read-number.ts';
import { exitProblems, gridPrice, gridSize, marketBound, type Rounded, tooSmall } from './venue-order.ts';

/** What the fields of the perp order form say, with the venue's rules applied. */
export interface PerpInputs {
  readonly market: PerpMarket | null;
  readonly isBuy: boolean;
  readonly isLimit: boolean;
  readonly reduceOnly: boolean;
  /** The limit; null for a market order, and while it cannot be read. */
  readonly limit: Rounded | null;
  /** How far a market order may go; null for a limit order. */
  readonly bound: Big | null;
  readonly slippageBps: number | null;
  /** Price by which the order is sized: the limit, or the mark. */
  readonly px: Big | null;
  readonly size: Rounded | null;
  readonly tp: Rounded | null;
  readonly sl: Rounded | null;
  readonly problems: Problems;
}

/** Reads the fields; a problem stands under the field that can mend it. */
export function readPerpInputs(desk: Desk, values: Values): PerpInputs {
  const problems: Problems = {};
  const taken = <T>(id: string, read: T | string): T | null => {
    if (typeof read !== 'string') return read;
    problems[id] = read;
    return null;
  };
  const market = findMarket(desk, values.coin ?? '');
  if (!market) problems.coin = coinProblem(desk, values.coin ?? '');
  const { markPx = null, szDecimals = 0, coin = '' } = market ?? {};
  if (market && !markPx) problems.coin = `The price of ${coin} is not known right now.`;
  const isBuy = values.side !== 'sell';
  const isLimit = values.type !== 'market';
  const reduceOnly = values.reduceOnly === 'yes';
  if (reduceOnly && market && !reduces(desk, market.coin, isBuy))
    problems.reduceOnly = `There is no ${coin} position that ${isBuy ? 'a buy' : 'a sell'} would reduce: ${keyOf(desk.keymap, 'form.choiceDown')} takes reduce-only off.`;
  const price = (id: string): Rounded | null => {
    const typed = taken(id, readNumber(values[id] ?? '', markPx?.toFixed() ?? '100'));
    return typed && market && taken(id, gridPrice(typed, szDecimals));
  };
  const limit = isLimit ? price('price') : null;
  const slippageBps = isLimit ? null : taken('slippage', readSlippage(values.slippage ?? ''));
  const bound = markPx && slippageBps !== null ? marketBound(markPx, isBuy, slippageBps, szDecimals) : null;
  // A bound of nothing would be no bound at all.
  if (bound?.lte(0)) problems.slippage = 'That leaves no price to sell at: type less.';
  const px = isLimit ? (limit?.value ?? null) : markPx;
  const typedSize = taken('size', readNumber(values.size ?? '', '0.5'));
  const inCoins = typedSize && (values.sizeIn === 'usd' ? px && typedSize.div(px) : typedSize);
  const size = inCoins && market && taken('size', gridSize(inCoins, szDecimals, coin));
  const low = px && size && !reduceOnly ? tooSmall(size.value, lowest(px, bound), szDecimals, coin) : null;
  if (low) problems.size = low;
  const exit = (id: string): Rounded | null => (reduceOnly || (values[id] ?? '').trim() === '' ? null : price(id));
  const [tp, sl] = [exit('tp'), exit('sl')];
  if (px) Object.assign(problems, exitProblems(isBuy, px, tp, sl));
  return { market, isBuy, isLimit, reduceOnly, limit, bound, slippageBps, px, size, tp, sl, problems };
}

/** Where the positions are not read yet, the venue decides. */
function reduces(desk: Desk, coin: string, isBuy: boolean): boolean {
  if (!desk.data.read('positions').data) return true;
  const held = livePosition(desk, coin)?.position;
  return held !== undefined && (held.side === 'short') === isBuy;
}

/** The venue counts an order by the price that it names. */
const lowest = (px: Big, bound: Big | null): Big => (bound?.gt(0) && bound.lt(px) ? bound : px);

/** The most that an order may cost, USD. */
export const mostUsd = (sz: Big, px: Big, bound: Big | null): Big => sz.times(bound?.gt(px) ? bound : px);
