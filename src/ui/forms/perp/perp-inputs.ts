import Big from 'big.js';
import type { Problems } from '../../../actions/pipeline/limits.ts';
import type { BookFill } from '../../../domain/market/book-fill.ts';
import { type ExitOf, exitLevel } from '../../../domain/market/exit-levels.ts';
import { worstPrice } from '../../../domain/market/perp-rules.ts';
import type { PerpMarket } from '../../../stores/market/perp-markets.ts';
import type { Desk } from '../../desk/desk.ts';
import { keyOf } from '../../keys/keymap.ts';
import type { Values } from '../form-spec.ts';
import { livePosition } from '../position-form-parts.ts';
import { readSlippage } from '../slippage-field.ts';
import { type LeverageSetting, readLeverageSetting, unknownSetting } from './leverage-setting.ts';
import { marginProblem, type OrderRoom, orderRoom } from './margin-room.ts';
import { bookSide, expectedFill } from './market-fill.ts';
import { feeRates } from './perp-account.ts';
import { coinProblem, findMarket } from './perp-market.ts';
import { readNumber } from './read-number.ts';
import { type OrderSize, readOrderSize } from './read-size.ts';
import { exitProblems, gridPrice, type Rounded, tooSmall } from './venue-order.ts';

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
  /** The limit or the mark: values the order, and exits in %, ticks and R start from it. */
  readonly px: Big | null;
  /** Whether it fills at once and pays the taker rate. */
  readonly isTaker: boolean;
  readonly size: OrderSize | null;
  /** How the book would fill a market order; null for a limit order, or without a book. */
  readonly fill: BookFill | null;
  readonly setting: LeverageSetting;
  readonly room: OrderRoom | null;
  readonly tp: Rounded | null;
  readonly sl: Rounded | null;
  readonly problems: Problems;
}

/** Inputs complete enough for an order. */
export type ReadyInputs = PerpInputs & { readonly market: PerpMarket; readonly px: Big; readonly size: OrderSize };

export const isReady = (inputs: PerpInputs): inputs is ReadyInputs =>
  inputs.market !== null && inputs.px !== null && inputs.size !== null && inputs.market.markPx !== null;

type Entry = Pick<
  PerpInputs,
  'market' | 'isBuy' | 'isLimit' | 'reduceOnly' | 'limit' | 'worstPx' | 'slippageBps' | 'px'
>;

/** Passes a value on, and files an error message under the field. */
const takeInto =
  (problems: Problems) =>
  <T>(id: string, read: T | string): T | null => {
    if (typeof read !== 'string') return read;
    problems[id] = read;
    return null;
  };

const noFee = new Big(0);

/** Parses the fields. Each error is filed under the field that can fix it. */
export function readPerpInputs(desk: Desk, values: Values): PerpInputs {
  const problems: Problems = {};
  const entry = readEntry(desk, values, problems);
  const { market, isBuy, isLimit, reduceOnly, worstPx, px } = entry;
  const { tp, sl } = readExits(entry, values, problems);
  const setting = market && !reduceOnly ? readLeverageSetting(desk, market, values, problems) : unknownSetting;
  const isTaker = !isLimit || (market !== null && px !== null && crosses(desk, market, isBuy, px));
  const fees = feeRates(desk);
  const feeRate = (isTaker ? fees?.taker : fees?.maker) ?? null;
  const room = market && px && orderRoom(desk, market, { isBuy, px, feeRate: feeRate ?? noFee }, setting);
  const order = { isBuy, px, worstPx, stop: sl?.value ?? null, room, feeRate };
  const size = market && takeInto(problems)('size', readOrderSize(desk, market, values.size ?? '', order));
  if (market && px && size && !reduceOnly) {
    const problem =
      tooSmall(size.value, lowest(px, worstPx), market.szDecimals, market.coin) ??
      (room && marginProblem(size.value, room, market));
    if (problem) problems.size = problem;
  }
  const fill =
    market && size && worstPx ? expectedFill(desk, market, { isBuy, sz: size.value, limitPx: worstPx }) : null;
  return { ...entry, isTaker, size, fill, setting, room, tp, sl, problems };
}

/** Market, side and the price that the order is valued at. */
function readEntry(desk: Desk, values: Values, problems: Problems): Entry {
  const taken = takeInto(problems);
  const market = findMarket(desk, values.coin ?? '');
  if (!market) problems.coin = coinProblem(desk, values.coin ?? '');
  const { markPx = null, szDecimals = 0, coin = '' } = market ?? {};
  if (market && !markPx) problems.coin = `The price of ${coin} is unavailable right now.`;
  const isBuy = values.side !== 'sell';
  const isLimit = values.type !== 'market';
  const reduceOnly = values.reduceOnly === 'yes';
  if (reduceOnly && market && !reduces(desk, market.coin, isBuy))
    problems.reduceOnly = `No ${coin} position for a ${isBuy ? 'buy' : 'sell'} to reduce: turn reduce-only off with ${keyOf(desk.keymap, 'form.choiceDown')}.`;
  const typed = isLimit ? taken('price', readNumber(values.price ?? '', markPx?.toFixed() ?? '100')) : null;
  const limit = typed && market && taken('price', gridPrice(typed, szDecimals));
  const slippageBps = isLimit ? null : taken('slippage', readSlippage(values.slippage ?? ''));
  const worstPx = markPx && slippageBps !== null ? worstPrice(markPx, isBuy, slippageBps, szDecimals) : null;
  // A worst price of zero would be no limit at all.
  if (worstPx?.lte(0)) problems.slippage = 'The worst price would be zero: enter a lower slippage.';
  const px = isLimit ? (limit?.value ?? null) : markPx;
  return { market, isBuy, isLimit, reduceOnly, limit, worstPx, slippageBps, px };
}

/** The exits on the price grid; null where none is typed, or while it is not on its side of the entry. */
function readExits({ market, isBuy, reduceOnly, px }: Entry, values: Values, problems: Problems) {
  const szDecimals = market?.szDecimals ?? 0;
  const exit = (kind: ExitOf['kind'], stopPx: Big | null): Rounded | null => {
    const text = (values[kind] ?? '').trim();
    if (text === '' || reduceOnly || !px) return null;
    return takeInto(problems)(kind, exitLevel(text, { kind, isBuy, entryPx: px, stopPx, szDecimals }));
  };
  const sl = exit('sl', null);
  const tp = exit('tp', sl?.value ?? null);
  const wrong = px ? exitProblems(isBuy, px, tp, sl) : {};
  Object.assign(problems, wrong);
  return { sl: wrong.sl ? null : sl, tp: wrong.tp ? null : tp };
}

/** Whether a limit reaches the best price of the other side; the mark stands in while the book has not been read. */
function crosses(desk: Desk, market: PerpMarket, isBuy: boolean, px: Big): boolean {
  const best = bookSide(desk, market.coin, isBuy)?.[0]?.price ?? (isBuy ? market.ask : market.bid) ?? market.markPx;
  return best !== null && (isBuy ? px.gte(best) : px.lte(best));
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
