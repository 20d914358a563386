import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** How many files are named. */
const most = 20;

/** Where scenarios that fall leave what was on the screen. */
const leftBehind = 'test-results/';

/** Says at the end which files took longest, and how to play again what has fallen. */
export class SlowestReporter implements Reporter {
  #seed = '';

  onInit(vitest: Vitest): void {
    this.#seed = String(vitest.projects[0]?.config.env['SWAPDECK_SEED']);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length > 1) this.#saySlowest(modules);
    this.#sayFallen(modules.filter((module) => !module.ok()));
  }

  #saySlowest(modules: readonly TestModule[]): void {
    const slowest = modules.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, most);
    console.log(
      slowest.length < modules.length ? `\nthe ${most} slowest of ${modules.length} files` : '\nslowest first',
    );
    for (const module of slowest) console.log(`${secondsOf(module).toFixed(1).padStart(6)} s  ${nameOf(module)}`);
  }

  #sayFallen(fallen: readonly TestModule[]): void {
    if (fallen.length === 0) return;
    console.log('');
    const seed = this.#seed;
    for (const file of new Set(fallen.map(nameOf)))
      console.log(`seed ${seed}: SWAPDECK_SEED=${seed} npm test -- ${file}`);
    if (existsSync(leftBehind)) console.log(`screens and journals of what fell: ${leftBehind}`);
  }
}

const nameOf = (module: TestModule): string => relative(process.cwd(), module.moduleId);

/** Its imports, hooks and tests: what the file costs, not only what it tests. */
function secondsOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1_000;
}
