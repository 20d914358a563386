import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Which compilers a loop has had once it is hot, in a process of its own: the flags are of the whole process. */
function compilersOf(isOn: boolean): string {
  const module = new URL('./optimizing.ts', import.meta.url).href;
  return execFileSync(
    process.execPath,
    [
      '--trace-opt',
      '--input-type=module',
      '--eval',
      `const { setOptimizing } = await import(${JSON.stringify(module)});
       setOptimizing(false);
       setOptimizing(${isOn});
       function hotLoop(count) { let sum = 0; for (let at = 0; at < count; at++) sum += at % 7; return sum; }
       for (let round = 0; round < 200; round++) hotLoop(20_000);`,
    ],
    { encoding: 'utf8' },
  )
    .split('\n')
    .filter((line) => line.includes('hotLoop') && line.includes('completed'))
    .join('\n');
}

test('hot functions are compiled anew only while it is on', () => {
  expect(compilersOf(false)).toBe('');
  expect(compilersOf(true)).toContain('hotLoop');
});
