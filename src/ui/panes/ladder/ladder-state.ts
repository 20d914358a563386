import type Big from 'big.js';
import {
  groupsAt,
  movedRow,
  type PriceGrid,
  rowAtOrBelow,
  rowStep,
  rowsFrom,
} from '../../../domain/market/price-grid.ts';
import { clamp } from '../../../domain/numbers/clamp.ts';

/** The ladder of one market. Its prices stay where they are until a key moves them. */
export interface LadderView {
  readonly grid: PriceGrid;
  /** The row in the middle of the pane. */
  readonly centre: Big;
  /** The row that orders are placed at. */
  readonly cursor: Big;
  /** Size of an order in coins, as decimal text; null until one is set. */
  readonly size: string | null;
}

export interface LadderState {
  /** By the service's name of the market; kept for the session. */
  readonly views: ReadonlyMap<string, LadderView>;
  /** The market that orders may be placed in; monotonic, ms. null: disarmed. */
  readonly armed: { readonly coin: string; readonly usedAtMs: number } | null;
  /** When a key last changed what an order would be; monotonic, ms. */
  readonly changedAtMs: number;
}

/** A key press: when, and in which market. */
interface At {
  readonly coin: string;
  readonly atMs: number;
}

export type LadderEvent = At &
  (
    | { readonly type: 'centre'; readonly price: Big; readonly szDecimals: number }
    /** `rows`: how many rows are visible. A positive step is downwards, as in a table; infinite: to the edge. */
    | { readonly type: 'walk'; readonly step: number; readonly rows: number }
    | { readonly type: 'point'; readonly price: Big }
    | { readonly type: 'regroup'; readonly step: 1 | -1 }
    | { readonly type: 'size'; readonly size: string }
    | { readonly type: 'arm' }
  );

/** Who comes back to the desk after a while must not find the ladder armed, ms. */
export const armedIdleMs = 600_000;

export const startLadder: LadderState = { views: new Map(), armed: null, changedAtMs: 0 };

export const isArmed = ({ armed }: LadderState, coin: string | null, nowMs: number): boolean =>
  armed !== null && armed.coin === coin && nowMs - armed.usedAtMs < armedIdleMs;

export function ladderReducer(state: LadderState, event: LadderEvent): LadderState {
  const { coin, atMs } = event;
  const armed = event.type === 'arm' || isArmed(state, coin, atMs) ? { coin, usedAtMs: atMs } : null;
  const view = changed(state.views.get(coin) ?? null, event);
  const views = view ? new Map([...state.views, [coin, view]]) : state.views;
  return { views, armed, changedAtMs: atMs };
}

function changed(view: LadderView | null, event: LadderEvent): LadderView | null {
  if (event.type === 'centre') return centred(view, event.price, event.szDecimals);
  if (!view) return null;
  switch (event.type) {
    case 'walk':
      return walked(view, event.step, event.rows);
    case 'point':
      return { ...view, cursor: rowAtOrBelow(event.price, view.grid) };
    case 'regroup':
      return regrouped(view, event.step);
    case 'size':
      return { ...view, size: event.size };
    case 'arm':
      return view;
  }
}

function centred(view: LadderView | null, price: Big, szDecimals: number): LadderView {
  const grid = { szDecimals, group: view?.grid.group ?? usualGroup(price, szDecimals) };
  const row = rowAtOrBelow(price, grid);
  return { grid, centre: row, cursor: row, size: view?.size ?? null };
}

/** Rows at least a basis point apart: close enough for the spread, wide enough for the book to fill the pane. */
function usualGroup(price: Big, szDecimals: number): number {
  const fitting = groupsAt(price, szDecimals);
  const wide = fitting.find((group) => rowStep(price, { szDecimals, group }).times(10_000).gte(price));
  return wide ?? fitting.at(-1) ?? 1;
}

/** The rows stay where they are unless the cursor leaves them. */
function walked(view: LadderView, step: number, rows: number): LadderView {
  const shown = visiblePrices(view, rows);
  const edge = step < 0 ? shown[0] : shown.at(-1);
  const cursor = Number.isFinite(step) ? movedRow(view.cursor, -step, view.grid) : (edge ?? view.cursor);
  const top = visiblePrices({ ...view, cursor }, rows)[0] ?? cursor;
  return { ...view, cursor, centre: movedRow(top, -(rows >> 1), view.grid) };
}

function regrouped(view: LadderView, step: 1 | -1): LadderView {
  const { szDecimals, group } = view.grid;
  const fitting = groupsAt(view.centre, szDecimals);
  const index = clamp(fitting.indexOf(group) + step, 0, fitting.length - 1);
  const grid = { szDecimals, group: fitting[index] ?? group };
  return { ...view, grid, centre: rowAtOrBelow(view.centre, grid), cursor: rowAtOrBelow(view.cursor, grid) };
}

/** The prices of `count` rows, highest first. The cursor is always among them, also after a resize. */
export function visiblePrices({ grid, centre, cursor }: LadderView, count: number): Big[] {
  const rows = rowsFrom(movedRow(centre, count >> 1, grid), count, grid);
  const [highest, lowest] = [rows[0], rows.at(-1)];
  if (highest && cursor.gt(highest)) return rowsFrom(cursor, count, grid);
  if (lowest && cursor.lt(lowest)) return rowsFrom(movedRow(cursor, count - 1, grid), count, grid);
  return rows;
}
