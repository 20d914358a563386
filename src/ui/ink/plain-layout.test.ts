import fc from 'fast-check';
import { expect, test } from 'vitest';
import Yoga from 'yoga-layout';
import { cases } from '../../../test/run/cases.ts';
import plain, { constants } from './plain-layout.ts';

/* The layout that takes the place of Yoga, against Yoga itself: the trees that Ink makes of the desk's screen. */

interface Surface {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Screen {
  readonly columns: number;
  readonly rows: number;
  readonly surfaces: readonly Surface[];
  /** The notice that a terminal is too small stands in no box. */
  readonly isBoxed: boolean;
}

type Layout = typeof plain;
type Node = ReturnType<Layout['Node']['create']>;

/** What Ink sets on a box of its own accord. */
function createBox(layout: Layout): Node {
  const box = layout.Node.create();
  box.setFlexWrap(Yoga.WRAP_NO_WRAP);
  box.setFlexDirection(Yoga.FLEX_DIRECTION_ROW);
  box.setFlexGrow(0);
  box.setFlexShrink(1);
  return box;
}

function createSurface(layout: Layout, { x, y, width, height }: Surface): [Node, Node] {
  const box = createBox(layout);
  box.setPositionType(constants.POSITION_TYPE_ABSOLUTE);
  box.setMargin(constants.EDGE_START, x);
  box.setMargin(constants.EDGE_TOP, y);
  const text = layout.Node.create();
  text.setMeasureFunc(() => ({ width, height }));
  box.insertChild(text, 0);
  return [box, text];
}

function laidOut(layout: Layout, { columns, rows, surfaces, isBoxed }: Screen): number[][] {
  const root = layout.Node.create();
  root.setWidth(columns);
  const screen = isBoxed ? createBox(layout) : root;
  if (isBoxed) {
    screen.setWidth(columns);
    screen.setHeight(rows);
    root.insertChild(screen, 0);
  }
  const nodes = surfaces.map((surface) => createSurface(layout, surface));
  // The last is put in its place first, as React may.
  for (const [box] of nodes.toReversed()) screen.insertChild(box, 0);
  root.calculateLayout(undefined, undefined, constants.DIRECTION_LTR);
  const first = nodes[0]?.[0];
  if (first) screen.removeChild(first);
  root.calculateLayout(undefined, undefined, constants.DIRECTION_LTR);
  expect(screen.getChildCount()).toBe(Math.max(0, nodes.length - 1));
  return [root, screen, ...nodes.slice(1).flat()].map((node) => [
    node.getComputedLeft(),
    node.getComputedTop(),
    node.getComputedWidth(),
    node.getComputedHeight(),
    node.getDisplay(),
  ]);
}

const anySurface = ({ columns, rows }: { columns: number; rows: number }): fc.Arbitrary<Surface> =>
  fc.record({ x: fc.nat(columns - 1), y: fc.nat(rows - 1) }).chain(({ x, y }) =>
    fc.record({
      x: fc.constant(x),
      y: fc.constant(y),
      width: fc.integer({ min: 0, max: columns - x }),
      height: fc.integer({ min: 0, max: rows }),
    }),
  );

const anyScreen: fc.Arbitrary<Screen> = fc
  .record({ columns: fc.integer({ min: 1, max: 200 }), rows: fc.integer({ min: 1, max: 60 }) })
  .chain((size) =>
    fc.record({
      columns: fc.constant(size.columns),
      rows: fc.constant(size.rows),
      surfaces: fc.array(anySurface(size), { maxLength: 8 }),
      isBoxed: fc.boolean(),
    }),
  );

test('each node is where Yoga puts it, and as large', () => {
  fc.assert(
    fc.property(anyScreen, (screen) => {
      expect(laidOut(plain, screen)).toEqual(laidOut(Yoga as unknown as Layout, screen));
    }),
    { numRuns: cases(200, 5_000) },
  );
});

test("its numbers are Yoga's", () => {
  expect(Yoga).toMatchObject(constants);
});

test('a margin that it does not lay out is refused', () => {
  expect(() => plain.Node.create().setMargin(8, 1)).toThrow('not laid out');
});
