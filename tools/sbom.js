// The bill of materials of what users run, as CycloneDX on stdout: what is bundled into dist/, the native module beside it and
// the pinned Node, for every platform.
//   npm run --silent sbom
// npm knows bundled packages as development dependencies only, among all that builds and tests. Which of them are inside
// is told by the list of licences, which the build writes.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const licencesFile = join(root, 'dist/THIRD-PARTY-LICENSES.txt');
const development = 'cdx:npm:package:development';

const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const bundled = readBundled();
const bill = askNpm();
for (const id of bundled)
  if (!bill.components.some((component) => component['bom-ref'] === id))
    fail(`dist/ was built with ${id}, which is not in package-lock.json. Run: npm ci`);

const components = bill.components
  .filter((component) => bundled.has(component['bom-ref']) || !isForDevelopment(component))
  .map((component) => (bundled.has(component['bom-ref']) ? shipped(component) : component));
const { component: desk } = bill.metadata;
// npm names it after the folder that it is in.
desk.name = own.name;
const refs = new Set([desk, ...components].map((component) => component['bom-ref']));
const dependencies = bill.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
console.log(JSON.stringify({ ...bill, components, dependencies }, null, 2));

/** name@version of every package whose code is inside dist/. */
function readBundled() {
  if (!existsSync(licencesFile)) fail('There is no dist/ whose packages could be listed. Run: npm run build');
  const headings = readFileSync(licencesFile, 'utf8').matchAll(/^(\S+) (\d\S*) — /gm);
  return new Set(Array.from(headings, ([, name, version]) => `${name}@${version}`));
}

/** From the lock, since what is installed are the binaries of one platform. */
function askNpm() {
  // With NODE_ENV=production npm would leave out what is bundled.
  const npm = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--include', 'dev'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) fail('npm sbom has failed.');
  return JSON.parse(npm.stdout);
}

/** Optional packages of our own are for tests: tools/pack.js leaves them out. */
function isForDevelopment({ name, properties }) {
  return properties.some((property) => property.name === development) || name in own.optionalDependencies;
}

/** Scanners pass over what is optional or for development. */
function shipped(component) {
  return {
    ...component,
    scope: 'required',
    properties: component.properties.filter(({ name }) => name !== development),
  };
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
