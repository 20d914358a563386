import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError, type KeysCheck, loadConfig } from './config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-keys-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function load(toml: string, check?: KeysCheck) {
  const file = join(folder, 'config.toml');
  writeFileSync(file, toml);
  try {
    return loadConfig(file, { keys: check }).keys;
  } catch (error) {
    if (error instanceof ConfigError) return error.message.replaceAll(`${file}:`, '');
    throw error;
  }
}

test('keys are read as they are written', () => {
  expect(load('')).toEqual({});
  expect(load('[keys]\n"position.close" = ["c", "F2"]\n"tape.size" = []')).toEqual({
    'position.close': ['c', 'F2'],
    'tape.size': [],
  });
});

test('each problem is reported at its own line', () => {
  const check: KeysCheck = (keys) => Object.keys(keys).map((command) => ({ command, message: 'is no good' }));
  expect(load('[keys]\n"b.b" = ["x"]\n\n  "a.a" = ["y"]', check)).toBe(
    '2:1: keys."b.b": is no good\n4:3: keys."a.a": is no good',
  );
});

test('problems of keys are reported together with all others', () => {
  const check: KeysCheck = (keys) => Object.keys(keys).map((command) => ({ command, message: 'is no good' }));
  const problems = load('theme = "pink"\n[keys]\n"a.a" = ["y"]\n[caps]\ncollar_pct = 99', check);
  expect(
    String(problems)
      .split('\n')
      .map((line) => line.split(': ')[0]),
  ).toEqual(['1:1', '3:1', '5:1']);
});

test('a value that is not a list of quoted keys is refused with an example', () => {
  const rule = 'must be a list of keys such as ["c", "F2"], below the command in quotes: "position.close"';
  expect(load('[keys]\n"position.close" = "c"')).toBe(`2:1: keys.position.close: ${rule}`);
  expect(load('[keys]\nposition.close = ["c"]')).toBe(`2:1: keys.position: ${rule}`);
  expect(load('[keys]\n"position.close" = [1]')).toContain(rule);
});
