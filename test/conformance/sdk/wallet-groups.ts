import { expect, test } from 'vitest';
import type { Peer } from '../peer.ts';
import { expectEach, isoTime, text } from '../shapes.ts';

const shape = {
  groupId: text,
  name: text,
  chain: 'svm',
  walletIds: expect.any(Array),
  archived: false,
  createdAt: isoTime,
  updatedAt: isoTime,
};

/** Wallet groups from their creation to their end. */
export function walletGroupOperations({ sdk, call }: Peer): void {
  test('groups are listed, and filtered by chain', async () => {
    expectEach(await sdk.walletGroups.list(), shape);
    expect((await sdk.walletGroups.list({ chain: 'svm' })).map(({ name }) => name)).toEqual(['Solana desk']);
    expect(await sdk.walletGroups.list({ chain: 'bsc' })).toEqual([]);
  });

  test('a group is created, filled, ordered, renamed, emptied and deleted', async () => {
    const created = await sdk.walletGroups.create({ name: 'Two', chain: 'svm', walletIds: ['wal_sniper'] });
    expect(created).toEqual({ ...shape, name: 'Two', walletIds: ['wal_sniper'] });
    const { groupId } = created;
    expect(await sdk.walletGroups.get(groupId)).toEqual(created);

    const added = await sdk.walletGroups.addWallets(groupId, { walletIds: ['wal_main'], position: 0 });
    expect(added.walletIds).toEqual(['wal_main', 'wal_sniper']);
    const ordered = await sdk.walletGroups.reorderWallets(groupId, { walletIds: ['wal_sniper', 'wal_main'] });
    expect(ordered.walletIds).toEqual(['wal_sniper', 'wal_main']);
    expect((await sdk.walletGroups.update(groupId, { name: 'Both' })).name).toBe('Both');
    const removed = await sdk.walletGroups.removeWallets(groupId, { walletIds: ['wal_sniper'] });
    expect(removed).toEqual({ ...created, name: 'Both', walletIds: ['wal_main'], updatedAt: isoTime });

    const hard = await call('DELETE', `/api/v2/wallet-groups/${groupId}?hard_delete=true`);
    expect(hard).toMatchObject({ status: 501, body: { error: { code: 'NOT_SUPPORTED', message: text } } });
    expect((await sdk.walletGroups.list()).map((group) => group.groupId)).toContain(groupId);

    expect(await sdk.walletGroups.delete(groupId)).toEqual({ groupId });
    expect((await sdk.walletGroups.list()).map((group) => group.groupId)).not.toContain(groupId);
    // The published client promises that a second delete answers as the first.
    expect(await sdk.walletGroups.delete(groupId)).toEqual({ groupId });
  });

  test('what a group can’t hold is refused', async () => {
    const refusal = (status: number, apiCode: string) => ({ status, apiCode, message: text, requestId: text });
    const create = sdk.walletGroups.create;
    await expect(create({ name: 'x', chain: 'svm', walletIds: ['wal_base'] })).rejects.toMatchObject(
      refusal(400, 'GROUP_CHAIN_MISMATCH'),
    );
    await expect(create({ name: 'x', chain: 'svm', walletIds: ['wal_nobody'] })).rejects.toMatchObject(
      refusal(400, 'WALLET_NOT_FOUND'),
    );
    await expect(create({ name: 'x', walletIds: ['wal_main'] })).rejects.toMatchObject(refusal(400, 'INVALID_PARAMS'));
    await expect(create({ name: 'x'.repeat(33) })).rejects.toMatchObject(refusal(400, 'INVALID_PARAMS'));
    await expect(sdk.walletGroups.get('grp_none')).rejects.toMatchObject(refusal(404, 'NOT_FOUND'));
    await expect(sdk.walletGroups.delete('grp_none')).rejects.toMatchObject(refusal(404, 'NOT_FOUND'));
  });
}
