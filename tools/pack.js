// Packs the program as npm installs it, into the given folder: the bundle, its launcher and docs, with a manifest of its
// own. That one has no scripts and no development packages, and brings the Node of the user's platform.
//   node tools/pack.js FOLDER [REPOSITORY]
// npm publishes with provenance only what names the repository that the workflow runs in.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const [given = '.', repository] = process.argv.slice(2);
const folder = resolve(given);
const manifestOf = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** What npm shows of a package, and what it runs and installs with it. */
const shown = [
  'name',
  'version',
  'description',
  'keywords',
  'license',
  'author',
  'type',
  'bin',
  'man',
  'files',
  'engines',
  'dependencies',
];

const staging = mkdtempSync(join(tmpdir(), 'swapdeck-pack-'));
try {
  const own = manifestOf('package.json');
  const { optionalDependencies } = manifestOf('tools/runtime/package.json');
  const manifest = {
    ...Object.fromEntries(shown.map((field) => [field, own[field]])),
    optionalDependencies,
    repository,
  };
  const isWanted = (path) => !path.includes('.compile-cache');
  for (const name of own.files) cpSync(join(root, name), join(staging, name), { recursive: true, filter: isWanted });
  writeFileSync(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  mkdirSync(folder, { recursive: true });
  const npm = spawnSync('npm', ['pack', '--pack-destination', folder, '--json'], {
    cwd: staging,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) throw new Error(npm.stderr);
  const [{ filename, unpackedSize }] = JSON.parse(npm.stdout);
  console.log(JSON.stringify({ file: join(folder, filename), unpackedSize }));
} finally {
  rmSync(staging, { recursive: true, force: true });
}
