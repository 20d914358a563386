import type { ResponseInput } from '../../protocol/endpoint.ts';
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
import type { Account } from '../account/account.ts';
import type { WalletGroup } from '../account/wallet-groups.ts';
import { type Route, route } from '../service/handler.ts';

const view = (group: WalletGroup): ResponseInput<typeof getWalletGroup> => ({
  ...group,
  walletIds: [...group.walletIds],
});

export const walletGroupRoutes = ({ groups }: Account): Route[] => [
  route(listWalletGroups, ({ query }) => ({ groups: groups.list(query.chain).map(view) })),
  route(createWalletGroup, ({ body }, { nowMs }) => view(groups.create(body, nowMs))),
  route(getWalletGroup, ({ params }) => view(groups.get(params.groupId))),
  route(renameWalletGroup, ({ params, body }, { nowMs }) => view(groups.rename(params.groupId, body.name, nowMs))),
  route(addWalletsToGroup, ({ params, body }, { nowMs }) =>
    view(groups.addWallets(params.groupId, body.walletIds, body.position ?? null, nowMs)),
  ),
  route(reorderGroupWallets, ({ params, body }, { nowMs }) =>
    view(groups.reorderWallets(params.groupId, body.walletIds, nowMs)),
  ),
  route(removeWalletsFromGroup, ({ params, body }, { nowMs }) =>
    view(groups.removeWallets(params.groupId, body.walletIds, nowMs)),
  ),
  route(deleteWalletGroup, ({ params, query }, { nowMs }) =>
    groups.delete(params.groupId, query.hard_delete ?? false, nowMs),
  ),
];
