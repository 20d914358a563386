import { expect, test } from 'vitest';
import type { Peer } from '../peer.ts';
import { text } from '../shapes.ts';

/** What the published client has beyond the contract: the service says that it has no such operation. */
export function operationsOutsideTheContract({ sdk }: Peer): void {
  const transfer = { fromWalletId: 'wal_main', toWalletId: 'wal_sniper', token: 'SOL', chain: 'SVM' };
  const calls: Record<string, () => Promise<unknown>> = {
    'splits.plan': () => sdk.splits.plan({ sourceWalletId: 'wal_main', fromAmount: '1', fromAsset: 'sol' }),
    'splits.execute': () => sdk.splits.execute({ planId: 'plan' }),
    'transfers.send': () => sdk.transfers.send({ ...transfer, amount: '1' }),
    'transfers.retireWallet': () => sdk.transfers.retireWallet(transfer),
  };
  test.each(Object.entries(calls))('%s', async (_, run) => {
    await expect(run()).rejects.toMatchObject({
      status: expect.toBeOneOf([404, 405]),
      apiCode: expect.toBeOneOf(['NOT_FOUND', 'METHOD_NOT_ALLOWED']),
      requestId: text,
    });
  });

  test('and nothing came of them', async () => {
    const wallets = await sdk.account.getWallets();
    expect(wallets.find(({ walletId }) => walletId === 'wal_main')).toMatchObject({ state: 'ACTIVE' });
  });
}
