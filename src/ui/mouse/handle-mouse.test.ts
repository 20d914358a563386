import { beforeEach, describe, expect, test } from 'vitest';
import { footerNow } from '../bars/footer-now.ts';
import { headerLine } from '../bars/header.ts';
import { type FakeDesk, fakeDesk } from '../desk/fake-desk.fixture.ts';
import { handleKey } from '../keyboard/desk-keys.ts';
import { overlayArea } from '../overlays/overlay-now.ts';
import type { PaneId } from '../panes/pane-ids.ts';
import { paneLines } from '../panes/pane-lines.ts';
import { selectedRow } from '../panes/pane-rows.ts';
import { panes } from '../panes/panes.ts';
import { withTabMarks } from '../panes/tab-marks.ts';
import { type Line, plainText } from '../text/span.ts';
import { placedNow } from '../workspaces/layout-now.ts';
import { createMouse } from './handle-mouse.ts';

const size = { columns: 120, rows: 40 };
let fake: FakeDesk;
let mouse: ReturnType<typeof createMouse>;
const ui = () => fake.desk.ui.getState();
const click = (x: number, y: number): void => mouse({ kind: 'press', x, y }, size);
const lineOf = (lines: readonly Line[], text: string): number =>
  lines.findIndex((line) => plainText(line).includes(text));

beforeEach(() => {
  fake = fakeDesk();
  fake.fill();
  mouse = createMouse(fake.desk);
});

function rowOf(pane: 'positions' | 'orders', text: string): [number, number] {
  const rect = placedNow(fake.desk, size)[pane]?.rect ?? { x: 0, y: 0, width: 0, height: 0 };
  return [rect.x + 5, rect.y + lineOf(paneLines(fake.desk, pane, rect), text)];
}

describe('on the panes', () => {
  test('a click focuses and selects; only a second one on the row opens it', () => {
    click(...(rowOf('orders', '▸').with(1, rowOf('orders', 'BUY')[1]) as [number, number]));
    expect(ui().focus).toBe('orders');
    click(...rowOf('positions', 'ETH'));
    expect(ui()).toMatchObject({ focus: 'positions', overlay: null });
    expect(selectedRow(fake.desk, 'positions')).toMatchObject({ position: { coin: 'ETH' } });
    click(...rowOf('positions', 'BTC'));
    expect(ui().overlay).toBeNull();
    click(...rowOf('positions', 'BTC'));
    expect(ui().overlay).toMatchObject({ kind: 'details', pane: 'positions' });
  });

  test('a click on a border focuses the pane that it belongs to', () => {
    for (const [pane, { rect }] of Object.entries(placedNow(fake.desk, size))) {
      const [right, bottom] = [rect.x + rect.width - 1, rect.y + rect.height - 1];
      for (const [x, y] of [
        [rect.x, rect.y],
        [right, rect.y],
        [rect.x, bottom],
        [right, bottom],
      ] as const) {
        handleKey(fake.desk, '1', size);
        click(x, y);
        expect(ui().focus, `${x},${y}`).toBe(pane);
      }
    }
  });

  test('a click beside the rows focuses and selects nothing else', () => {
    click(...rowOf('positions', 'ETH'));
    const { selected } = ui();
    click(...rowOf('positions', 'COIN'));
    click(...rowOf('positions', 'account'));
    expect(ui().selected).toEqual(selected);
  });

  test('the wheel moves the selection under it by three rows and leaves the focus', () => {
    const [x, y] = rowOf('orders', 'BUY');
    mouse({ kind: 'wheelDown', x, y }, size);
    expect(ui().focus).toBe('positions');
    expect(Object.keys(ui().selected)).toEqual(['orders']);
  });
});

test('a workspace’s name in the header leads to it', () => {
  const wide = { columns: 200, rows: 60 };
  const x = plainText(headerLine(fake.desk, wide.columns)).indexOf('Signals');
  mouse({ kind: 'press', x, y: 0 }, wide);
  expect(ui().workspace).toBe('signals');
});

test('a tab on the border of a pane shows it', () => {
  const small = { columns: 80, rows: 24 };
  handleKey(fake.desk, 'F2', small);
  const [id, { rect, tabs }] = Object.entries(placedNow(fake.desk, small)).find(([, place]) => place.tabs.length > 1)!;
  const other = tabs.find((tab) => tab !== id)!;
  const top = plainText(withTabMarks(paneLines(fake.desk, id as PaneId, rect), id as PaneId, tabs)[0] ?? []);
  mouse({ kind: 'press', x: rect.x + top.indexOf(panes[other].title), y: rect.y }, small);
  expect(ui().focus).toBe(other);
});

describe('a hint in the footer', () => {
  const clickHint = (words: string): void => {
    const x = plainText(footerNow(fake.desk, size.columns)).indexOf(words);
    expect(x).toBeGreaterThan(0);
    click(x + words.length - 1, size.rows - 1);
  };

  test('does what its key does', () => {
    clickHint('? help');
    expect(ui().overlay).toMatchObject({ kind: 'help' });
  });

  test('of an order opens its form, and sends nothing however often it is clicked', () => {
    fake.desk.actions.confirmation = () => ({ by: 'nothing' });
    clickHint('c close');
    const { overlay } = ui();
    if (overlay?.kind !== 'form') throw new Error('no form');
    for (let x = 0; x < size.columns; x++) click(x, size.rows - 1);
    expect(overlay.form.state.phase).toBe('edit');
    expect(fake.done).toEqual([]);
  });

  test('of a disabled command says why', () => {
    fake.desk.session.setState({ mode: 'replay' });
    clickHint('c close');
    expect(ui().overlay).toBeNull();
    expect(fake.notices().at(-1)).toContain('recording');
  });
});

test('in a list a click selects the line, and takes nothing', () => {
  handleKey(fake.desk, 'C-p', size);
  const area = overlayArea(fake.desk, size);
  click((area?.x ?? 0) + 5, (area?.y ?? 0) + 5);
  expect(ui().overlay).toMatchObject({ kind: 'palette', selected: 2 });
  mouse({ kind: 'wheelDown', x: 0, y: 0 }, size);
  expect(ui().overlay).toMatchObject({ kind: 'palette', selected: 5 });
});

test('in a form a click reaches the fields alone; in its confirmation, nothing', () => {
  handleKey(fake.desk, 'c', size);
  const { overlay } = ui();
  if (overlay?.kind !== 'form') throw new Error('no form');
  const { form } = overlay;
  const everywhere = (): void => {
    for (let y = 0; y < size.rows; y++) for (let x = 0; x < size.columns; x += 3) click(x, y);
  };
  everywhere();
  expect(form.fields().map(({ id }) => id)).toContain(form.state.focus);
  expect(form.state.phase).toBe('edit');
  handleKey(fake.desk, 'Enter', size);
  const before = form.state;
  everywhere();
  expect(form.state).toEqual(before);
});
