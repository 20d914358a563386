import { expect, test } from 'vitest';
import { commands, deskKeymap } from '../commands/commands.ts';
import { type FakeDesk, fakeDesk, texts } from '../desk/fake-desk.fixture.ts';
import { handleKey, handlePaste } from '../keyboard/desk-keys.ts';
import { paletteLines } from './palette-lines.ts';
import { paletteRows, scoreOf } from './palette-rows.ts';

const size = { columns: 80, rows: 24 };
const around = { keymap: deskKeymap(), focus: 'positions', whyDisabled: () => null } as const;
const found = (query: string): string[] => paletteRows(query, around).map(({ command }) => command.id);

const press = ({ desk }: FakeDesk, ...keys: readonly string[]): void => {
  for (const key of keys) handleKey(desk, key, size);
};

test('without words it lists what can be run, each with its keys', () => {
  const rows = paletteRows('', around);
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.map(({ command }) => command.scope)).not.toContain('form');
  expect(rows.find(({ command }) => command.id === 'desk.quit')?.keys).toBe('q');
});

test('all words must be found; a title counts for more than a description', () => {
  expect(found('margin')[0]).toBe('position.margin');
  expect(found('MARGIN isol')).toEqual(['position.margin']);
  expect(found('focus tape')[0]).toBe('focus.tape');
  expect(found('cls')[0]).toBe('position.close');
  expect(found('no such thing')).toEqual([]);
});

test('every command is found by its own title, and by its id', () => {
  for (const { command } of paletteRows('', around)) {
    expect(found(command.title), command.id).toContain(command.id);
    expect(found(command.id), command.id).toContain(command.id);
  }
});

test('any query is a text, not a pattern', () => {
  for (const query of [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', '[a', '.*', '^$', 'a-b', '漢'])
    for (const command of commands) expect(() => scoreOf([query], command), query).not.toThrow();
});

test('a command that cannot be used says why and is not run', () => {
  const fake = fakeDesk();
  press(fake, 'C-p', 'm', 'a', 'r', 'g', 'i', 'n', 'Enter');
  const { overlay } = fake.desk.ui.getState();
  expect(overlay).toMatchObject({ kind: 'palette', query: 'margin' });
  const lines = texts(
    paletteLines(
      { kind: 'palette', query: 'margin', selected: 0 },
      paletteRows('margin', {
        ...around,
        whyDisabled: (id) => (id === 'position.margin' ? 'no position is selected' : null),
      }),
      size,
    ),
  );
  expect(lines.join('\n')).toMatch(/▸ m +margin +– no position is selected[\s\S]*Not now: no position is selected/);
});

test('Enter runs the selected command, as its key does', () => {
  const fake = fakeDesk();
  fake.fill();
  press(fake, 'C-p', 'm', 'a', 'r', 'g', 'i', 'n', 'Enter');
  const { overlay } = fake.desk.ui.getState();
  expect(overlay?.kind === 'form' && overlay.form.spec.id).toBe('margin');
});

test('Enter held down goes no further than the form', () => {
  const fake = fakeDesk();
  fake.fill();
  fake.desk.actions.confirmation = () => ({ by: 'nothing' });
  press(fake, 'C-p', 'c', 'l', 'o', 's', 'e');
  for (let held = 0; held < 20; held++) {
    press(fake, 'Enter');
    fake.clock.nowMs += held === 0 ? 660 : 40;
  }
  expect(fake.done).toEqual([]);
});

test('the selection scrolls and stays in sight; words and their removal lead to the first', () => {
  const fake = fakeDesk();
  press(fake, 'C-p', ...Array<string>(30).fill('Down'));
  const view = fake.desk.ui.getState().overlay;
  if (view?.kind !== 'palette') throw new Error('the palette is not open');
  expect(view.selected).toBe(30);
  const lines = texts(paletteLines(view, paletteRows('', around), size));
  expect(lines.filter((line) => line.includes('▸'))).toHaveLength(1);
  expect(lines.length).toBeLessThanOrEqual(size.rows - 2);
  press(fake, 'x');
  expect(fake.desk.ui.getState().overlay).toMatchObject({ query: 'x', selected: 0 });
  handlePaste(fake.desk, 'yz\n');
  press(fake, 'Backspace', 'Backspace', 'Backspace', 'Backspace', 'PageUp');
  expect(fake.desk.ui.getState().overlay).toMatchObject({ query: '', selected: 0 });
  press(fake, 'Esc');
  expect(fake.desk.ui.getState().overlay).toBeNull();
});
