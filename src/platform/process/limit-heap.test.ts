import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the young generation is given back, and watched no longer than it takes to grow to its size', () => {
  const printed = execFileSync(process.execPath, [join(import.meta.dirname, 'limit-heap.fixture.ts')], {
    encoding: 'utf8',
  });
  const { before, after, timers } = JSON.parse(printed) as Record<'before' | 'after' | 'timers', number>;
  expect(after).toBeLessThan(before / 10);
  expect(timers).toBe(0);
});
