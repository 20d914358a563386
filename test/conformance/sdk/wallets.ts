import { expect, test } from 'vitest';
import type { Peer } from '../peer.ts';
import { isoTime, text } from '../shapes.ts';

const bnbToUsdt = {
  inputMint: '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
  outputMint: '0x55d398326f99059ff775485246999027b3197955',
};

/** Archiving wallets, bringing them back, making and moving them. Other operations count those of the seed: these come last. */
export function walletOperations({ sdk, call }: Peer): void {
  const record = { walletId: 'wal_cold', address: text, chain: 'bsc', label: 'cold' };
  const archived = { ...record, state: 'ARCHIVED', archivedAt: isoTime };
  const unlisted = { status: 404, apiCode: 'WALLET_NOT_FOUND', message: text, requestId: text };

  test('a wallet is archived, which empties the setting of a default one, and brought back', async () => {
    expect(await sdk.wallets.archive('wal_cold')).toEqual({ wallet: archived, clearedDefault: true });
    const { tradeSettings } = await sdk.account.getSettings();
    expect(Object.values(tradeSettings.defaultWallets.defaultWalletByNetwork)).not.toContain('wal_cold');
    expect((await sdk.portfolio.getBalances()).map(({ chain }) => chain)).not.toContain('bsc');
    expect(await sdk.wallets.archive('wal_cold')).toEqual({ wallet: archived, clearedDefault: false });
    const json = { chain: 'bsc', walletId: 'wal_cold', slippageBps: 100, amount: '1000000', ...bnbToUsdt };
    const swap = await call('POST', '/api/v2/swap/execute', { json });
    expect(swap).toMatchObject({ status: 400, body: { error: { message: 'wallet wal_cold is archived' } } });
    expect(await sdk.wallets.unarchive('wal_cold')).toEqual({ wallet: { ...record, state: 'ACTIVE' } });
    expect((await sdk.portfolio.getBalances()).map(({ chain }) => chain)).toContain('bsc');
  });

  test('several are archived with one result each', async () => {
    const { results } = await sdk.wallets.bulkArchive({ walletIds: ['wal_old', 'wal_cold'] });
    expect(results).toEqual([
      { walletId: 'wal_old', status: 'already_archived' },
      { walletId: 'wal_cold', status: 'archived' },
    ]);
    await sdk.wallets.unarchive('wal_cold');
    const walletIds = Array.from({ length: 101 }, (_, index) => `w${index}`);
    await expect(sdk.wallets.bulkArchive({ walletIds })).rejects.toMatchObject({
      status: 400,
      apiCode: 'INVALID_PARAMS',
    });
  });

  test('one that is not the account’s is refused', async () => {
    await expect(sdk.wallets.archive('wal_nobody')).rejects.toMatchObject(unlisted);
    await expect(sdk.wallets.unarchive('wal_nobody')).rejects.toMatchObject(unlisted);
    await expect(sdk.wallets.bulkArchive({ walletIds: ['wal_nobody'] })).rejects.toMatchObject(unlisted);
  });

  test('new wallets come with their group, and move to another', async () => {
    const made = await sdk.walletGroups.createWithWallets({ name: 'Fresh', chain: 'base', walletCount: 2 });
    expect(made).toMatchObject({
      groupId: text,
      name: 'Fresh',
      chain: 'base',
      walletIds: [text, text],
      archived: false,
    });
    const wallets = await sdk.account.getWallets();
    const own = wallets.filter(({ walletId }) => made.walletIds.includes(walletId));
    expect(own.map(({ label, chain }) => [label, chain])).toEqual([
      ['Fresh 1', 'base'],
      ['Fresh 2', 'base'],
    ]);
    for (const { walletId, address } of own) {
      const perps = await call('GET', `/api/v2/perp/positions?wallet_id=${walletId}`);
      expect(perps).toMatchObject({ status: 200, body: { data: { positions: [] } } });
      expect((await sdk.portfolio.getBalances()).map(({ walletAddress }) => walletAddress)).toContain(address);
    }
    const other = await sdk.walletGroups.create({ name: 'Other', chain: 'base' });
    const [first] = made.walletIds as [string, string];
    const move = { fromGroupId: made.groupId, toGroupId: other.groupId };
    expect(await sdk.walletGroups.moveWallet(first, move)).toMatchObject({
      groupId: other.groupId,
      walletIds: [first],
    });
    expect((await sdk.walletGroups.get(made.groupId)).walletIds).toEqual(made.walletIds.slice(1));
    const detach = { fromGroupId: other.groupId, toGroupId: null };
    expect(await sdk.walletGroups.moveWallet(first, detach)).toMatchObject({ groupId: other.groupId, walletIds: [] });
    const wrongChain = { toGroupId: (await sdk.walletGroups.list({ chain: 'svm' }))[0]!.groupId };
    await expect(sdk.walletGroups.moveWallet(first, wrongChain)).rejects.toMatchObject({
      status: 400,
      apiCode: 'GROUP_CHAIN_MISMATCH',
    });
  });
}
