import { expect, test } from 'vitest';
import type { Peer } from '../peer.ts';
import { expectEach, flag, isoTime, orNull, text, until, whole } from '../shapes.ts';

const presets = (type: 'solana' | 'evm') => {
  const preset = expect.objectContaining({ type, slippageBps: whole, mevProtectionEnabled: flag });
  return { auto: preset, p1: preset, p2: preset };
};

/** Profile, key, wallets and settings. */
export function accountOperations({ sdk, paper }: Peer): void {
  test('the profile', async () => {
    expect(await sdk.account.getMe()).toEqual({ userId: 'usr_paper_0001', displayName: 'Paper trader' });
  });

  test('usage names the key that asked, its scopes and its limits', async () => {
    const usage = await sdk.account.getUsage();
    expect(usage.keyId).toBe(paper.apiKey.split('_')[1]);
    expect(usage.scopes).toEqual(
      expect.arrayContaining(['trade:swap:execute', 'read:wallets', 'write:wallets', 'manage:wallet-groups']),
    );
    expect(usage.constraints).toMatchObject({
      buysEnabled: true,
      sellsEnabled: true,
      allowCustomGas: flag,
      allowBribes: flag,
      maxExecutionsPerHour: whole,
      maxExecutionsPerDay: whole,
      maxConcurrentExecutions: whole,
      maxLimitOrdersPerDay: whole,
    });
  });

  test('wallets carry their state; only an archived one the time it was archived', async () => {
    const wallets = await sdk.account.getWallets();
    expectEach(
      wallets.filter(({ walletId }) => walletId !== 'wal_old'),
      { walletId: text, address: text, chain: orNull(text), label: orNull(text), state: 'ACTIVE' },
    );
    expect(wallets.find(({ walletId }) => walletId === 'wal_old')).toMatchObject({
      chain: 'solana',
      state: 'ARCHIVED',
      archivedAt: isoTime,
    });
    expect(new Set(wallets.map(({ chain }) => chain))).toEqual(new Set(['solana', 'base', 'bsc', 'monad', null]));
  });

  test('what the settings were set to is what they are', async () => {
    const { tradeSettings } = await sdk.account.getSettings();
    expect(tradeSettings.chainPresetsBuy).toMatchObject({ '6': presets('solana'), '1': presets('evm') });
    expect(tradeSettings.chainPresetsSell).toMatchObject({ '6': presets('solana'), '4': presets('evm') });
    expect(tradeSettings.oneClickMode['6']).toEqual({
      enabled: false,
      buyPresets: expect.arrayContaining([text]),
      sellPresets: expect.arrayContaining([text]),
    });
    expect(tradeSettings.walletGroups).toEqual([expect.objectContaining({ name: 'Solana desk' })]);
    const changed = {
      ...tradeSettings,
      autoEnableMultisend: true,
      defaultWallets: {
        defaultWalletByNetwork: { ...tradeSettings.defaultWallets.defaultWalletByNetwork, '6': 'wal_sniper' },
        selectedWalletIdsByNetwork: { '6': { walletIds: ['wal_sniper', 'wal_main'] } },
      },
    };
    expect(await sdk.account.updateSettings({ tradeSettings: changed })).toEqual({ tradeSettings: changed });
    expect(await sdk.account.getSettings()).toEqual({ tradeSettings: changed });
  });

  test('enable-multisend gives a task that succeeds, and refuses an EVM wallet', async () => {
    const { message, taskId } = await sdk.account.enableMultisend('wal_main');
    expect(message).toEqual(text);
    const task = await until(
      () => sdk.tasks.getStatus(taskId),
      ({ status }) => expect(status).toBe('success'),
    );
    expect(task).toEqual({
      taskId,
      taskType: 'nonce',
      status: 'success',
      txHash: text,
      errorCode: null,
      errorMessage: null,
    });
    await expect(sdk.account.enableMultisend('wal_base')).rejects.toMatchObject({
      status: 400,
      apiCode: 'INVALID_PARAMS',
    });
    await expect(sdk.account.enableMultisend('wal_nobody')).rejects.toMatchObject({
      status: 404,
      apiCode: 'NOT_FOUND',
    });
  });
}
