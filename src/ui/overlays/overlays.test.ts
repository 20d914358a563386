import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commands, deskKeymap } from '../commands/commands.ts';
import { headingOf, scopes } from '../commands/scopes.ts';
import { texts } from '../desk/fake-desk.fixture.ts';
import { keyLabel, withKeys } from '../keys/keymap.ts';
import { lineWidth, span } from '../text/span.ts';
import { helpBody } from './help-lines.ts';
import { detailsBody, overlayLines } from './overlays.ts';

const keymap = deskKeymap();

test('the help has every command, with all its keys', () => {
  const help = texts(helpBody(keymap, 200));
  for (const command of keymap.commands) {
    const line = help.find((one) => one.trimEnd().endsWith(withKeys(command.description, keymap)));
    expect(line, command.id).toBeDefined();
    for (const key of keymap.keysOf(command.id)) expect(line, command.id).toContain(keyLabel(key));
  }
});

test('no description is cut on a narrow screen, and every scope has its heading', () => {
  const width = 72;
  const body = helpBody(keymap, width);
  for (const line of body) expect(lineWidth(line)).toBeLessThanOrEqual(width);
  const words = texts(body).join(' ').replace(/\s+/g, ' ');
  for (const { description, id } of keymap.commands.filter(({ description: one }) => one.length < 50))
    expect(words, id).toContain(description);
  for (const title of scopes.map(headingOf)) expect(words).toContain(title);
});

test('a search shows the commands that contain all words, under their headings', () => {
  const help = texts(helpBody(keymap, 200, 'swap QUOTE')).join('\n');
  expect(help).toContain('Swap one token for another, with a quote');
  expect(help).toContain(headingOf('desk'));
  expect(help).not.toContain('Close all positions');
  expect(help).not.toContain(headingOf('chart'));
  const heading = texts(helpBody(keymap, 200, headingOf('arrange')));
  expect(heading.filter((line) => line.startsWith('  '))).toHaveLength(
    commands.filter(({ scope }) => scope === 'arrange').length,
  );
  expect(texts(helpBody(keymap, 200, 'no such thing'))).toEqual(['No command matches: use fewer words.']);
});

test('details go on below under their label, nothing cut', () => {
  expect(
    texts(
      detailsBody(
        [
          { label: 'coin', value: 'BTC long' },
          { label: 'address', value: '7xKXtg2CW87d97TX' },
        ],
        17,
      ),
    ),
  ).toEqual(['coin     BTC long', 'address  7xKXtg2C', '         W87d97TX']);
});

test('line breaks and indentation stay', () => {
  const json = '{\n  "a": 1,\n  "long": "x y"\n}';
  const body = texts(detailsBody([{ label: 'input', value: json }], 18));
  expect(body.map((line) => line.trimEnd())).toEqual([
    'input  {',
    '         "a": 1,',
    '         "long":',
    '         "x y"',
    '       }',
  ]);
});

test('a label whose value is empty keeps its line', () => {
  expect(texts(detailsBody([{ label: 'name', value: '' }], 20)).map((line) => line.trimEnd())).toEqual(['name']);
});

test('the box fits the screen and every line is as wide as the first, at any size and scroll', () => {
  const view = fc.record({
    columns: fc.integer({ min: 60, max: 300 }),
    rows: fc.integer({ min: 16, max: 100 }),
    scroll: fc.integer({ min: 0, max: 300 }),
    length: fc.integer({ min: 1, max: 120 }),
    wide: fc.integer({ min: 0, max: 200 }),
  });
  fc.assert(
    fc.property(view, ({ columns, rows, scroll, length, wide }) => {
      const body = Array.from({ length }, (_, index) => [span(`${index} ${'漢'.repeat(wide)}`)]);
      const lines = overlayLines({ title: 'Keys', body, scroll, keymap, columns, rows });
      expect(lines.length).toBeLessThanOrEqual(rows - 2);
      for (const line of lines) expect(lineWidth(line)).toBe(lineWidth(lines[0] ?? []));
      expect(lineWidth(lines[0] ?? [])).toBeLessThanOrEqual(columns - 4);
    }),
  );
});

test('a long body says where it stands, and stops at its end', () => {
  const body = Array.from({ length: 50 }, (_, index) => [span(`row ${index}`)]);
  const at = (scroll: number) => texts(overlayLines({ title: 'Keys', body, scroll, keymap, columns: 80, rows: 24 }));
  expect(at(0)[0]).toContain('1–20 of 50  ↑↓');
  expect(at(0)[1]).toContain('row 0');
  expect(at(999)[0]).toContain('31–50 of 50');
  expect(at(999).at(-2)).toContain('row 49');
  expect(
    texts(overlayLines({ title: 'Keys', body: body.slice(0, 3), scroll: 9, keymap, columns: 80, rows: 24 }))[0],
  ).toContain('Esc closes');
});
