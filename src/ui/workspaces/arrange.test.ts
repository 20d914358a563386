import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PaneId } from '../panes/pane-ids.ts';
import { applied, borderMoved, changeOf, type Direction, swapped } from './arrange.ts';
import { type LayoutNode, type Placed, panesOf, place } from './layout.ts';
import { workspaces } from './workspaces.ts';

const area = { x: 0, y: 1, width: 200, height: 58 };
const layout: LayoutNode = {
  split: 'columns',
  parts: [
    {
      share: 60,
      node: {
        split: 'rows',
        parts: [
          { share: 50, node: 'positions' },
          { share: 50, node: 'orders' },
        ],
      },
    },
    { share: 40, node: { tabs: ['tape', 'chart'] } },
  ],
};
const rectOf = (node: LayoutNode, pane: PaneId) => place(node, area, [])[pane]?.rect;

test('an arrow moves the nearest border that lies across it', () => {
  expect(rectOf(layout, 'positions')).toEqual({ x: 0, y: 1, width: 120, height: 29 });
  expect(rectOf(borderMoved(layout, 'positions', 'right'), 'positions')).toMatchObject({ width: 128, height: 29 });
  expect(rectOf(borderMoved(layout, 'positions', 'down'), 'positions')).toMatchObject({ width: 120, height: 31 });
  // Of the last pane it is the upper or left border that moves.
  expect(rectOf(borderMoved(layout, 'orders', 'down'), 'orders')).toMatchObject({ y: 32, height: 27 });
  expect(rectOf(borderMoved(layout, 'tape', 'left'), 'tape')).toMatchObject({ x: 112, width: 88 });
  expect(borderMoved(layout, 'tape', 'up')).toBe(layout);
});

test('two panes change places, whatever is around them', () => {
  const changed = swapped(layout, 'positions', 'chart');
  expect(panesOf(changed)).toEqual(['chart', 'orders', 'tape', 'positions']);
  expect(rectOf(changed, 'chart')).toEqual(rectOf(layout, 'positions'));
});

test('a change is found again after it was written down, and one that does not fit is passed over', () => {
  const changed = borderMoved(swapped(layout, 'positions', 'tape'), 'orders', 'up');
  const kept = JSON.parse(JSON.stringify(changeOf(changed)));
  expect(applied(layout, kept)).toEqual(changed);
  expect(applied(layout, undefined)).toBe(layout);
  for (const wrong of [
    { ...kept, panes: ['tape', 'orders', 'positions'] },
    { ...kept, panes: ['tape', 'orders', 'positions', 'balances'] },
    { ...kept, shares: [1] },
    { ...kept, shares: kept.shares.map(() => 0) },
    { ...kept, shares: kept.shares.map(() => Number.POSITIVE_INFINITY) },
  ])
    expect(applied(layout, wrong)).toBe(layout);
});

const direction = fc.constantFrom<Direction>('left', 'right', 'up', 'down');
const move = fc.record({ at: fc.nat(20), to: fc.nat(20), direction, isSwap: fc.boolean() });

test('no series of moves loses a pane, a cell or the way back to the file', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...workspaces.flatMap(({ layouts }) => Object.values(layouts))),
      fc.array(move, { maxLength: 60 }),
      (start, moves) => {
        const panes = panesOf(start);
        const end = moves.reduce((node, { at, to, direction: way, isSwap }) => {
          const [a, b] = [panes[at % panes.length] as PaneId, panes[to % panes.length] as PaneId];
          return isSwap ? swapped(node, a, b) : borderMoved(node, a, way);
        }, start);
        expect([...panesOf(end)].sort()).toEqual([...panes].sort());
        expect(applied(start, JSON.parse(JSON.stringify(changeOf(end))))).toEqual(end);
        expect(cells(place(end, area, []))).toBe(area.width * area.height);
      },
    ),
  );
});

const cells = (placed: Placed): number =>
  Object.values(placed).reduce((sum, { rect }) => sum + rect.width * rect.height, 0);
