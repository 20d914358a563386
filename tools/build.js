// Bundles the desk into dist/. Only native modules stay outside (they are the package's runtime dependencies);
// everything else is inside, so that the desk starts from a few files and with a warm compile cache.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const root = resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const commit = commitOf(root);

/** Modules of Ink and what of src/ui/ink stands in for them: Ink draws any mix of boxes, the desk whole rows of a whole screen. */
const replaced = new Map(
  Object.entries(JSON.parse(readFileSync(join(root, 'src/ui/ink/replaced-modules.json'), 'utf8'))),
);
const drawnByRows = new Set();

/**
 * Packages that are loaded at their first call. They prepare the tables of all characters and emoji, 20 ms of a start, for
 * texts that hold more than plain signs, or are wider than their place.
 */
const lazyPackages = ['string-width', 'wrap-ansi'];
const lazyId = '\0lazy:';

/** Circles of imports among our own files, types left out: which of their modules runs first is luck. */
const ownCircles = [];

/** On Windows ids come with backslashes. */
const slashed = (path) => path.replaceAll('\\', '/');
const ownFiles = slashed(join(root, 'src/'));

const bundle = await rolldown({
  input: {
    main: join(root, 'src/main.tsx'),
    'first-frame': join(root, 'src/commands/desk/first-frame/first-frame.ts'),
    'paper-worker': join(root, 'src/paper/service/worker.ts'),
    'keychain-child': join(root, 'src/platform/secrets/keychain-child.ts'),
    'sign-child': join(root, 'src/signing/signers/sign-child.ts'),
    ...Object.fromEntries(lazyPackages.map((name) => [name, name])),
  },
  platform: 'node',
  external: [/^node:/, '@napi-rs/keyring'],
  transform: {
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.DEV': '"false"',
      __SWAPDECK_VERSION__: `"${version}"`,
      __SWAPDECK_COMMIT__: `"${commit}"`,
    },
  },
  plugins: [
    {
      // Ink draws any mix of boxes; the desk draws whole rows, which takes a third of the CPU (docs/benchmarks.md).
      name: 'draw-rows',
      resolveId: (id, importer = '') => {
        const replacement = /\/ink\/build\/[^/]+$/.test(slashed(importer)) && replaced.get(id);
        if (replacement) drawnByRows.add(id);
        return replacement ? join(root, 'src/ui/ink', replacement) : null;
      },
    },
    {
      name: 'load-at-first-call',
      resolveId: (id, importer) => (importer && lazyPackages.includes(id) ? lazyId + id : null),
      load: (id) =>
        id.startsWith(lazyId)
          ? `import { createRequire } from 'node:module';
             const load = createRequire(import.meta.url);
             let loaded;
             export default (...given) => (loaded ??= load('./${id.slice(lazyId.length)}.js').default)(...given);`
          : null,
    },
    {
      // V8 keeps a source that has one character beyond Latin-1 in two bytes a character. Escaped, these mean the same wherever
      // they may stand; one after a backslash is left.
      name: 'one-byte-sources',
      generateBundle(_options, files) {
        for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escapeWide(file.code);
      },
    },
    {
      // Ink imports its devtools client lazily, for development only.
      name: 'stub-devtools',
      resolveId: (id) => (id === 'react-devtools-core' ? '\0devtools' : null),
      load: (id) => (id === '\0devtools' ? 'export default {}' : null),
    },
  ],
  checks: { circularDependency: true },
  onLog: (level, log, print) => {
    if (log.code !== 'CIRCULAR_DEPENDENCY') return level === 'info' ? undefined : print(level, log);
    // viem, ox and others are made of circles, and work.
    if (log.ids.some((id) => slashed(id).startsWith(ownFiles))) ownCircles.push(log.ids);
  },
});
const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });
const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  minify: { compress: true, mangle: false, codegen: true },
});
await bundle.close();
const problems = [
  ...[...replaced.keys()]
    .filter((id) => !drawnByRows.has(id))
    .map((id) => `Ink no longer imports ${id}: see src/ui/ink/replaced-modules.json`),
  ...ownCircles.map((ids) => `a circle of imports: ${ids.map((id) => slashed(relative(root, id))).join(' → ')}`),
];
if (problems.length > 0) {
  // The launcher would start what lies there.
  rmSync(dist, { recursive: true, force: true });
  for (const problem of problems) console.error(problem);
  process.exit(1);
}
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), licences(output));

function escapeWide(code) {
  return code.replace(/(?<!\\)[\u0100-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Short name of the commit, with `+` where files have changed since; empty outside of a clone. */
function commitOf(folder) {
  const git = (...args) => spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', '--short=10', 'HEAD');
  if (status !== 0) return '';
  return stdout.trim() + (git('status', '--porcelain', '--untracked-files=no').stdout ? '+' : '');
}

/** The licence text of every package whose code is inside the bundle. */
function licences(chunks) {
  const packages = new Set();
  for (const chunk of chunks)
    for (const id of chunk.moduleIds ?? []) {
      const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(slashed(id));
      if (found) packages.add(found[1]);
    }
  return [...packages]
    .sort()
    .map((dir) => {
      const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
      const file = readdirSync(dir).find((name) => /^licen[cs]e/i.test(name));
      const text =
        file && existsSync(join(dir, file))
          ? readFileSync(join(dir, file), 'utf8').trim()
          : '(no licence file shipped)';
      return `${manifest.name} ${manifest.version} — ${manifest.license ?? 'licence not named'}\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(78)}\n\n`);
}
