import type { PaneId } from '../panes/pane-ids.ts';
export const workspaceIds = ['desk', 'perps', 'portfolio', 'signals', 'account', 'activity'] as const;

export type WorkspaceId = (typeof workspaceIds)[number];

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

/** Part of a split with its relative share. */
export interface Part {
  readonly share: number;
  readonly node: LayoutNode;
}

/** A pane, a split into rows or columns, or tabs of which one is visible. */
export type LayoutNode =
  | PaneId
  | { readonly split: 'rows' | 'columns'; readonly parts: readonly Part[] }
  | { readonly tabs: readonly LayoutNode[] };

/** A visible pane. */
interface PlacedPane {
  readonly rect: Rect;
  /** Panes sharing this place as tabs, including this one; empty if it is alone. */
  readonly tabs: readonly PaneId[];
}

export type Placed = Readonly<Partial<Record<PaneId, PlacedPane>>>;

export type SizeClass = 'compact' | 'medium' | 'large';

export const smallest: Size = { columns: 60, rows: 16 };

/** Too small to be readable, so trading keys are disabled. */
export const isTooSmall = ({ columns, rows }: Size): boolean => columns < smallest.columns || rows < smallest.rows;

export function sizeClass({ columns, rows }: Size): SizeClass {
  if (columns >= 180 && rows >= 45) return 'large';
  return columns >= 116 && rows >= 28 ? 'medium' : 'compact';
}

/** Header and footer take one row each; the panes share the rest. */
export const paneArea = ({ columns, rows }: Size): Rect => ({ x: 0, y: 1, width: columns, height: rows - 2 });

/** All panes of a layout in reading order, including hidden tabs. */
export function panesOf(node: LayoutNode): PaneId[] {
  if (typeof node === 'string') return [node];
  return 'tabs' in node ? node.tabs.flatMap(panesOf) : node.parts.flatMap((part) => panesOf(part.node));
}

/** Rectangles of the visible panes. Of several tabs, the most recently used is visible. */
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

/** Minimum size of a layout. */
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

/** Divides cells by share. A part below its minimum takes the missing cells from the part with the most to spare. */
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
