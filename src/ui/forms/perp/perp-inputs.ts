import type Big from 'big.js';
import type { Problems } from '../../../actions/pipeline/limits.ts';
import type { PerpMarket } from '../../../stores/market/perp-markets.ts';
import type { Desk } from '../../desk/desk.ts';
import { keyOf } from '../../keys/keymap.ts';
import type { Values } from '../form-spec.ts';
import { livePosition } from '../position-form-parts.ts';
import { readSlippage } from '../slippage-field.ts';
import { coinProblem, findMarket } from './perp-market.ts';
import { readNumber } from './read-number.ts';
import { exitProblems, gridPrice, gridSize, type Rounded, tooSmall, worstPrice } from './venue-order.ts';

/** Parsed fields of the perp order form, rounded to the venue's rules. */
export interface PerpInputs {
  readonly market: PerpMarket | null;
  readonly isBuy: boolean;
  readonly isLimit: boolean;
  readonly reduceOnly: boolean;
  /** Limit price; null for a market order or while invalid. */
  readonly limit: Rounded | null;
  /** Worst price a market order may fill at; null for a limit order. */
  readonly worstPx: Big | null;
  readonly slippageBps: number | null;
  /** Price used for sizing: the limit or the mark. */
  readonly px: Big | null;
  readonly size: Rounded | null;
  readonly tp: Rounded | null;
  readonly sl: Rounded | null;
  readonly problems: Problems;
}

/** Parses the fields. Each error is filed under the field that can fix it. */
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
  if (market && !markPx) problems.coin = `The price of ${coin} is unavailable right now.`;
  const isBuy = values.side !== 'sell';
  const isLimit = values.type !== 'market';
  const reduceOnly = values.reduceOnly === 'yes';
  if (reduceOnly && market && !reduces(desk, market.coin, isBuy))
    problems.reduceOnly = `No ${coin} position for a ${isBuy ? 'buy' : 'sell'} to reduce: turn reduce-only off with ${keyOf(desk.keymap, 'form.choiceDown')}.`;
  const price = (id: string): Rounded | null => {
    const typed = taken(id, readNumber(values[id] ?? '', markPx?.toFixed() ?? '100'));
    return typed && market && taken(id, gridPrice(typed, szDecimals));
  };
  const limit = isLimit ? price('price') : null;
  const slippageBps = isLimit ? null : taken('slippage', readSlippage(values.slippage ?? ''));
  const worstPx = markPx && slippageBps !== null ? worstPrice(markPx, isBuy, slippageBps, szDecimals) : null;
  // A worst price of zero would be no limit at all.
  if (worstPx?.lte(0)) problems.slippage = 'The worst price would be zero: enter a lower slippage.';
  const px = isLimit ? (limit?.value ?? null) : markPx;
  const typedSize = taken('size', readNumber(values.size ?? '', '0.5'));
  const inCoins = typedSize && (values.sizeIn === 'usd' ? px && typedSize.div(px) : typedSize);
  const size = inCoins && market && taken('size', gridSize(inCoins, szDecimals, coin));
  const low = px && size && !reduceOnly ? tooSmall(size.value, lowest(px, worstPx), szDecimals, coin) : null;
  if (low) problems.size = low;
  const exit = (id: string): Rounded | null => (reduceOnly || (values[id] ?? '').trim() === '' ? null : price(id));
  const [tp, sl] = [exit('tp'), exit('sl')];
  if (px) Object.assign(problems, exitProblems(isBuy, px, tp, sl));
  return { market, isBuy, isLimit, reduceOnly, limit, worstPx, slippageBps, px, size, tp, sl, problems };
}

/** Whether the order would reduce a position. Assumed while positions are loading, so the venue decides. */
function reduces(desk: Desk, coin: string, isBuy: boolean): boolean {
  if (!desk.data.read('positions').data) return true;
  const held = livePosition(desk, coin)?.position;
  return held !== undefined && (held.side === 'short') === isBuy;
}

/** The venue values an order at its own price for the minimum order value. */
const lowest = (px: Big, worstPx: Big | null): Big => (worstPx?.gt(0) && worstPx.lt(px) ? worstPx : px);

/** Maximum value of an order, USD. */
export const maxOrderUsd = (sz: Big, px: Big, worstPx: Big | null): Big => sz.times(worstPx?.gt(px) ? worstPx : px);
