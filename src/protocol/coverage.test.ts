import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coverage } from './coverage.ts';
import { allEndpoints } from './endpoint-list.ts';
import { allStreams } from './stream-list.ts';

const everything = new Set([...allEndpoints, ...allStreams].map(({ id }) => id));

test('docs/coverage.md is what the protocol says now (npm run docs writes it)', () => {
  const written = readFileSync(join(import.meta.dirname, '../../docs/coverage.md'), 'utf8');
  expect(written).toBe(coverage(everything));
});

test('an operation or stream that paper does not answer is shown as such', () => {
  const text = coverage(new Set(['perp.positions']));
  expect(text).toContain('| `perp.positions` | `GET /api/v2/perp/positions` | contract | yes | yes | Positions pane |');
  expect(text).toMatch(/\| `swap\.quote` \| .* \| published clients \| yes \| no \| Swap form \|/);
  expect(text).toMatch(/\| `svm\.token\.swaps` \| `tokenAddress` \| public \| contract \| yes \| no \|/);
});
