import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureDir, resolvePaths } from './paths.ts';

test('files are where XDG says', () => {
  const paths = resolvePaths({ HOME: '/home/ada', XDG_STATE_HOME: '/var/ada' });
  expect(paths).toEqual({
    configDir: '/home/ada/.config/swapdeck',
    configFile: '/home/ada/.config/swapdeck/config.toml',
    stateDir: '/var/ada/swapdeck',
    logFile: '/var/ada/swapdeck/swapdeck.log',
    journalFile: '/var/ada/swapdeck/journal.jsonl',
  });
});

test('a relative XDG folder is ignored', () => {
  expect(resolvePaths({ HOME: '/h', XDG_CONFIG_HOME: 'here' }).configDir).toBe('/h/.config/swapdeck');
});

test('on Windows they are in the profile, the state in its local part', () => {
  const paths = resolvePaths({ APPDATA: '/users/ada/roaming', LOCALAPPDATA: '/users/ada/local' }, 'win32');
  expect(paths.configFile).toBe('/users/ada/roaming/swapdeck/config.toml');
  expect(paths.stateDir).toBe('/users/ada/local/swapdeck/state');
  expect(resolvePaths({ SWAPDECK_HOME: '/deck' }, 'win32').stateDir).toBe('/deck/state');
});

test('SWAPDECK_HOME moves everything', () => {
  const paths = resolvePaths({ HOME: '/h', XDG_CONFIG_HOME: '/x', SWAPDECK_HOME: '/deck' });
  expect([paths.configFile, paths.journalFile]).toEqual(['/deck/config/config.toml', '/deck/state/journal.jsonl']);
});

test('a folder is created for its owner only, and an open one is restricted', () => {
  const dir = join(mkdtempSync(join(tmpdir(), 'paths-')), 'a', 'b');
  ensureDir(dir);
  ensureDir(dir);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
});
