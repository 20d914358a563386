import { type Position, toPosition } from '../../domain/market/position.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { DeskData } from '../desk-data.ts';
import { markOf } from '../market/marks.ts';
import { marketsByName, sizeDecimals } from '../market/perp-markets.ts';

export interface PositionRow {
  readonly key: string;
  readonly coin: string;
  /** null when the row could not be read; `problem` then says why. */
  readonly position: Position | null;
  readonly problem: string | null;
  /** The item of the response that the row was built from. */
  readonly source?: object;
  readonly szDecimals: number;
  readonly maxLeverage: number | null;
}

/** The open positions with their markets' rules and marks. */
export const positionRows = (data: DeskData): readonly PositionRow[] => data.derive(toRows);

function toRows(data: DeskData): PositionRow[] {
  const markets = marketsByName(data);
  return (data.read('positions').data?.positions ?? []).map((wire, index): PositionRow => {
    if (isUnreadable(wire)) return unreadableRow(index, wire, wire.unreadable);
    const market = markets.get(wire.coin);
    const coin = cleanText(wire.coin, textLimits.symbol);
    const maxLeverage = market?.meta.maxLeverage ?? null;
    try {
      const position = toPosition({ ...wire, coin }, markOf(data, wire.coin), maxLeverage);
      return {
        key: wire.coin,
        coin,
        position,
        problem: null,
        source: wire,
        maxLeverage,
        szDecimals: sizeDecimals(market, wire.szi),
      };
    } catch (error) {
      return unreadableRow(index, wire, error instanceof Error ? error.message : String(error));
    }
  });
}

const unreadableRow = (index: number, source: object, problem: string): PositionRow => ({
  key: `unreadable-${index}`,
  coin: '?',
  position: null,
  problem,
  source,
  szDecimals: 0,
  maxLeverage: null,
});
