import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../command-list.ts';
import { commandLineDoc } from './command-line-doc.ts';
import { manPage } from './man-page.ts';

const root = join(import.meta.dirname, '../../..');
const syntaxes = commands.map(({ syntax }) => syntax);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const manFile = join(root, 'docs/swapdeck.1');

test('docs/command-line.md and the man page are what the syntax says now (npm run docs writes them)', () => {
  expect(readFileSync(join(root, 'docs/command-line.md'), 'utf8')).toBe(commandLineDoc(syntaxes));
  expect(readFileSync(manFile, 'utf8')).toBe(manPage(syntaxes, version));
});

const hasMan = spawnSync('man', ['--version']).status === 0;

test.skipIf(!hasMan)(`man shows every command and option, without a warning${hasMan ? '' : ' (no man)'}`, () => {
  const env = { PATH: process.env['PATH'], MANWIDTH: '100', LC_ALL: 'C.UTF-8' };
  const { stdout, stderr, status } = spawnSync('man', ['--warnings', '-l', manFile], { env, encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  const text = stdout.replaceAll(/.\u0008/g, '').replace(/\s+/g, ' ');
  for (const { name, options } of syntaxes) {
    expect(text).toContain(name);
    for (const option of Object.keys(options)) expect(text).toContain(`--${option}`);
  }
});
