import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planKindsDoc } from './plan-kinds-doc.ts';

test('docs/plan-kinds.md is what the table of kinds says now (npm run docs writes it)', () => {
  expect(readFileSync(join(import.meta.dirname, '../../../../docs/plan-kinds.md'), 'utf8')).toBe(planKindsDoc());
});
