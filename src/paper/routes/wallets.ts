import type { ResponseInput } from '../../protocol/endpoint.ts';
import { archiveWallet, bulkArchiveWallets, moveWallet, unarchiveWallet } from '../../protocol/endpoints/wallets.ts';
import { type Account, unlisted } from '../account/account.ts';
import { groupChains } from '../account/wallet-groups.ts';
import type { PaperWallet } from '../account/wallets.ts';
import { type Route, route } from '../service/handler.ts';
import { groupView } from './wallet-groups.ts';

/** These answers name chains as groups do; a wallet of several chains has none. */
const view = ({ chain, ...wallet }: PaperWallet): ResponseInput<typeof unarchiveWallet>['wallet'] => ({
  ...wallet,
  ...(chain === null ? {} : { chain: groupChains[chain] }),
});

/** Archiving wallets, and moving them between groups. */
export const walletRoutes = (account: Account): Route[] => [
  route(archiveWallet, ({ params }, { nowMs }) => {
    const { wallet, clearedDefault } = account.archive(params.walletId, nowMs);
    return { wallet: view(wallet), clearedDefault };
  }),
  route(unarchiveWallet, ({ params }) => ({ wallet: view(account.unarchive(params.walletId)) })),
  route(bulkArchiveWallets, ({ body }, { nowMs }) => {
    // An answer has a result for each id, and none that says “unknown”: then nothing is archived.
    for (const walletId of body.walletIds) account.wallet(walletId, unlisted);
    return { results: body.walletIds.map((walletId) => bulkResult(account, walletId, nowMs)) };
  }),
  route(moveWallet, ({ params, body }, { nowMs }) => {
    const { walletId } = account.wallet(params.walletId, unlisted);
    return groupView(account.groups.moveWallet(walletId, body.fromGroupId ?? null, body.toGroupId ?? null, nowMs));
  }),
];

function bulkResult(account: Account, walletId: string, nowMs: number) {
  const { wasArchived, clearedDefault } = account.archive(walletId, nowMs);
  const status = wasArchived ? 'already_archived' : 'archived';
  return clearedDefault ? { walletId, status, clearedDefault } : { walletId, status };
}
