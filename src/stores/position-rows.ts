import { cleanText, textLimits } from '../domain/clean-text.ts';
import { type Position, toPosition } from '../domain/position.ts';
import { isUnreadable, readable } from '../protocol/schema.ts';
import type { DeskData, DeskQueries } from './desk-data.ts';

export interface PositionRow {
  readonly key: string;
  readonly coin: string;
  /** null when the row could not be read; `problem` then says why. */
  readonly position: Position | null;
  readonly problem: string | null;
  readonly szDecimals: number;
  readonly maxLeverage: number | null;
}

interface Cached {
  readonly positions: DeskQueries['positions'] | undefined;
  readonly markets: DeskQueries['markets'] | undefined;
  readonly rows: readonly PositionRow[];
}

const lastRows = new WeakMap<DeskData, Cached>();

/** The open positions with their markets' rules and marks; made again only when one of the two reads has changed. */
export function positionRows(data: DeskData): readonly PositionRow[] {
  const positions = data.read('positions').data;
  const markets = data.read('markets').data;
  const last = lastRows.get(data);
  if (last && last.positions === positions && last.markets === markets) return last.rows;
  const rows = toRows(positions, markets);
  lastRows.set(data, { positions, markets, rows });
  return rows;
}

function toRows(positions: Cached['positions'], markets: Cached['markets']): PositionRow[] {
  const byName = new Map(readable(markets ?? []).map((market) => [market.meta.name, market]));
  return (positions?.positions ?? []).map((wire, index): PositionRow => {
    if (isUnreadable(wire)) return unreadableRow(index, wire.unreadable);
    const market = byName.get(wire.coin);
    const coin = cleanText(wire.coin, textLimits.symbol);
    const maxLeverage = market?.meta.maxLeverage ?? null;
    try {
      const position = toPosition({ ...wire, coin }, market?.ctx.markPx ?? null, maxLeverage);
      return {
        key: wire.coin,
        coin,
        position,
        problem: null,
        maxLeverage,
        szDecimals: market?.meta.szDecimals ?? decimalsOf(wire.szi),
      };
    } catch (error) {
      return unreadableRow(index, error instanceof Error ? error.message : String(error));
    }
  });
}

const unreadableRow = (index: number, problem: string): PositionRow => ({
  key: `unreadable-${index}`,
  coin: '?',
  position: null,
  problem,
  szDecimals: 0,
  maxLeverage: null,
});

/** Without the market's rules, the size itself tells how finely it must be shown. */
const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;
