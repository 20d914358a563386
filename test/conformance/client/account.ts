import { expect, test } from 'vitest';
import * as account from '../../../src/protocol/endpoints/account.ts';
import * as agents from '../../../src/protocol/endpoints/agents.ts';
import { getTask } from '../../../src/protocol/endpoints/tasks.ts';
import * as groups from '../../../src/protocol/endpoints/wallet-groups.ts';
import * as wallets from '../../../src/protocol/endpoints/wallets.ts';
import { first, type OwnClient } from '../own-client.ts';
import { jup } from '../shapes.ts';

/** Account, wallet groups and agents. */
export function accountCalls({ call, client, service }: OwnClient): void {
  test('account', async () => {
    expect(await call(account.getMe, {})).toEqual({ userId: 'usr_paper_0001', displayName: 'Paper trader' });
    const { tradeSettings } = await call(account.getSettings, {});
    const update = { autoEnableMultisend: true, defaultWallets: { defaultWalletByNetwork: { 6: 'wal_sniper' } } };
    expect(await call(account.updateSettings, { body: { tradeSettings: update } })).toEqual({
      tradeSettings: { ...tradeSettings, ...update },
    });
    const patched = await call(account.patchSettings, { body: { tradeSettings: { autoEnableMultisend: false } } });
    expect(patched).toEqual({ tradeSettings: { ...tradeSettings, ...update, autoEnableMultisend: false } });
    expect((await call(account.getUsage, {})).keyId).toBe(service.apiKey.split('_')[1]);
    expect(await call(account.listWallets, {})).toHaveLength(7);
    const { taskId } = await call(account.enableMultisend, { params: { walletId: 'wal_sniper' } });
    expect(await call(getTask, { params: { taskId } })).toMatchObject({
      taskId,
      taskType: 'nonce',
      status: 'submitted',
    });
  });

  test('wallet groups', async () => {
    const body = { name: 'Pair', chain: 'svm', walletIds: ['wal_main'] };
    const { groupId } = await call(groups.createWalletGroup, { body });
    const params = { groupId };
    await call(groups.addWalletsToGroup, { params, body: { walletIds: ['wal_sniper'], position: 0 } });
    await call(groups.reorderGroupWallets, { params, body: { walletIds: ['wal_main', 'wal_sniper'] } });
    await call(groups.renameWalletGroup, { params, body: { name: 'Twins' } });
    await call(groups.removeWalletsFromGroup, { params, body: { walletIds: ['wal_main'] } });
    expect(await call(groups.getWalletGroup, { params })).toMatchObject({ name: 'Twins', walletIds: ['wal_sniper'] });
    expect((await call(groups.listWalletGroups, { query: { chain: 'svm' } })).groups).toHaveLength(2);
    const hard = client.call(groups.deleteWalletGroup, { params, query: { hard_delete: true } });
    await expect(hard).rejects.toMatchObject({ kind: 'not-supported', status: 501, code: 'NOT_SUPPORTED' });
    expect(await call(groups.deleteWalletGroup, { params })).toEqual(params);
  });

  test('wallets', async () => {
    const made = await call(groups.createWithWallets, { body: { name: 'New', chain: 'bsc', walletCount: 2 } });
    const [first = '', second = ''] = made.walletIds;
    const params = { walletId: first };
    const left = await call(wallets.moveWallet, { params, body: { fromGroupId: made.groupId } });
    expect(left).toMatchObject({ groupId: made.groupId, walletIds: [second] });
    expect((await call(wallets.archiveWallet, { params })).wallet).toMatchObject({
      walletId: first,
      state: 'ARCHIVED',
    });
    const { results } = await call(wallets.bulkArchiveWallets, { body: { walletIds: [first, second] } });
    expect(results).toMatchObject([{ status: 'already_archived' }, { walletId: second, status: 'archived' }]);
    for (const walletId of [first, second])
      expect((await call(wallets.unarchiveWallet, { params: { walletId } })).wallet.state).toBe('ACTIVE');
  });

  test('agents', async () => {
    const terms = { side: 'BUY', networkId: 'SOL', rationale: 'It is low.', confidence: 'LOW' } as const;
    const made = await call(agents.createSuggestion, { body: { ...terms, asset: jup, amountInUsd: 12.5 } });
    expect(made).toMatchObject({ ...terms, state: 'OPEN', asset: { address: jup }, amountInUsd: '12.5' });
    const page = await call(agents.listSuggestions, { query: { state: 'ALL', limit: 1 } });
    expect(first(page.suggestions ?? [])).toMatchObject({ id: made.id, state: 'OPEN' });
    const cursor = page.nextCursor ?? 'none';
    const older = await call(agents.listSuggestions, { query: { state: 'ALL', limit: 1, cursor } });
    expect(first(older.suggestions ?? [])).not.toMatchObject({ id: made.id });
    const { sessionId } = await call(agents.invokeAgent, {
      params: { agentId: 'scout' },
      body: { prompt: 'What moved?', awaitResult: true },
    });
    expect(await call(agents.getAgentSession, { params: { sessionId } })).toMatchObject({ status: 'completed' });
  });
}
