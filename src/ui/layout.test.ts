import { expect, test } from 'vitest';
import { aloneOnScreen, layoutDesk, paneOrder, smallest } from './layout.ts';

const sizes = function* () {
  for (let columns = smallest.columns; columns <= 300; columns++)
    for (let rows = smallest.rows; rows <= 100; rows++) yield { columns, rows };
};

test('all panes that have a place cover the area between header and footer, with no overlap, from 60×16 to 300×100', () => {
  for (const { columns, rows } of sizes()) {
    const { panes, tooSmall } = layoutDesk(columns, rows, null);
    const where = `${columns}×${rows}: ${JSON.stringify(panes)}`;
    if (tooSmall) expect.fail(where);
    const rects = paneOrder.flatMap((id) => panes[id] ?? []);
    const hasChart = columns >= 116 && rows >= 28;
    if (rects.length !== (hasChart ? 5 : 4) || (panes.chart !== undefined) !== hasChart)
      expect.fail(`a pane is missing: ${where}`);
    if (aloneOnScreen('chart', null, { columns, rows }) !== (hasChart ? null : 'chart'))
      expect.fail(`the chart is nowhere, or twice: ${where}`);
    let covered = 0;
    for (const [index, a] of rects.entries()) {
      if (a.x < 0 || a.y < 1 || a.x + a.width > columns || a.y + a.height > rows - 1) expect.fail(`outside: ${where}`);
      if (a.width < 24 || a.height < 4) expect.fail(`too small: ${where}`);
      covered += a.width * a.height;
      for (const b of rects.slice(index + 1))
        if (a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
          expect.fail(`overlap: ${where}`);
    }
    if (covered !== columns * (rows - 2)) expect.fail(`gap: ${where}`);
  }
});

test('streams and activity take the whole area whenever they are focused; the others share it', () => {
  expect(aloneOnScreen('streams', null)).toBe('streams');
  expect(aloneOnScreen('activity', 'tape')).toBe('activity');
  expect(aloneOnScreen('signals', null)).toBe('signals');
  expect(aloneOnScreen('tape', null)).toBeNull();
  expect(aloneOnScreen('tape', 'tape')).toBe('tape');
});

test('a zoomed pane has the whole area to itself', () => {
  for (const id of paneOrder)
    expect(layoutDesk(80, 24, id)).toEqual({ tooSmall: false, panes: { [id]: { x: 0, y: 1, width: 80, height: 22 } } });
});

test.each([
  [59, 16],
  [60, 15],
  [20, 5],
  [300, 15],
])('%i×%i is too small, zoomed or not', (columns, rows) => {
  expect(layoutDesk(columns, rows, null)).toEqual({ tooSmall: true, panes: {} });
  expect(layoutDesk(columns, rows, 'tape')).toEqual({ tooSmall: true, panes: {} });
});
