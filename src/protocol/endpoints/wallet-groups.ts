import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { oneOf, queryFlag, request, text, whole } from '../request.ts';
import { chainName, list, opt, safeText, verbatim } from '../schema.ts';

/** A group call takes either scope. */
const groupRead = ['manage:wallet-groups', 'read:wallets'];
export const groupWrite = ['manage:wallet-groups', 'write:wallets'];

/** Chains of groups are families and EVM chains by name: svm, base, bsc. */
export const walletGroup = z.object({
  groupId: verbatim(),
  name: safeText(),
  chain: opt(chainName()),
  walletIds: z.array(verbatim()),
  archived: opt(z.boolean()),
  createdAt: opt(safeText()),
  updatedAt: opt(safeText()),
});

const groupParams = request({ groupId: text('groupId') });
const walletIds = z.array(text('wallet id'), { error: 'walletIds must be a list of wallet ids' });
const someWalletIds = walletIds.min(1, 'walletIds must name at least one wallet');
const name = text('name', 32);

export const listWalletGroups = endpoint({
  id: 'walletGroups.list',
  method: 'GET',
  path: '/api/v2/wallet-groups',
  summary: 'Wallet groups',
  source: 'facts',
  scope: groupRead,
  desk: 'Account pane: groups',
  query: request({ chain: text('chain').optional() }),
  response: z.object({ groups: list(walletGroup) }),
});

export const createWalletGroup = endpoint({
  id: 'walletGroups.create',
  method: 'POST',
  path: '/api/v2/wallet-groups',
  summary: 'Create a wallet group',
  source: 'contract',
  scope: groupWrite,
  desk: 'Account pane: group form',
  body: request({ name, chain: text('chain').optional(), walletIds: walletIds.optional() }).superRefine(
    (group, context) => {
      if (group.walletIds?.length && group.chain === undefined)
        context.addIssue({ code: 'custom', path: ['chain'], message: 'chain is needed when walletIds are given' });
    },
  ),
  response: walletGroup,
});

/** Chains on which the service makes wallets for a new group. */
export const newWalletChains = ['svm', 'base', 'bsc'] as const;
export const mostNewWallets = 16;

export const createWithWallets = endpoint({
  id: 'walletGroups.createWithWallets',
  method: 'POST',
  path: '/api/v2/wallet-groups/with-wallets',
  summary: 'Make 1 to 16 new wallets, named after their group, and the group',
  source: 'facts',
  scope: groupWrite,
  desk: 'Account pane: new wallets form',
  body: request({
    name,
    chain: oneOf('chain', newWalletChains),
    walletCount: whole('walletCount', 1, mostNewWallets),
  }),
  response: walletGroup,
});

export const getWalletGroup = endpoint({
  id: 'walletGroups.get',
  method: 'GET',
  path: '/api/v2/wallet-groups/{groupId}',
  summary: 'One wallet group',
  source: 'facts',
  scope: groupRead,
  desk: 'Looks for a change of a group whose answer never came',
  params: groupParams,
  response: walletGroup,
});

export const renameWalletGroup = endpoint({
  id: 'walletGroups.rename',
  method: 'PATCH',
  path: '/api/v2/wallet-groups/{groupId}',
  summary: 'Rename a wallet group',
  source: 'facts',
  scope: groupWrite,
  desk: 'Account pane: group form',
  params: groupParams,
  body: request({ name }),
  response: walletGroup,
});

export const addWalletsToGroup = endpoint({
  id: 'walletGroups.addWallets',
  method: 'POST',
  path: '/api/v2/wallet-groups/{groupId}/wallets',
  summary: 'Add wallets to a group, at a position or at its end',
  source: 'facts',
  scope: groupWrite,
  desk: 'Account pane: group form',
  params: groupParams,
  body: request({ walletIds: someWalletIds, position: whole('position', 0, 2 ** 31 - 1).nullish() }),
  response: walletGroup,
});

export const reorderGroupWallets = endpoint({
  id: 'walletGroups.reorderWallets',
  method: 'PUT',
  path: '/api/v2/wallet-groups/{groupId}/wallets/order',
  summary: 'Put the wallets of a group in another order',
  source: 'facts',
  scope: groupWrite,
  desk: 'Account pane: group form',
  params: groupParams,
  body: request({ walletIds: someWalletIds }),
  response: walletGroup,
});

export const removeWalletsFromGroup = endpoint({
  id: 'walletGroups.removeWallets',
  method: 'DELETE',
  path: '/api/v2/wallet-groups/{groupId}/wallets',
  summary: 'Take wallets out of a group',
  source: 'contract',
  scope: groupWrite,
  desk: 'Account pane: group form',
  params: groupParams,
  body: request({ walletIds: someWalletIds }),
  response: walletGroup,
});

/** The contract documents hard delete, but the service answers `hard_delete=true` with HTTP 501. */
export const deleteWalletGroup = endpoint({
  id: 'walletGroups.delete',
  method: 'DELETE',
  path: '/api/v2/wallet-groups/{groupId}',
  summary: 'Delete a wallet group',
  source: 'contract',
  scope: groupWrite,
  desk: 'Account pane: group form, which says that a hard delete is refused',
  params: groupParams,
  query: request({ hard_delete: queryFlag('hard_delete').optional() }),
  response: z.object({ groupId: verbatim() }),
});
