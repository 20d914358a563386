import { execFileSync } from 'node:child_process';
import { globSync, rmSync, statSync } from 'node:fs';
import { resultsFolder } from './left-behind.ts';

const sources = ['src/**/*.{ts,tsx}', 'tools/build.js', 'package-lock.json'];
const bundle = 'dist/main.js';

/** Scenarios play the bundle, so it is built from the sources under test, once per run; `npm ci` has just built it, too. */
export default function buildOnce(): void {
  rmSync(resultsFolder, { recursive: true, force: true });
  const builtMs = changedMs(bundle);
  const isCurrent = globSync(sources, { exclude: (file) => /\.test\.tsx?$/.test(file) }).every(
    (file) => changedMs(file) < builtMs,
  );
  if (!isCurrent) execFileSync(process.execPath, ['tools/build.js'], { stdio: 'inherit' });
}

const changedMs = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
