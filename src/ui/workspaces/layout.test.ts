import { expect, test } from 'vitest';
import { type PaneId, paneIds } from '../panes/pane-ids.ts';
import { isTooSmall, type LayoutNode, paneArea, panesOf, place, type Rect, type Size, sizeClass } from './layout.ts';
import { layoutOf, panesIn, workspaces } from './workspaces.ts';

const sizes = function* (): Generator<Size> {
  for (let columns = 60; columns <= 300; columns += columns % 20 === 0 ? 1 : 3)
    for (let rows = 16; rows <= 100; rows++) yield { columns, rows };
};

/** What is wrong with the places of a layout; null for nothing. */
function fault(layout: LayoutNode, size: Size, recent: readonly PaneId[]): string | null {
  const area = paneArea(size);
  const rects = Object.values(place(layout, area, recent)).map(({ rect }) => rect);
  for (const [index, rect] of rects.entries()) {
    if (!isInside(rect, area)) return 'outside';
    if (rect.width < 24 || rect.height < 4) return `too small: ${JSON.stringify(rect)}`;
    if (rects.slice(index + 1).some((other) => overlaps(rect, other))) return 'overlap';
  }
  return rects.reduce((sum, { width, height }) => sum + width * height, 0) === area.width * area.height ? null : 'gap';
}

const isInside = (a: Rect, b: Rect): boolean =>
  a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;
const overlaps = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test.each(workspaces)(
  '$title covers the area between header and footer, with no overlap, whichever pane was used last',
  ({ layouts }) => {
    for (const size of sizes()) {
      const layout = layouts[sizeClass(size)];
      for (const pane of panesOf(layout)) {
        const found = fault(layout, size, [pane]);
        if (found) expect.fail(`${size.columns}×${size.rows}, ${pane}: ${found}`);
        if (!place(layout, paneArea(size), [pane])[pane]) expect.fail(`${pane} was used last and is not seen`);
      }
    }
  },
);

const classes = ['compact', 'medium', 'large'] as const;

test.each(workspaces)('$title has the same panes at every size, each once, the same one first', ({ id }) => {
  for (const size of classes) {
    const panes = panesOf(layoutOf(id, size));
    expect([...panes].sort()).toEqual([...new Set(panesIn(id))].sort());
    expect(panes[0]).toBe(panesIn(id)[0]);
  }
});

test('every pane has a workspace, and the largest layouts hide none', () => {
  expect(paneIds.filter((pane) => !workspaces.some(({ id }) => panesIn(id).includes(pane)))).toEqual([]);
  for (const { layouts } of workspaces)
    expect(Object.keys(place(layouts.large, paneArea({ columns: 200, rows: 60 }), []))).toHaveLength(
      panesOf(layouts.large).length,
    );
});

test('sizes fall into three classes', () => {
  expect(sizeClass({ columns: 80, rows: 24 })).toBe('compact');
  expect(sizeClass({ columns: 116, rows: 27 })).toBe('compact');
  expect(sizeClass({ columns: 116, rows: 28 })).toBe('medium');
  expect(sizeClass({ columns: 200, rows: 44 })).toBe('medium');
  expect(sizeClass({ columns: 180, rows: 45 })).toBe('large');
});

test.each([
  [59, 16, true],
  [60, 15, true],
  [60, 16, false],
])('%i×%i is too small: %s', (columns, rows, expected) => expect(isTooSmall({ columns, rows })).toBe(expected));

const tabs: LayoutNode = { tabs: ['tape', 'chart', { split: 'rows', parts: [{ share: 1, node: 'orders' }] }] };
const area: Rect = { x: 0, y: 1, width: 80, height: 22 };

test('of panes at one place the one used last is seen, else the first, with the names of the single ones', () => {
  expect(place(tabs, area, [])).toEqual({ tape: { rect: area, tabs: ['tape', 'chart'] } });
  expect(place(tabs, area, ['positions', 'chart', 'tape'])).toEqual({ chart: { rect: area, tabs: ['tape', 'chart'] } });
  expect(place(tabs, area, ['orders', 'chart'])).toEqual({ orders: { rect: area, tabs: [] } });
});

test('a part too small for a pane takes cells from the one with most to spare', () => {
  const layout: LayoutNode = {
    split: 'rows',
    parts: [
      { share: 90, node: 'positions' },
      { share: 5, node: 'orders' },
      { share: 5, node: 'balances' },
    ],
  };
  const heights = Object.values(place(layout, area, [])).map(({ rect }) => rect.height);
  expect(heights).toEqual([14, 4, 4]);
});
