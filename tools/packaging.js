// Fills in the Homebrew formula and the Nix flake of a release, beside its packed program:
//   node tools/packaging.js FOLDER        after tools/pack.js FOLDER
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? '.');
const { version } = readJson('package.json');
const lock = readJson('package-lock.json').packages;
const packed = readFileSync(join(folder, `swapdeck-${version}.tgz`));

for (const file of ['swapdeck.rb', 'flake.nix']) {
  const text = readFileSync(join(root, 'packaging', file), 'utf8');
  writeFileSync(
    join(folder, file),
    text.replaceAll(/@([\w. -]+)@/g, (_, name) => filledIn(name)),
  );
  console.log(join(folder, file));
}

/** What stands for a placeholder: `version`, `keyring` (its version), `sha256`, or `integrity PACKAGE`. */
function filledIn(placeholder) {
  const [kind, name] = placeholder.split(' ');
  if (kind === 'version') return version;
  if (kind === 'keyring') return lock['node_modules/@napi-rs/keyring'].version;
  if (kind === 'sha256') return createHash('sha256').update(packed).digest('hex');
  if (name === 'swapdeck') return `sha512-${createHash('sha512').update(packed).digest('base64')}`;
  return lock[`node_modules/@napi-rs/${name === 'keyring' ? name : `keyring-${name}`}`].integrity;
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}
