/** All panes; those with a number key of their own first, in its order. */
export const paneOrder = [
  ...(['positions', 'orders', 'balances', 'tape', 'streams', 'activity'] as const),
  ...(['chart', 'perpOrders', 'portfolio', 'signals', 'account'] as const),
  'book',
  ...(['markets', 'fills', 'funding'] as const),
  ...(['holdings', 'trades', 'sources', 'context', 'key', 'notices'] as const),
] as const;

export type PaneId = (typeof paneOrder)[number];

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Part of a split, with the share of it that it takes; shares of a split need not add up to anything. */
export interface Part {
  readonly share: number;
  readonly node: LayoutNode;
}

/** How panes share an area: one pane, parts beside or under each other, or several of which one is seen at a time. */
export type LayoutNode =
  | PaneId
  | { readonly split: 'rows' | 'columns'; readonly parts: readonly Part[] }
  | { readonly tabs: readonly LayoutNode[] };

/** A pane that is seen. */
interface PlacedPane {
  readonly rect: Rect;
  /** Panes that have the same place, this one among them; empty where it has a place of its own. */
  readonly tabs: readonly PaneId[];
}

export type Placed = Readonly<Partial<Record<PaneId, PlacedPane>>>;

export type SizeClass = 'compact' | 'medium' | 'large';

export const smallest: Size = { columns: 60, rows: 16 };

/** Below this nothing can be read: no trading keys there. */
export const isTooSmall = ({ columns, rows }: Size): boolean => columns < smallest.columns || rows < smallest.rows;

export function sizeClass({ columns, rows }: Size): SizeClass {
  if (columns >= 180 && rows >= 45) return 'large';
  return columns >= 116 && rows >= 28 ? 'medium' : 'compact';
}

/** Header and footer take one row each; the panes share the rest. */
export const paneArea = ({ columns, rows }: Size): Rect => ({ x: 0, y: 1, width: columns, height: rows - 2 });

/** Panes of a layout in reading order, those behind others too. */
export function panesOf(node: LayoutNode): PaneId[] {
  if (typeof node === 'string') return [node];
  return 'tabs' in node ? node.tabs.flatMap(panesOf) : node.parts.flatMap((part) => panesOf(part.node));
}

/** Gives every pane that is seen its place. Of those that share one, the pane used last is seen. */
export function place(node: LayoutNode, area: Rect, recent: readonly PaneId[]): Placed {
  if (typeof node === 'string') return { [node]: { rect: area, tabs: [] } };
  if ('tabs' in node) return placeTab(node.tabs, area, recent);
  const isRows = node.split === 'rows';
  const sizes = divide(
    isRows ? area.height : area.width,
    node.parts.map(({ share }) => share),
    node.parts.map((part) => leastOf(part.node)[isRows ? 'height' : 'width']),
  );
  const placed: Partial<Record<PaneId, PlacedPane>> = {};
  let at = isRows ? area.y : area.x;
  for (const [index, part] of node.parts.entries()) {
    const size = sizes[index] ?? 0;
    Object.assign(
      placed,
      place(part.node, isRows ? { ...area, y: at, height: size } : { ...area, x: at, width: size }, recent),
    );
    at += size;
  }
  return placed;
}

function placeTab(tabs: readonly LayoutNode[], area: Rect, recent: readonly PaneId[]): Placed {
  const rank = (node: LayoutNode): number =>
    Math.min(...panesOf(node).map((pane) => (recent.includes(pane) ? recent.indexOf(pane) : recent.length)));
  const front = tabs.reduce((best, node) => (rank(node) < rank(best) ? node : best));
  const placed = place(front, area, recent);
  const panes = tabs.filter((node): node is PaneId => typeof node === 'string');
  if (typeof front !== 'string' || panes.length < 2) return placed;
  return { [front]: { rect: area, tabs: panes } };
}

const leastPane = { width: 24, height: 4 };

/** The least that a layout can be drawn in. */
function leastOf(node: LayoutNode): { readonly width: number; readonly height: number } {
  if (typeof node === 'string') return leastPane;
  const parts = ('tabs' in node ? node.tabs : node.parts.map((part) => part.node)).map(leastOf);
  const most = (of: 'width' | 'height'): number => Math.max(...parts.map((part) => part[of]));
  const sum = (of: 'width' | 'height'): number => parts.reduce((total, part) => total + part[of], 0);
  if ('tabs' in node) return { width: most('width'), height: most('height') };
  return node.split === 'rows'
    ? { width: most('width'), height: sum('height') }
    : { width: sum('width'), height: most('height') };
}

/** Whole cells by share; a part that would fall below its least takes what it lacks from the one with most to spare. */
function divide(total: number, shares: readonly number[], least: readonly number[]): number[] {
  const sum = shares.reduce((a, b) => a + b, 0);
  let before = 0;
  let taken = 0;
  const sizes = shares.map((share) => {
    before += share;
    const until = Math.round((total * before) / sum);
    const size = until - taken;
    taken = until;
    return size;
  });
  const spare = (index: number): number => (sizes[index] ?? 0) - (least[index] ?? 0);
  for (const index of sizes.keys())
    while (spare(index) < 0) {
      const richest = [...sizes.keys()].reduce((best, at) => (spare(at) > spare(best) ? at : best));
      if (spare(richest) <= 0) return sizes;
      sizes[richest] = (sizes[richest] ?? 0) - 1;
      sizes[index] = (sizes[index] ?? 0) + 1;
    }
  return sizes;
}
