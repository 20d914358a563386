import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** Tests of the tables that a pane or a command goes into. */
const tableTests = /\/ui\/(?:workspaces\/layout|panes\/panes-table|commands\/(?:keymap|commands))\.test\.ts$/;

/** The source with the tests of the tables, in a folder of its own. */
function copyOfSource(): string {
  const tree = mkdtempSync(join(tmpdir(), 'contributing-'));
  const isWanted = (path: string): boolean => !/\.test\.tsx?$/.test(path) || tableTests.test(path);
  cpSync(join(root, 'src'), join(tree, 'src'), { recursive: true, filter: isWanted });
  cpSync(join(root, 'test/run/cases.ts'), join(tree, 'test/run/cases.ts'));
  writeFileSync(join(tree, 'vitest.config.ts'), 'export default { test: { reporters: ["dot"] } };\n');
  for (const file of ['package.json', 'tsconfig.json']) cpSync(join(root, file), join(tree, file));
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

/** Carries out the blocks under a heading: whole files, and diffs whose context must stand in the file once. */
function carryOut(heading: string, tree: string): number {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  for (const [, file = '', text = ''] of section.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
  const diffs = [...section.matchAll(/```diff\n(\S+)\n([\s\S]*?)```/g)];
  for (const [, file = '', diff = ''] of diffs) {
    const lines = diff.trimEnd().split('\n');
    const textOf = (signs: string) =>
      lines.flatMap((line) => (signs.includes(line[0]!) ? [line.slice(1)] : [])).join('\n');
    const before = readFileSync(join(tree, file), 'utf8');
    expect(before.split(textOf(' ')), `${file}: ${textOf(' ')}`).toHaveLength(2);
    writeFileSync(join(tree, file), before.replace(textOf(' '), textOf(' +')));
  }
  return diffs.length;
}

/** What the compiler has to say; empty for nothing. */
const compile = (tree: string): string => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, '--noEmit', '-p', tree], { encoding: 'utf8' }).stdout;
};

const run = (tree: string, script: string): string => {
  writeFileSync(join(tree, 'look.ts'), script);
  return execFileSync(process.execPath, ['look.ts'], { cwd: tree, encoding: 'utf8' });
};

test('a pane and a command are added as CONTRIBUTING says', () => {
  const tree = copyOfSource();
  expect(carryOut('Add a pane', tree) + carryOut('Add a command', tree)).toBe(4);
  expect(compile(tree)).toBe('');
  const drawn = run(
    tree,
    `import { fakeDesk, texts } from './src/ui/desk/fake-desk.fixture.ts';
     import { handleKey } from './src/ui/keyboard/desk-keys.ts';
     import { paneLines } from './src/ui/panes/pane-lines.ts';
     const fake = fakeDesk();
     fake.fill();
     const size = { columns: 120, rows: 40 };
     handleKey(fake.desk, 'M-r', size);
     const { focus, workspace } = fake.desk.ui.getState();
     console.log(focus, workspace);
     console.log(texts(paneLines(fake.desk, focus, { x: 0, y: 0, width: 60, height: 8 })).join('\\n'));
     handleKey(fake.desk, '7', size);
     handleKey(fake.desk, 'O', size);
     console.log(fake.notices().at(-1));`,
  );
  expect(drawn).toMatch(/^premiums perps\n┏━ Premiums ━.* 2 markets ━/);
  expect(drawn).toMatch(/BTC +97,032/);
  expect(drawn).toContain('the chart has no candle yet');
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', tree];
  const env = { ...process.env, NODE_ENV: 'test' };
  expect(() => execFileSync(process.execPath, vitest, { encoding: 'utf8', stdio: 'pipe', env })).not.toThrow();
});

test('an id that is no command does not compile', () => {
  const tree = copyOfSource();
  const file = join(tree, 'src/ui/commands/typo.ts');
  writeFileSync(
    file,
    "import { keyOf } from '../keys/keymap.ts';\nexport const typo = (keymap: never) => keyOf(keymap, 'focus.positons');\n",
  );
  expect(compile(tree)).toContain('focus.positons');
});
