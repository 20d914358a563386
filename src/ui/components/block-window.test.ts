import fc from 'fast-check';
import { expect, test } from 'vitest';
import { texts } from '../desk/fake-desk.fixture.ts';
import { span } from '../text/span.ts';
import { blockWindow } from './block-window.ts';

const block = (name: string, height: number) => Array.from({ length: height }, (_, at) => [span(`${name}.${at}`)]);

test('all blocks stand there where they fit', () => {
  expect(texts(blockWindow([block('a', 2), block('b', 1)], 3, null))).toEqual(['a.0', 'a.1', 'b.0']);
});

test('what does not fit is counted, on either side', () => {
  const blocks = ['a', 'b', 'c', 'd'].map((name) => block(name, 2));
  expect(texts(blockWindow(blocks, 5, null))).toEqual(['a.0', 'a.1', 'b.0', 'b.1', '  ↓ 2 more']);
  expect(texts(blockWindow(blocks, 5, 2))).toEqual(['b.0', 'b.1', 'c.0', 'c.1', '  ↑ 1 more   ↓ 1 more']);
});

test('never higher than asked, and the selected block begins in it', () => {
  const view = fc.record({
    heights: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 20 }),
    height: fc.integer({ min: 2, max: 40 }),
    selected: fc.nat(19),
  });
  fc.assert(
    fc.property(view, ({ heights, height, selected }) => {
      const at = Math.min(selected, heights.length - 1);
      const lines = texts(
        blockWindow(
          heights.map((own, index) => block(`${index}`, own)),
          height,
          at,
        ),
      );
      expect(lines.length).toBeLessThanOrEqual(height);
      expect(lines).toContain(`${at}.0`);
    }),
  );
});
