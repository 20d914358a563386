import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { version, scripts } = JSON.parse(read('package.json'));

test('workflows and container run scripts and tools that exist', () => {
  const files = [...globSync('.github/workflows/*.yml', { cwd: root }), 'packaging/Containerfile'];
  expect(files).toHaveLength(3);
  const text = files.map(read).join('\n');
  for (const [, name] of text.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([name!]);
  for (const [, file] of text.matchAll(/\b(?:node|bash) ((?:tools|\.ci)\/[\w./-]+)/g)) expect(read(file!)).not.toBe('');
});

test('the formula and the flake of a release name its package by what is in it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packaging-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, `swapdeck-${version}.tgz`), 'the package');
  const sum = (algorithm: string) => createHash(algorithm).update('the package');
  execFileSync(process.execPath, [join(root, 'tools/packaging.js'), folder]);

  const [formula, flake] = ['swapdeck.rb', 'flake.nix'].map((file) => readFileSync(join(folder, file), 'utf8'));
  expect(formula).toMatch(new RegExp(`/swapdeck-${version}\\.tgz"\\s+sha256 "${sum('sha256').digest('hex')}"`));
  expect(flake).toContain(`"sha512-${sum('sha512').digest('base64')}"`);
  // The package, the keychain module and that of four platforms.
  expect(flake!.match(/"sha512-[\w+/]{86}=="/g)).toHaveLength(6);
  for (const text of [formula, flake]) expect(text).not.toMatch(/@(version|keyring|sha256|integrity)\b/);

  const ruby = spawnSync('ruby', ['-c', join(folder, 'swapdeck.rb')], { encoding: 'utf8' });
  if (!ruby.error) expect(ruby).toMatchObject({ status: 0, stdout: 'Syntax OK\n' });
});
