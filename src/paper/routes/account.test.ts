import { expect, it } from 'vitest';
import {
  enableMultisend,
  getMe,
  getSettings,
  getUsage,
  listWallets,
  updateSettings,
} from '../../protocol/endpoints/account.ts';
import { createWalletGroup } from '../../protocol/endpoints/wallet-groups.ts';
import { openAccountLab } from './account-lab.fixture.ts';

it('says whose key it is, what it may do, and which wallets there are', async () => {
  const { call } = openAccountLab();
  expect(await call(getMe, {})).toEqual({ userId: 'usr_paper_0001', displayName: 'Paper trader' });
  expect(await call(getUsage, {})).toMatchObject({ keyId: 'key_1' });
  const wallets = await call(listWallets, {});
  expect(wallets).toHaveLength(7);
  expect(wallets.filter(({ state }) => state === 'ARCHIVED')).toMatchObject([
    { walletId: 'wal_old', archivedAt: expect.any(String) },
  ]);
});

it('starts multisend for an active Solana wallet only', async () => {
  const { call } = openAccountLab();
  const enable = (walletId: string) => call(enableMultisend, { params: { walletId } });
  expect(await enable('wal_main')).toEqual({ message: 'started for wal_main', taskId: 'task_1' });
  await expect(enable('wal_nobody')).rejects.toMatchObject({ status: 404 });
  await expect(enable('wal_base')).rejects.toMatchObject({ status: 400 });
  await expect(enable('wal_old')).rejects.toMatchObject({ status: 400 });
});

it('has presets for each network, by its number', async () => {
  const { tradeSettings } = await openAccountLab().call(getSettings, {});
  expect(Object.keys(tradeSettings.chainPresetsBuy ?? {})).toEqual(['1', '4', '6', '7']);
  expect(tradeSettings.chainPresetsBuy?.['6']?.auto).toMatchObject({ type: 'solana', customPriorityFeeSol: null });
  expect(tradeSettings.chainPresetsSell?.['1']?.p2).toMatchObject({ type: 'evm', slippageBps: 1500 });
  expect(tradeSettings.oneClickMode?.['6']?.enabled).toBe(false);
  expect(tradeSettings.defaultWallets?.defaultWalletByNetwork?.['4']).toBe('wal_cold');
});

it('keeps what an update leaves out, takes back what it was given, and lists the groups as they are', async () => {
  const { call } = openAccountLab();
  const before = (await call(getSettings, {})).tradeSettings;
  const preset = { '6': { auto: { type: 'solana', slippageBps: 55, ownField: 'kept' } } };
  await call(createWalletGroup, { body: { name: 'new' } });
  const { tradeSettings } = await call(updateSettings, {
    body: { tradeSettings: { autoEnableMultisend: true, chainPresetsBuy: preset, walletGroups: [] } },
  });
  expect(tradeSettings).toMatchObject({ autoEnableMultisend: true, chainPresetsBuy: preset });
  expect(tradeSettings.chainPresetsSell).toEqual(before.chainPresetsSell);
  expect(tradeSettings.walletGroups).toHaveLength(2);
  expect((await call(getSettings, {})).tradeSettings).toEqual(tradeSettings);
  const whole = tradeSettings as Parameters<typeof call<typeof updateSettings>>[1]['body']['tradeSettings'];
  expect((await call(updateSettings, { body: { tradeSettings: whole } })).tradeSettings).toEqual(tradeSettings);
});

it('refuses default wallets that are not there', async () => {
  const { call } = openAccountLab();
  const defaultWallets = { defaultWalletByNetwork: { '6': 'wal_nobody' } };
  await expect(call(updateSettings, { body: { tradeSettings: { defaultWallets } } })).rejects.toMatchObject({
    status: 404,
  });
});

it('comes back from a snapshot through JSON as it was', async () => {
  const lab = openAccountLab();
  await lab.call(createWalletGroup, { body: { name: 'kept' } });
  await lab.call(updateSettings, { body: { tradeSettings: { autoEnableMultisend: true } } });
  const stored = JSON.parse(JSON.stringify(lab.account.snapshot()));
  const other = openAccountLab();
  other.account.restore(stored);
  expect(JSON.parse(JSON.stringify(other.account.snapshot()))).toEqual(stored);
  expect(await other.call(getSettings, {})).toEqual(await lab.call(getSettings, {}));
});
