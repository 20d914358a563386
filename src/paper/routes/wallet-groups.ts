import type { ResponseInput } from '../../protocol/endpoint.ts';
import {
  addWalletsToGroup,
  createWalletGroup,
  createWithWallets,
  deleteWalletGroup,
  getWalletGroup,
  listWalletGroups,
  removeWalletsFromGroup,
  renameWalletGroup,
  reorderGroupWallets,
} from '../../protocol/endpoints/wallet-groups.ts';
import type { Account } from '../account/account.ts';
import type { WalletGroup } from '../account/wallet-groups.ts';
import { type Route, route } from '../service/handler.ts';

export const groupView = (group: WalletGroup): ResponseInput<typeof getWalletGroup> => ({
  ...group,
  walletIds: [...group.walletIds],
});

/** The wallets' chain behind the name of a group's. */
const newWalletChains = { svm: 'solana', base: 'base', bsc: 'bsc' } as const;

export const walletGroupRoutes = (account: Account): Route[] => [...groupRoutes(account), newWalletsRoute(account)];

const newWalletsRoute = (account: Account): Route =>
  route(createWithWallets, ({ body: { name, chain, walletCount } }, { nowMs }) =>
    groupView(account.createWithWallets(name, newWalletChains[chain], walletCount, nowMs)),
  );

const groupRoutes = ({ groups }: Account): Route[] => [
  route(listWalletGroups, ({ query }) => ({ groups: groups.list(query.chain).map(groupView) })),
  route(createWalletGroup, ({ body }, { nowMs }) => groupView(groups.create(body, nowMs))),
  route(getWalletGroup, ({ params }) => groupView(groups.get(params.groupId))),
  route(renameWalletGroup, ({ params, body }, { nowMs }) => groupView(groups.rename(params.groupId, body.name, nowMs))),
  route(addWalletsToGroup, ({ params, body }, { nowMs }) =>
    groupView(groups.addWallets(params.groupId, body.walletIds, body.position ?? null, nowMs)),
  ),
  route(reorderGroupWallets, ({ params, body }, { nowMs }) =>
    groupView(groups.reorderWallets(params.groupId, body.walletIds, nowMs)),
  ),
  route(removeWalletsFromGroup, ({ params, body }, { nowMs }) =>
    groupView(groups.removeWallets(params.groupId, body.walletIds, nowMs)),
  ),
  route(deleteWalletGroup, ({ params, query }, { nowMs }) =>
    groups.delete(params.groupId, query.hard_delete ?? false, nowMs),
  ),
];
