import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandsDoc } from './commands-doc.ts';

test('docs/commands.md is what the table of verbs says now (npm run docs writes it)', () => {
  expect(readFileSync(join(import.meta.dirname, '../../../../docs/commands.md'), 'utf8')).toBe(commandsDoc());
});
