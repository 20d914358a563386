import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLayoutsFile } from '../platform/layouts-file.ts';
import { createDeskUi } from './desk-ui.ts';
import { layoutsToKeep, startLayouts } from './kept-layouts.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swapdeck-layouts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const layouts = { 'desk medium': { panes: ['tape', 'chart'] as const, shares: [30, 70] } };

test('the screen is found as it was left, in a file that only its owner can read', () => {
  const ui = createDeskUi({ minUsd: 0, tokenId: null });
  ui.setState({ workspace: 'perps', focus: 'chart', layouts });
  createLayoutsFile(join(folder, 'state')).write(layoutsToKeep(ui.getState()));
  const file = createLayoutsFile(join(folder, 'state'));
  expect(startLayouts(file.read())).toEqual({ workspace: 'perps', focus: 'chart', recent: ['chart'], layouts });
  expect(statSync(join(folder, 'state', 'layouts.json')).mode & 0o777).toBe(0o600);
});

test.each([
  ['', {}],
  ['no json', {}],
  ['{"workspace":7}', {}],
  ['{"workspace":"cockpit","focus":"tape"}', {}],
  ['{"layouts":{"desk medium":{"panes":[1],"shares":["a"]},"desk large":7}}', {}],
  ['{"workspace":"desk","focus":"account"}', { workspace: 'desk', focus: 'positions', recent: ['positions'] }],
])('%j starts with what can be understood of it', (text, expected) => {
  writeFileSync(join(folder, 'layouts.json'), text);
  expect(startLayouts(createLayoutsFile(folder).read())).toEqual({ layouts: {}, ...expected });
});
