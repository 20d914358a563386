// Bundles the desk into dist/. Only native modules stay outside (they are the package's runtime dependencies);
// everything else is inside, so that the desk starts from a few files and with a warm compile cache.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const root = resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Modules of Ink and what of src/ui/ink stands in for them: Ink draws any mix of boxes, the desk whole rows of a whole screen. */
const replaced = new Map(
  Object.entries(JSON.parse(readFileSync(join(root, 'src/ui/ink/replaced-modules.json'), 'utf8'))),
);
const drawnByRows = new Set();

const bundle = await rolldown({
  input: {
    main: join(root, 'src/main.tsx'),
    'paper-worker': join(root, 'src/paper/worker.ts'),
    'keychain-child': join(root, 'src/platform/keychain-child.ts'),
  },
  platform: 'node',
  external: [/^node:/, '@napi-rs/keyring'],
  transform: {
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.DEV': '"false"',
      __SWAPDECK_VERSION__: `"${version}"`,
    },
  },
  plugins: [
    {
      // Ink draws any mix of boxes; the desk draws whole rows, which takes a third of the CPU (docs/benchmarks.md).
      name: 'draw-rows',
      resolveId: (id, importer = '') => {
        const replacement = /\/ink\/build\/[^/]+$/.test(importer) && replaced.get(id);
        if (replacement) drawnByRows.add(id);
        return replacement ? join(root, 'src/ui/ink', replacement) : null;
      },
    },
    {
      // Ink imports its devtools client lazily, for development only.
      name: 'stub-devtools',
      resolveId: (id) => (id === 'react-devtools-core' ? '\0devtools' : null),
      load: (id) => (id === '\0devtools' ? 'export default {}' : null),
    },
  ],
  onLog: (level, log, print) =>
    log.code === 'CIRCULAR_DEPENDENCY' || level === 'info' ? undefined : print(level, log),
});
rmSync(join(root, 'dist'), { recursive: true, force: true });
const { output } = await bundle.write({
  dir: join(root, 'dist'),
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  minify: { compress: true, mangle: false, codegen: true },
});
await bundle.close();
for (const id of replaced.keys())
  if (!drawnByRows.has(id)) throw new Error(`Ink no longer imports ${id}: see src/ui/ink/replaced-modules.json`);
writeFileSync(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), licences(output));

/** The licence text of every package whose code is inside the bundle. */
function licences(chunks) {
  const packages = new Set();
  for (const chunk of chunks)
    for (const id of chunk.moduleIds ?? []) {
      const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id);
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
