import { expect, test } from 'vitest';
import { coverage } from './coverage.ts';
import { allEndpoints } from './endpoint-list.ts';

test('states what paper does with each operation and stream', () => {
  const text = coverage(
    (id) => (id === 'perp.positions' ? 'yes' : 'silent'),
    [{ method: 'perps.getFees', operation: 'perp.fees' }],
  );
  expect(text).toContain(
    '| `perp.positions` | `GET /api/v2/perp/positions` | contract | unknown | yes | yes | Positions pane |',
  );
  expect(text).toMatch(/\| `swap\.quote` \| .* \| published clients \| unknown \| yes \| silent \| Swap form \|/);
  expect(text).toMatch(/`walletGroups\.list` .* \| `manage:wallet-groups` or `read:wallets` \| yes/);
  expect(text).toContain('| `perps.getFees` | `perp.fees` |');
  expect(text).toMatch(/`account\.usage` .* \| any key \| yes/);
  expect(text).toMatch(/\| `svm\.token\.swaps` \| `tokenAddress` \| public \| contract \| yes \| silent \|/);
});

test('every operation is used by the desk or has a reason why not, and every stream can be watched', () => {
  expect(allEndpoints.filter(({ desk }) => desk === '').map(({ id }) => id)).toEqual([]);
  const text = coverage(() => 'yes', []);
  expect(text).toMatch(/`swap\.submit` .* \| Swap form, from a wallet whose key you hold \|/);
  expect(text).toMatch(/`svm\.token\.balances` .* \| Streams pane, while it is watched there \|/);
});
