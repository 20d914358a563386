export type PaneId = 'positions' | 'orders' | 'balances' | 'tape' | 'streams' | 'activity';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DeskLayout {
  /** Below the smallest useful size: a notice instead of panes, and no trading keys. */
  readonly tooSmall: boolean;
  readonly panes: Readonly<Partial<Record<PaneId, Rect>>>;
}

export const smallest = { columns: 60, rows: 16 };

/** Panes by their number keys, 1 first. */
export const paneOrder: readonly PaneId[] = ['positions', 'orders', 'balances', 'tape', 'streams', 'activity'];

/** Streams and activity have no place beside the others: they take the whole area. */
export const fillsScreen = (pane: PaneId): boolean => pane === 'streams' || pane === 'activity';

/** The pane that has the area to itself; null while they share it. */
export const aloneOnScreen = (focus: PaneId, zoomed: PaneId | null): PaneId | null =>
  fillsScreen(focus) ? focus : zoomed;

/** Header and footer take one row each; the panes share the rest. */
export function layoutDesk(columns: number, rows: number, alone: PaneId | null): DeskLayout {
  if (columns < smallest.columns || rows < smallest.rows) return { tooSmall: true, panes: {} };
  const area: Rect = { x: 0, y: 1, width: columns, height: rows - 2 };
  if (alone) return { tooSmall: false, panes: { [alone]: area } };
  return {
    tooSmall: false,
    panes: columns >= 116 ? twoColumns(area) : compact(area),
  };
}

/** From 116 columns: the three tables under each other, the tape beside them, no wider than it can use. */
function twoColumns(area: Rect): DeskLayout['panes'] {
  const right = Math.min(66, Math.max(42, Math.round(area.width * 0.35)));
  return { ...stacked({ ...area, width: area.width - right }), tape: { ...area, x: area.width - right, width: right } };
}

/** Narrow: positions and orders over the full width, balances and tape side by side below. */
function compact(area: Rect): DeskLayout['panes'] {
  const [first, second] = shares(area.height, [0.34, 0.34]);
  const below = area.height - first - second;
  const half = Math.floor(area.width * 0.475);
  return {
    positions: { ...area, height: first },
    orders: { ...area, y: area.y + first, height: second },
    balances: { ...area, y: area.y + first + second, width: half, height: below },
    tape: { x: half, y: area.y + first + second, width: area.width - half, height: below },
  };
}

function stacked(area: Rect): DeskLayout['panes'] {
  const [first, second] = shares(area.height, [0.36, 0.3]);
  return {
    positions: { ...area, height: first },
    orders: { ...area, y: area.y + first, height: second },
    balances: { ...area, y: area.y + first + second, height: area.height - first - second },
  };
}

const shares = (total: number, parts: [number, number]): [number, number] => [
  Math.round(total * parts[0]),
  Math.round(total * parts[1]),
];
