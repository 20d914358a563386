// Runs the tests that import what has changed, and two scenarios when the desk itself has.
//   npm run test:changed [-- REV]
// Changed is what is not committed and what was committed since REV: without it, since this branch left main; on main
// itself, since origin/main or, where that has nothing older, with the last commit.
// What is not imported is not found: the golden frames, a script that a test starts, the configuration. `npm test` has all.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
};

/** Scenarios play the bundle and import nothing of it: these two walk through start, streams, form and order. */
const smoke = ['test/scenarios/first-start.test.ts', 'test/scenarios/close.test.ts'];

const head = git('rev-parse', 'HEAD');
const forks = ['origin/main', 'main'].map((branch) => git('merge-base', 'HEAD', branch));
const since = process.argv[2] ?? forks.find((fork) => fork !== '' && fork !== head) ?? 'HEAD~1';

const changed = [git('diff', '--name-only', since), git('ls-files', '--others', '--exclude-standard')]
  .flatMap((names) => names.split('\n'))
  .filter((file) => /^(src|test|tools)\/.*\.(tsx?|js|json)$/.test(file) && existsSync(resolve(root, file)));
const isDeskChanged = changed.some((file) => file.startsWith('src/') && !/\.(test|fixture)\.tsx?$/.test(file));
// The configuration would count as a change of every test.
const followed = changed.filter((file) => file !== 'test/vitest.config.ts');
if (followed.length < changed.length) console.log('test/vitest.config.ts has changed: only `npm test` tries that.');

// The golden frames import everything and take longest: they are for what draws. Scenarios and walks play the bundle, so
// that what they import says little of what they try.
const isDrawnAnew = changed.some((file) => /^(src\/ui|test\/frames)\//.test(file));
const left = ['test/{scenarios,walk}/**', ...(isDrawnAnew ? [] : ['test/frames/**'])];
const played = [
  ...changed.filter((file) => /^test\/(scenarios|walk)\/.*\.test\.ts$/.test(file)),
  ...(isDeskChanged ? smoke : []),
];

console.log(`${followed.length} files changed since ${git('log', '-1', '--format=%h %s', since)}`);
const isGreen = [
  followed.length === 0 ||
    vitest('related', ...followed, '--run', '--passWithNoTests', ...left.flatMap((glob) => ['--exclude', glob])),
  played.length === 0 || vitest('run', ...new Set(played)),
];
process.exit(isGreen.every(Boolean) ? 0 : 1);

function vitest(...args) {
  const file = resolve(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [file, ...args, '--config', 'test/vitest.config.ts'], {
    cwd: root,
    stdio: 'inherit',
  });
  return status === 0;
}
