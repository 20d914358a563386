import type { PaneId } from '../panes/pane-ids.ts';
import { type LayoutNode, panesOf } from './layout.ts';

/** User changes to a layout. */
export interface LayoutChange {
  /** The panes in reading order. */
  readonly panes: readonly PaneId[];
  /** Shares of the splits in reading order, outer splits first. */
  readonly shares: readonly number[];
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** Applies a saved change; one that no longer fits the layout, as after an upgrade, is ignored. */
export function applied(layout: LayoutNode, change: LayoutChange | undefined): LayoutNode {
  return change && fits(layout, change) ? rebuilt(layout, [...change.panes], [...change.shares]) : layout;
}

function fits(layout: LayoutNode, { panes, shares }: LayoutChange): boolean {
  const same = [...panes].sort().join() === panesOf(layout).sort().join();
  return same && shares.length === sharesOf(layout).length && shares.every((share) => share >= 1 && share <= 1_000);
}

const sharesOf = (node: LayoutNode): number[] => {
  if (typeof node === 'string') return [];
  if ('tabs' in node) return node.tabs.flatMap(sharesOf);
  return [...node.parts.map(({ share }) => share), ...node.parts.flatMap((part) => sharesOf(part.node))];
};

/** Rebuilds the layout, consuming panes and shares in reading order. */
function rebuilt(node: LayoutNode, panes: PaneId[], shares: number[]): LayoutNode {
  if (typeof node === 'string') return panes.shift() ?? node;
  if ('tabs' in node) return { tabs: node.tabs.map((tab) => rebuilt(tab, panes, shares)) };
  const own = shares.splice(0, node.parts.length);
  return {
    split: node.split,
    parts: node.parts.map((part, index) => ({
      share: own[index] ?? part.share,
      node: rebuilt(part.node, panes, shares),
    })),
  };
}

export const changeOf = (layout: LayoutNode): LayoutChange => ({ panes: panesOf(layout), shares: sharesOf(layout) });

/** The layout with two panes swapped. */
export function swapped(layout: LayoutNode, a: PaneId, b: PaneId): LayoutNode {
  const panes = panesOf(layout).map((pane) => (pane === a ? b : pane === b ? a : pane));
  return rebuilt(layout, panes, sharesOf(layout));
}

const step = 0.04;
const leastShare = 0.1;

/**
 * Moves a pane's border one step: its right or lower border along the axis of the direction, or the opposite border if the
 * pane is the last one. Returns the same layout if there is no such border or no room.
 */
export function borderMoved(layout: LayoutNode, pane: PaneId, direction: Direction): LayoutNode {
  return moved(layout, pane, direction) ?? layout;
}

/** Moves the border in the innermost matching split; null if there is none. */
function moved(node: LayoutNode, pane: PaneId, direction: Direction): LayoutNode | null {
  if (typeof node === 'string' || !panesOf(node).includes(pane)) return null;
  if ('tabs' in node) {
    const inner = node.tabs.map((tab) => moved(tab, pane, direction));
    return inner.every((tab) => tab === null) ? null : { tabs: node.tabs.map((tab, index) => inner[index] ?? tab) };
  }
  const at = node.parts.findIndex((part) => panesOf(part.node).includes(pane));
  const part = node.parts[at];
  const inner = part ? moved(part.node, pane, direction) : null;
  if (part && inner) return { ...node, parts: node.parts.with(at, { ...part, node: inner }) };
  const isAlong = (direction === 'left' || direction === 'right') === (node.split === 'columns');
  if (!isAlong || node.parts.length < 2) return null;
  const first = at === node.parts.length - 1 ? at - 1 : at;
  const grown = shifted(node.parts[first]?.share ?? 0, node.parts[first + 1]?.share ?? 0, {
    sum: node.parts.reduce((total, { share }) => total + share, 0),
    isForward: direction === 'right' || direction === 'down',
  });
  return {
    ...node,
    parts: node.parts.map((old, index) =>
      index === first ? { ...old, share: grown[0] } : index === first + 1 ? { ...old, share: grown[1] } : old,
    ),
  };
}

/** Two adjacent shares with their border moved by one step, each keeping its minimum. */
function shifted(a: number, b: number, { sum, isForward }: { sum: number; isForward: boolean }): [number, number] {
  const least = Math.min(a, b, sum * leastShare);
  const by = isForward ? Math.min(sum * step, b - least) : -Math.min(sum * step, a - least);
  return [a + by, b - by];
}
