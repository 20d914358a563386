import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Bug } from './bug.ts';

const root = resolve(import.meta.dirname, '../..');

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
}

/** A test that has failed. */
export interface Fallen {
  readonly file: string;
  readonly test: string;
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

/** Whether a file is as it was committed: the tree that bugs are planted in has nothing else. */
export const isCommitted = (file: string): boolean => git('status', '--porcelain', '--', file) === '';

/** The last commit in a folder of its own, so that no bug is ever in the tree that people work in. */
export class PlantedTree {
  readonly #path = mkdtempSync(join(tmpdir(), 'swapdeck-planted-'));

  constructor() {
    git('worktree', 'add', '--quiet', '--detach', this.#path, 'HEAD');
    symlinkSync(join(root, 'node_modules'), join(this.#path, 'node_modules'));
  }

  remove(): void {
    git('worktree', 'remove', '--force', this.#path);
  }

  /** Returns what takes the bug out again. Throws where its text does not stand in the file exactly once. */
  plant({ file, find, replace }: Bug): () => void {
    const path = join(this.#path, file);
    const text = readFileSync(path, 'utf8');
    const places = text.split(find).length - 1;
    if (places !== 1) throw new Error(`${file}: the text to be replaced is there ${places} times`);
    // A function, since `$` in the text of a replacement means something.
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
    return () => writeFileSync(path, text);
  }

  /** The first test to fail of those that import the file; null when none does. */
  related(file: string, ...projects: readonly string[]): Fallen | null {
    return this.#vitest('related', file, ...projects.flatMap((project) => ['--project', project]));
  }

  only(testFile: string): Fallen | null {
    return this.#vitest(testFile);
  }

  #vitest(...args: readonly string[]): Fallen | null {
    const out = join(this.#path, 'planted.json');
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const common = ['--run', '--bail', '1', '--passWithNoTests', '--config', 'test/vitest.config.ts'];
    const report = ['--reporter', 'json', '--outputFile', out];
    rmSync(out, { force: true });
    const { status, stderr } = spawnSync(process.execPath, [vitest, ...args, ...common, ...report], {
      cwd: this.#path,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (status === 0) return null;
    return fallenIn(out, this.#path) ?? { file: '', test: stderr.trim().slice(-400) };
  }
}

/** A run that is cut short reports files as failed that it has not come to: the one with a failed test is meant. */
function fallenIn(report: string, tree: string): Fallen | null {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: readonly FileResult[] };
  for (const { name, assertionResults } of testResults) {
    const test = assertionResults.find(({ status }) => status === 'failed');
    if (test) return { file: name.slice(tree.length + 1), test: test.fullName };
  }
  const file = testResults.find(({ status, message }) => status === 'failed' && message !== '');
  return file ? { file: file.name.slice(tree.length + 1), test: file.message.split('\n')[0] ?? '' } : null;
}
