import type Big from 'big.js';
import { type Candle, type CandleInterval, intervalMs, withoutHoles } from '../../../domain/candles.ts';
import { readDecimal } from '../../../domain/decimal.ts';
import { shortAddress } from '../../../domain/format.ts';
import { tokenId as idOf, parseTokenId } from '../../../domain/token.ts';
import type { WantedCandles } from '../../../stores/candles.ts';
import type { Reading } from '../../../stores/desk-data.ts';
import type { OrderRow } from '../../../stores/order-rows.ts';
import type { Desk } from '../../desk.ts';

/** More than the widest terminal has columns for. */
const mostCandles = 400;

export interface ChartView {
  readonly tokenId: string;
  readonly symbol: string;
  readonly interval: CandleInterval;
  readonly reading: Reading<unknown>;
  /** Oldest first, without a hole. The same array until a candle changes. */
  readonly candles: readonly Candle[];
}

/** What the chart shows: the token on the tape, the last one that was, or the first that could be. */
export function chartWants(desk: Desk): WantedCandles | null {
  const { tape, chart } = desk.ui.getState();
  const tokenId = tape.tokenId ?? chart.tokenId ?? desk.tapeTokens[0] ?? null;
  return tokenId === null ? null : { tokenId, interval: chart.interval };
}

const whole = new WeakMap<readonly Candle[], readonly Candle[]>();

/** The chart's candles as they stand; null where there is no token to show. */
export function chartView(desk: Desk): ChartView | null {
  const wanted = chartWants(desk);
  if (!wanted) return null;
  const { tokenId, interval } = wanted;
  const { reading, candles } = desk.candles.read(wanted);
  const filled = whole.get(candles) ?? withoutHoles(candles, intervalMs(interval), mostCandles);
  whole.set(candles, filled);
  const symbol = desk.data.token(tokenId)?.symbol || shortAddress(parseTokenId(tokenId)?.address ?? tokenId);
  return { tokenId, symbol, interval, reading, candles: filled };
}

/** Index of the candle that the crosshair stands on; null without one. */
export function pointedIndex(candles: readonly Candle[], crosshairMs: number | null): number | null {
  if (crosshairMs === null || candles.length === 0) return null;
  return Math.max(
    0,
    candles.findLastIndex(({ startMs }) => startMs <= crosshairMs),
  );
}

/** A price at which an own open order fires. */
export interface OrderLevel {
  readonly price: Big;
  readonly mark: 'B' | 'S';
}

/** The open orders that watch the token's price. */
export function orderLevels(rows: readonly OrderRow[], tokenId: string): OrderLevel[] {
  return rows.flatMap(({ order, chain, sentence, isOpen }): OrderLevel[] => {
    if (!isOpen || !chain || !sentence || order?.trigger?.metric !== 'price_usd') return [];
    const price = readDecimal(order.trigger.value);
    if (!price?.gt(0) || idOf({ chain, address: sentence.tokenAddress }) !== tokenId) return [];
    return [{ price, mark: sentence.verb === 'BUY' ? 'B' : 'S' }];
  });
}
