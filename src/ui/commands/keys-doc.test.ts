import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keysDoc } from './keys-doc.ts';

test('docs/keybindings.md is what the key tables say now (npm run docs writes it)', () => {
  expect(readFileSync(join(import.meta.dirname, '../../../docs/keybindings.md'), 'utf8')).toBe(keysDoc());
});
