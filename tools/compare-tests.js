// Says which tests of another revision are no longer here, neither in the quick form of the suite nor in the long one.
//   npm run test:compare -- REV [--rows] [--allow FILE]
// A test is known by file, describe and name; a digit in a name is any number, so a changed count is the same test. One
// whose name is new in another file or describe has moved. FILE holds a line for each test that may go, as this prints it.
// Test files are parsed, not run, which takes seconds: a table of cases counts as one test. With --rows every file is run
// as far as its names, a minute for each list, and every row of a table counts.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const here = resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'boolean', default: false }, allow: { type: 'string' } },
});
const [revision] = positionals;
if (!revision) {
  console.error('usage: npm run test:compare -- REV [--rows] [--allow FILE]');
  process.exit(2);
}

/** The tests of a tree: `file > describe > name` → how many files, rows or counts share it. */
function testsOf(tree, env = {}) {
  const out = mkdtempSync(join(tmpdir(), 'swapdeck-tests-'));
  const list = join(out, 'tests.json');
  const vitest = join(here, 'node_modules/vitest/vitest.mjs');
  const how = values.rows ? '--no-staticParse' : '--staticParse';
  try {
    execFileSync(process.execPath, [vitest, 'list', `--json=${list}`, how, '--config', 'test/vitest.config.ts'], {
      cwd: tree,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const tests = JSON.parse(readFileSync(list, 'utf8'));
    return new Set(tests.map(({ file, name }) => anyNumber(`${relative(tree, file)} > ${name}`)));
  } finally {
    rmSync(out, { recursive: true });
  }
}

const anyNumber = (name) => name.replaceAll(/\d[\d,.]*/g, '#');

/** The same, of a revision, checked out beside this tree. */
function testsAt(ref) {
  const tree = mkdtempSync(join(tmpdir(), 'swapdeck-rev-'));
  const git = (...args) => execFileSync('git', args, { cwd: here, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    git('worktree', 'add', '--quiet', '--detach', tree, ref);
    symlinkSync(join(here, 'node_modules'), join(tree, 'node_modules'));
    return testsOf(tree);
  } finally {
    git('worktree', 'remove', '--force', tree);
  }
}

const nameOf = (test) => test.slice(test.lastIndexOf(' > ') + 3);

const [before, quick, soak] = [
  testsAt(revision),
  testsOf(here, { SWAPDECK_SOAK: '' }),
  testsOf(here, { SWAPDECK_SOAK: '1' }),
];
const now = quick.union(soak);
const allowed = new Set(values.allow ? readFileSync(values.allow, 'utf8').split('\n').map(anyNumber) : []);

const added = now.difference(before);
const newNames = new Set([...added].map(nameOf));
const missing = [...before.difference(now)];
const moved = missing.filter((test) => newNames.has(nameOf(test)));
const gone = missing.filter((test) => !newNames.has(nameOf(test)));
const lost = gone.filter((test) => !allowed.has(test));
const oldNames = new Set(moved.map(nameOf));

const print = (title, tests) => {
  console.log(`\n${title}: ${tests.length}`);
  for (const test of tests.toSorted()) console.log(`  ${test}`);
};
print(
  'new',
  [...added].filter((test) => !oldNames.has(nameOf(test))),
);
print(
  'gone, and allowed to',
  gone.filter((test) => allowed.has(test)),
);
print('gone', lost);
console.log(`\n${revision}: ${before.size} tests; here: ${quick.size} quick, ${soak.size} long`);
console.log(`${moved.length} moved, ${gone.length} gone, ${lost.length} of them not allowed to`);
process.exit(lost.length > 0 ? 1 : 0);
