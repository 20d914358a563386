import { expect, test } from 'vitest';
import { coverage } from './coverage.ts';

test('says of each operation and stream what paper does with it', () => {
  const text = coverage((id) => (id === 'perp.positions' ? 'yes' : 'silent'));
  expect(text).toContain('| `perp.positions` | `GET /api/v2/perp/positions` | contract | yes | yes | Positions pane |');
  expect(text).toMatch(/\| `swap\.quote` \| .* \| published clients \| yes \| silent \| Swap form \|/);
  expect(text).toMatch(/\| `svm\.token\.swaps` \| `tokenAddress` \| public \| contract \| yes \| silent \|/);
});
