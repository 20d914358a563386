// Plants bugs one by one and says which test notices each: a test that cannot fail looks like one that passes.
//   npm run test:planted [-- [--quick] ROOM|NUMBER …]
// --quick leaves out the tests with sockets, processes and terminals: what only they notice takes minutes to be noticed.
// It works in a tree of its own with the last commit in it: a test that is to notice something must be committed.
import { parseArgs } from 'node:util';
import type { Bug } from './bug.ts';
import { bugs } from './bugs.ts';
import { type Fallen, isCommitted, PlantedTree } from './planted-tree.ts';

const { values, positionals: wanted } = parseArgs({ allowPositionals: true, options: { quick: { type: 'boolean' } } });
const chosen = [...bugs.entries()].filter(
  ([index, { room }]) =>
    wanted.length === 0 ||
    wanted.some((word) => word === String(index + 1) || room === word || room.startsWith(`${word}/`)),
);

/** The quick tests first: most bugs end there. */
function noticedBy(tree: PlantedTree, { file }: Bug): Fallen | null {
  const quick = tree.related(file, 'unit');
  return quick || values.quick ? quick : tree.related(file, 'real', 'alone');
}

/** What the tests make of a bug, in one line; whether they noticed. */
function judge(tree: PlantedTree, bug: Bug): { readonly isNoticed: boolean; readonly words: string } {
  if (!isCommitted(bug.file))
    return { isNoticed: false, words: 'REFUSED: the file has changes that are not committed' };
  const takeOut = tree.plant(bug);
  let fallen: Fallen | null;
  let again: Fallen | null;
  try {
    fallen = noticedBy(tree, bug);
    again = fallen && tree.only(fallen.file);
  } finally {
    takeOut();
  }
  if (!fallen) return { isNoticed: false, words: 'GREEN: nobody noticed' };
  // A test that fails now and then, or anyway, has noticed nothing.
  if (!again || tree.only(fallen.file)) return { isNoticed: false, words: `BROKEN: ${wordsOf(fallen)}` };
  return { isNoticed: true, words: `red: ${wordsOf(fallen)}` };
}

const wordsOf = ({ file, test }: Fallen): string => `${file} > ${test}`;

const tree = new PlantedTree();
process.once('exit', () => tree.remove());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

let noticed = 0;
for (const [index, bug] of chosen) {
  const startedMs = performance.now();
  const { isNoticed, words } = judge(tree, bug);
  if (isNoticed) noticed++;
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
  console.log(`${String(index + 1).padStart(2)} ${bug.file}: ${bug.says}\n   ${words} (${seconds} s)`);
}
console.log(`\n${chosen.length} planted, ${noticed} noticed`);
process.exitCode = noticed === chosen.length ? 0 : 1;
