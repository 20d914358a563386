import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commands } from '../../command-list.ts';
import { opensScreen } from './opens-screen.ts';

let folder: string;
let config: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'opens-screen-'));
  config = join(folder, 'config.toml');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const opens = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  opensScreen(args, env, { configFile: config, stateDir: folder });

test.each([
  [[]],
  [['desk']],
  [['--ephemeral', '--seed', '3', '--no-mouse']],
  [['--profile', 'paper', 'desk']],
  [['--base-url=http://127.0.0.1:1']],
])('%j opens the screen', (args) => expect(opens(args)).not.toBeNull());

test.each([
  [['--screen-reader']],
  [['--help']],
  [['-h']],
  [['--version']],
  [['--bogus']],
  [['--seed']],
  [['desk', 'desk']],
  [['help']],
  ...commands
    .map(({ syntax }) => syntax.name)
    .filter((name) => name !== 'desk')
    .map((name) => [name.split(' ')] as [string[]]),
])('%j does not', (args) => expect(opens(args)).toBeNull());

test.each([{ TERM: 'dumb' }, { INK_SCREEN_READER: 'true' }])('%j does not', (env) => expect(opens([], env)).toBeNull());

test('nor does a configuration that speaks of a screen reader; any other may', () => {
  writeFileSync(config, '[display]\nscreen_reader = true\n');
  expect(opens([])).toBeNull();
  writeFileSync(config, 'theme = "light"\n');
  expect(opens([])).not.toBeNull();
});

test.each([
  [[], true],
  [['--ephemeral'], true],
  [['--paper'], true],
  [['--profile', 'main'], false],
  [['--base-url', 'http://127.0.0.1:1'], false],
])('%j: that it may be paper is %j', (args, mayBePaper) => expect(opens(args)).toEqual({ mayBePaper }));

test('after a login it is paper only on request', () => {
  writeFileSync(join(folder, 'profiles.json'), '[]');
  expect(opens([])).toEqual({ mayBePaper: false });
  expect(opens(['--paper'])).toEqual({ mayBePaper: true });
});
