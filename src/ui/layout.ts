export type PaneId =
  | 'positions'
  | 'orders'
  | 'balances'
  | 'tape'
  | 'streams'
  | 'activity'
  | 'chart'
  | 'perpOrders'
  | 'portfolio'
  | 'signals'
  | 'account';

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

/** Panes by their number keys, 1 first, 0 last. */
export const paneOrder: readonly PaneId[] = [
  ...(['positions', 'orders', 'balances', 'tape'] as const),
  ...(['streams', 'activity', 'chart'] as const),
  'perpOrders',
  'portfolio',
  'signals',
  // Its key is no number: -.
  'account',
];

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Whether the chart has a place beside the others. */
const hasRoomForChart = ({ columns, rows }: Size): boolean => columns >= 116 && rows >= 28;

/** Streams, activity and portfolio have no place beside the others, the chart only where there is room: they take the whole area. */
export const fillsScreen = (pane: PaneId, size?: Size): boolean =>
  pane === 'account' ||
  pane === 'streams' ||
  pane === 'activity' ||
  pane === 'perpOrders' ||
  pane === 'portfolio' ||
  pane === 'signals' ||
  (pane === 'chart' && size !== undefined && !hasRoomForChart(size));

/** The pane that has the area to itself; null while they share it. */
export const aloneOnScreen = (focus: PaneId, zoomed: PaneId | null, size?: Size): PaneId | null =>
  fillsScreen(focus, size) ? focus : zoomed;

/** Header and footer take one row each; the panes share the rest. */
export function layoutDesk(columns: number, rows: number, alone: PaneId | null): DeskLayout {
  if (columns < smallest.columns || rows < smallest.rows) return { tooSmall: true, panes: {} };
  const area: Rect = { x: 0, y: 1, width: columns, height: rows - 2 };
  if (alone) return { tooSmall: false, panes: { [alone]: area } };
  return {
    tooSmall: false,
    panes: columns >= 180 ? threeColumns(area) : columns >= 116 ? twoColumns(area) : compact(area),
  };
}

/** From 116 columns: the three tables under each other, beside them the tape with the chart below it. */
function twoColumns(area: Rect): DeskLayout['panes'] {
  const width = Math.min(66, Math.max(42, Math.round(area.width * 0.35)));
  const right: Rect = { ...area, x: area.width - width, width };
  const tables = stacked({ ...area, width: area.width - width });
  if (!hasRoomForChart({ columns: area.width, rows: area.height + 2 })) return { ...tables, tape: right };
  const height = Math.round(area.height * 0.47);
  return {
    ...tables,
    tape: { ...right, height: area.height - height },
    chart: { ...right, y: area.y + area.height - height, height },
  };
}

/** From 180 columns the chart has a column of its own, between the tables and a tape no wider than it can use. */
function threeColumns(area: Rect): DeskLayout['panes'] {
  if (!hasRoomForChart({ columns: area.width, rows: area.height + 2 })) return twoColumns(area);
  const tape = Math.min(58, Math.round(area.width * 0.24));
  const tables = Math.min(110, Math.round(area.width * 0.42));
  const chart = area.width - tables - tape;
  return {
    ...stacked({ ...area, width: tables }),
    chart: { ...area, x: tables, width: chart },
    tape: { ...area, x: tables + chart, width: tape },
  };
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
