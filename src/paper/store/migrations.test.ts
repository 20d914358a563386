import { expect, test } from 'vitest';
import { seedWallets } from '../account/wallets.ts';
import { migrate } from './migrations.ts';

test('an account of before wallets could change has the wallets that it always had', () => {
  const account = { settings: { autoEnableMultisend: true }, groups: [] };
  const before = { keys: [], runs: 3, world: { spot: { nowMs: 1 }, account } };
  expect(migrate(before, 2, 3)).toEqual({
    ...before,
    world: { spot: { nowMs: 1 }, account: { ...account, wallets: seedWallets } },
  });
});
