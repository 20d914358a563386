import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bugs } from './bugs.ts';

const root = join(import.meta.dirname, '../..');

test.each(bugs.map(({ file, find }) => [file, find] as const))(
  '%s has the line of its bug exactly once: %s',
  (file, find) => {
    expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2);
  },
);
