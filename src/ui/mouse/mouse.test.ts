import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeDesk, fakeDesk, texts } from '../fake-desk.fixture.ts';
import { layoutDesk } from '../layout.ts';
import { paneLines } from '../panes/pane-lines.ts';
import { handleMouse } from './handle-mouse.ts';
import { isMouseReport, mouseEvent } from './mouse-event.ts';

describe('reports', () => {
  test.each([
    ['[<0;1;1M', { kind: 'press', x: 0, y: 0 }],
    ['[<64;120;40M', { kind: 'wheelUp', x: 119, y: 39 }],
    ['[<65;10;5M', { kind: 'wheelDown', x: 9, y: 4 }],
    ['[<0;1;1m', null],
    ['[<2;1;1M', null],
    ['[<16;1;1M', null],
    ['[<0;1', null],
    ['[<0;1;1Mq', null],
  ])('%s is %j', (input, event) => {
    expect(isMouseReport(input)).toBe(true);
    expect(mouseEvent(input)).toEqual(event);
  });

  test('keys are no reports', () => {
    for (const input of ['<', '[', 'm', 'M', '', '[A']) expect(isMouseReport(input)).toBe(false);
  });
});

const size = { columns: 120, rows: 40 };
let fake: FakeDesk;
beforeEach(() => {
  fake = fakeDesk();
  fake.fill();
});
const rect = (pane: 'positions' | 'orders' | 'tape') => {
  const found = layoutDesk(size.columns, size.rows, null).panes[pane];
  if (!found) throw new Error(pane);
  return found;
};
const click = (x: number, y: number) => handleMouse(fake.desk, { kind: 'press', x, y }, size);

test('a click focuses the pane and selects the row that is drawn there', () => {
  const { x, y, ...box } = rect('orders');
  const row = 3;
  click(x + 5, y + row);
  const lines = texts(paneLines(fake.desk, 'orders', { x, y, ...box }));
  expect(fake.desk.ui.getState().focus).toBe('orders');
  expect(lines.findIndex((line) => line.includes('▸'))).toBe(row);
});

test('a click on a border, a header or below the rows selects nothing', () => {
  const { x, y, height } = rect('positions');
  for (const line of [0, 1, height - 1]) click(x + 5, y + line);
  expect(fake.desk.ui.getState().selected).toEqual({});
});

test('the wheel goes through the pane that it is over', () => {
  const { x, y } = rect('positions');
  handleMouse(fake.desk, { kind: 'wheelDown', x: x + 1, y: y + 1 }, size);
  expect(fake.desk.ui.getState().selected.positions).toBeDefined();
});

test('over an overlay a click does nothing and the wheel scrolls it', () => {
  fake.desk.ui.setState({ overlay: { kind: 'help', scroll: 0 } });
  const { x, y } = rect('tape');
  click(x + 1, y + 1);
  handleMouse(fake.desk, { kind: 'wheelDown', x: 1, y: 1 }, size);
  expect(fake.desk.ui.getState().overlay).toEqual({ kind: 'help', scroll: 3 });
  expect(fake.desk.ui.getState().focus).toBe('positions');
});

test('no click anywhere does anything but choose', () => {
  for (let y = 0; y < size.rows; y++) for (let x = 0; x < size.columns; x += 3) click(x, y);
  expect([fake.done, fake.desk.ui.getState().overlay]).toEqual([[], null]);
});
