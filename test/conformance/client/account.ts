import { expect, test } from 'vitest';
import * as account from '../../../src/protocol/endpoints/account.ts';
import * as agents from '../../../src/protocol/endpoints/agents.ts';
import { getTask } from '../../../src/protocol/endpoints/tasks.ts';
import * as groups from '../../../src/protocol/endpoints/wallet-groups.ts';
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

  test('agents', async () => {
    const made = await call(agents.createSuggestion, { body: { chain: 'solana', tokenAddress: jup, side: 'buy' } });
    expect(first((await call(agents.listSuggestions, { query: { state: 'OPEN' } })).suggestions)).toEqual(made);
    const { sessionId } = await call(agents.invokeAgent, {
      params: { agentId: 'scout' },
      body: { prompt: 'What moved?', awaitResult: true },
    });
    expect(await call(agents.getAgentSession, { params: { sessionId } })).toMatchObject({ status: 'completed' });
  });
}
