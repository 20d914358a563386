import { expect, it } from 'vitest';
import {
  addWalletsToGroup,
  createWalletGroup,
  deleteWalletGroup,
  getWalletGroup,
  listWalletGroups,
  removeWalletsFromGroup,
  renameWalletGroup,
  reorderGroupWallets,
} from '../../protocol/endpoints/wallet-groups.ts';
import { openAccountLab } from './account-lab.fixture.ts';

const openWithGroup = async () => {
  const lab = openAccountLab();
  const group = await lab.call(createWalletGroup, {
    body: { name: 'snipers', chain: 'svm', walletIds: ['wal_sniper'] },
  });
  return { ...lab, group, params: { groupId: group.groupId } };
};

it('creates, lists by chain, gets and renames', async () => {
  const { call, group, params, clock } = await openWithGroup();
  expect(group).toMatchObject({ name: 'snipers', chain: 'svm', walletIds: ['wal_sniper'], archived: false });
  expect((await call(listWalletGroups, {})).groups).toHaveLength(2);
  expect((await call(listWalletGroups, { query: { chain: 'base' } })).groups).toEqual([]);
  expect(await call(getWalletGroup, { params })).toEqual(group);
  await clock.advance(1000);
  const renamed = await call(renameWalletGroup, { params, body: { name: 'scouts' } });
  expect(renamed).toMatchObject({ name: 'scouts', createdAt: group.createdAt });
  expect(renamed.updatedAt).not.toBe(group.updatedAt);
});

it('adds at the end or at a position, reorders and removes', async () => {
  const { call, params } = await openWithGroup();
  const ids = async (walletIds: string[], position?: number) =>
    (await call(addWalletsToGroup, { params, body: { walletIds, position: position ?? null } })).walletIds;
  expect(await ids(['wal_main'])).toEqual(['wal_sniper', 'wal_main']);
  expect(await ids(['wal_perp'], 0)).toEqual(['wal_perp', 'wal_sniper', 'wal_main']);
  expect(await ids(['wal_perp'], 99)).toEqual(['wal_sniper', 'wal_main', 'wal_perp']);
  const reorder = (walletIds: string[]) => call(reorderGroupWallets, { params, body: { walletIds } });
  expect((await reorder(['wal_main', 'wal_perp', 'wal_sniper'])).walletIds).toEqual([
    'wal_main',
    'wal_perp',
    'wal_sniper',
  ]);
  for (const wrong of [['wal_main'], ['wal_main', 'wal_main', 'wal_perp'], ['wal_main', 'wal_perp', 'wal_base']])
    await expect(reorder(wrong)).rejects.toMatchObject({ status: 400 });
  const remove = (walletIds: string[]) => call(removeWalletsFromGroup, { params, body: { walletIds } });
  expect((await remove(['wal_perp', 'wal_main'])).walletIds).toEqual(['wal_sniper']);
  await expect(remove(['wal_main'])).rejects.toMatchObject({ status: 404 });
});

it('refuses wallets that are unknown, archived, twice or of another chain', async () => {
  const { call, params } = await openWithGroup();
  const cases = { wal_nobody: 'WALLET_NOT_FOUND', wal_old: 'INVALID_PARAMS', wal_base: 'GROUP_CHAIN_MISMATCH' };
  for (const [walletId, code] of Object.entries(cases)) {
    await expect(call(addWalletsToGroup, { params, body: { walletIds: [walletId] } })).rejects.toMatchObject({
      status: 400,
      code,
    });
    const body = { name: 'x', chain: 'svm', walletIds: [walletId] };
    await expect(call(createWalletGroup, { body })).rejects.toMatchObject({ status: 400, code });
  }
  const twice = { walletIds: ['wal_main', 'wal_main'] };
  await expect(call(addWalletsToGroup, { params, body: twice })).rejects.toMatchObject({ status: 400 });
  await expect(call(createWalletGroup, { body: { name: 'x', chain: 'mars' } })).rejects.toMatchObject({ status: 400 });
  expect((await call(listWalletGroups, {})).groups).toHaveLength(2);
});

it('archives on delete; a hard delete is not served and changes nothing', async () => {
  const { call, params } = await openWithGroup();
  await expect(call(deleteWalletGroup, { params, query: { hard_delete: 'true' } })).rejects.toMatchObject({
    status: 501,
    code: 'NOT_SUPPORTED',
  });
  expect((await call(getWalletGroup, { params })).archived).toBe(false);
  expect(await call(deleteWalletGroup, { params })).toEqual(params);
  expect((await call(getWalletGroup, { params })).archived).toBe(true);
  expect((await call(listWalletGroups, {})).groups).toHaveLength(1);
  const deleted = await call(getWalletGroup, { params });
  expect(await call(deleteWalletGroup, { params })).toEqual(params);
  expect(await call(getWalletGroup, { params })).toEqual(deleted);
  await expect(call(deleteWalletGroup, { params: { groupId: 'grp_none' } })).rejects.toMatchObject({ status: 404 });
  await expect(call(renameWalletGroup, { params, body: { name: 'y' } })).rejects.toMatchObject({ status: 404 });
  await expect(call(getWalletGroup, { params: { groupId: 'grp_none' } })).rejects.toMatchObject({ status: 404 });
});
