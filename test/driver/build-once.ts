import { execFileSync } from 'node:child_process';

/** Scenarios play the bundle, so it is built from the sources under test, once per run. */
export default function buildOnce(): void {
  execFileSync(process.execPath, ['tools/build.js'], { stdio: 'inherit' });
}
