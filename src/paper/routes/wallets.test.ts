import { describe, expect, it } from 'vitest';
import { isAddress } from '../../domain/market/chain.ts';
import { getSettings, listWallets, patchSettings } from '../../protocol/endpoints/account.ts';
import { createWalletGroup, createWithWallets, listWalletGroups } from '../../protocol/endpoints/wallet-groups.ts';
import { archiveWallet, bulkArchiveWallets, moveWallet, unarchiveWallet } from '../../protocol/endpoints/wallets.ts';
import { openAccountLab } from './account-lab.fixture.ts';

const archivedAt = '2026-11-20T14:12:00.000Z';
const wallet = (walletId: string) => ({ params: { walletId } });
const unlisted = { status: 404, code: 'WALLET_NOT_FOUND' };

describe('archiving', () => {
  it('keeps the wallet in the list, says when, and names chains as groups do', async () => {
    const { call } = openAccountLab();
    expect(await call(archiveWallet, wallet('wal_sniper'))).toEqual({
      wallet: expect.objectContaining({ walletId: 'wal_sniper', chain: 'svm', state: 'ARCHIVED', archivedAt }),
      clearedDefault: false,
    });
    const listed = (await call(listWallets, {})).find(({ walletId }) => walletId === 'wal_sniper');
    expect(listed).toMatchObject({ state: 'ARCHIVED', archivedAt, chain: 'solana' });
  });

  it('empties the setting of a default wallet, once, and forgets the selection', async () => {
    const { call } = openAccountLab();
    const defaults = async () => (await call(getSettings, {})).tradeSettings.defaultWallets;
    expect((await defaults())?.defaultWalletByNetwork).toMatchObject({ 6: 'wal_main', 1: 'wal_base' });
    expect(await call(archiveWallet, wallet('wal_main'))).toMatchObject({ clearedDefault: true });
    expect((await defaults())?.defaultWalletByNetwork).not.toHaveProperty('6');
    expect((await defaults())?.defaultWalletByNetwork).toHaveProperty('1', 'wal_base');
    expect((await defaults())?.selectedWalletIdsByNetwork?.['6']).toEqual({ walletIds: [] });
    expect(await call(archiveWallet, wallet('wal_main'))).toMatchObject({ clearedDefault: false });
  });

  it('a second time changes nothing, and a wallet brought back is as before', async () => {
    const { call, clock } = openAccountLab();
    await call(archiveWallet, wallet('wal_sniper'));
    await clock.advance(60_000);
    expect((await call(archiveWallet, wallet('wal_sniper'))).wallet).toMatchObject({ archivedAt });
    const back = (await call(unarchiveWallet, wallet('wal_sniper'))).wallet;
    expect(back).toMatchObject({ state: 'ACTIVE' });
    expect(back).not.toHaveProperty('archivedAt');
    expect((await call(unarchiveWallet, wallet('wal_sniper'))).wallet).toEqual(back);
  });

  it('of several has a result for each id, in their order', async () => {
    const { call } = openAccountLab();
    const walletIds = ['wal_base', 'wal_old', 'wal_sniper', 'wal_base'];
    expect(await call(bulkArchiveWallets, { body: { walletIds } })).toEqual({
      results: [
        { walletId: 'wal_base', status: 'archived', clearedDefault: true },
        { walletId: 'wal_old', status: 'already_archived' },
        { walletId: 'wal_sniper', status: 'archived' },
        { walletId: 'wal_base', status: 'already_archived' },
      ],
    });
  });

  it('refuses a wallet that is not the account’s, and then archives none', async () => {
    const { call, account } = openAccountLab();
    await expect(call(archiveWallet, wallet('wal_nobody'))).rejects.toMatchObject(unlisted);
    await expect(call(unarchiveWallet, wallet('wal_nobody'))).rejects.toMatchObject(unlisted);
    const body = { walletIds: ['wal_base', 'wal_nobody'] };
    await expect(call(bulkArchiveWallets, { body })).rejects.toMatchObject(unlisted);
    expect(account.wallet('wal_base').state).toBe('ACTIVE');
  });
});

describe('moving', () => {
  async function twoGroups() {
    const lab = openAccountLab();
    const first = (await lab.call(listWalletGroups, {})).groups[0]!;
    const other = await lab.call(createWalletGroup, { body: { name: 'other', chain: 'svm' } });
    const move = (walletId: string, fromGroupId: string | null, toGroupId: string | null) =>
      lab.call(moveWallet, { ...wallet(walletId), body: { fromGroupId, toGroupId } });
    return { ...lab, move, from: first.groupId, to: other.groupId };
  }

  it('answers with the group it went into, or with the one it left', async () => {
    const { move, account, from, to } = await twoGroups();
    expect(await move('wal_main', from, to)).toMatchObject({ groupId: to, walletIds: ['wal_main'] });
    expect(account.groups.get(from).walletIds).toEqual(['wal_sniper']);
    expect(await move('wal_main', to, null)).toMatchObject({ groupId: to, walletIds: [] });
    expect(await move('wal_main', null, from)).toMatchObject({ groupId: from, walletIds: ['wal_sniper', 'wal_main'] });
  });

  it('changes neither group where one of them refuses', async () => {
    const { call, move, account, from, to } = await twoGroups();
    const base = await call(createWalletGroup, { body: { name: 'evm', chain: 'base' } });
    await expect(move('wal_main', from, base.groupId)).rejects.toMatchObject({ code: 'GROUP_CHAIN_MISMATCH' });
    await expect(move('wal_main', to, from)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
    await expect(move('wal_main', from, 'grp_none')).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
    await expect(move('wal_nobody', null, to)).rejects.toMatchObject(unlisted);
    expect(account.groups.get(from).walletIds).toEqual(['wal_main', 'wal_sniper']);
    await expect(move('wal_main', null, null)).rejects.toThrow('fromGroupId or toGroupId must name a group');
  });
});

describe('new wallets', () => {
  const create = { name: 'Snipers', walletCount: 3 };

  it.each([
    ['svm', 'solana'],
    ['base', 'base'],
    ['bsc', 'bsc'],
  ] as const)('on %s have addresses of their own and the names of their group', async (chain, listedChain) => {
    const { call } = openAccountLab();
    const group = await call(createWithWallets, { body: { ...create, chain } });
    expect(group).toMatchObject({ name: 'Snipers', chain, archived: false });
    const wallets = (await call(listWallets, {})).filter(({ walletId }) => group.walletIds.includes(walletId));
    expect(wallets.map(({ label }) => label)).toEqual(['Snipers 1', 'Snipers 2', 'Snipers 3']);
    expect(new Set(wallets.map(({ address }) => address)).size).toBe(3);
    for (const { address, chain, state } of wallets) {
      expect(isAddress(listedChain, address)).toBe(true);
      expect({ chain, state }).toEqual({ chain: listedChain, state: 'ACTIVE' });
    }
  });

  it('are neither more nor fewer than a call makes', async () => {
    const { call } = openAccountLab();
    for (const walletCount of [0, 17, 1.5])
      await expect(call(createWithWallets, { body: { ...create, chain: 'svm', walletCount } })).rejects.toThrow();
    await expect(call(createWithWallets, { body: { ...create, chain: 'monad' as 'svm' } })).rejects.toThrow();
    expect(await call(listWallets, {})).toHaveLength(7);
  });

  it('are not made where their group is one too many', async () => {
    const { call } = openAccountLab();
    const full = { status: 400, code: 'GROUP_LIMIT_EXCEEDED' };
    for (let count = 1; count < 50; count++) await call(createWalletGroup, { body: { name: `g${count}` } });
    await expect(call(createWalletGroup, { body: { name: 'one too many' } })).rejects.toMatchObject(full);
    await expect(call(createWithWallets, { body: { ...create, chain: 'svm' } })).rejects.toMatchObject(full);
    expect(await call(listWallets, {})).toHaveLength(7);
  });

  it('are there again after a restart', async () => {
    const { call, account } = openAccountLab();
    await call(createWithWallets, { body: { ...create, chain: 'base' } });
    await call(archiveWallet, wallet('wal_main'));
    const again = openAccountLab().account;
    again.restore(structuredClone(account.snapshot()));
    expect(again.wallets.all).toEqual(account.wallets.all);
  });
});

it('a part of the settings is replaced and the others are kept', async () => {
  const { call } = openAccountLab();
  const { tradeSettings } = await call(getSettings, {});
  const update = { autoEnableMultisend: true, defaultWallets: { defaultWalletByNetwork: { 6: 'wal_sniper' } } };
  const changed = { tradeSettings: { ...tradeSettings, ...update } };
  expect(await call(patchSettings, { body: { tradeSettings: update } })).toEqual(changed);
  expect(await call(getSettings, {})).toEqual(changed);
});
