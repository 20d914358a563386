import type { ResponseInput } from '../../protocol/endpoint.ts';
import {
  enableMultisend,
  getMe,
  getSettings,
  getUsage,
  listWallets,
  patchSettings,
  updateSettings,
} from '../../protocol/endpoints/account.ts';
import type { Account } from '../account/account.ts';
import { PaperError, type Route, route } from '../service/handler.ts';

/** What the account routes need from the rest of the service. */
export interface AccountRouteDeps {
  usage(keyId: string): ResponseInput<typeof getUsage>;
  /** Starts the nonce task of an active Solana wallet. */
  enableMultisend(walletId: string): ResponseInput<typeof enableMultisend>;
}

export const accountRoutes = (account: Account, deps: AccountRouteDeps): Route[] => [
  route(getMe, () => ({ userId: account.userId, displayName: account.displayName })),
  route(getSettings, () => ({ tradeSettings: account.settings })),
  route(updateSettings, ({ body }) => ({ tradeSettings: account.updateSettings(body.tradeSettings) })),
  route(patchSettings, ({ body }) => ({ tradeSettings: account.updateSettings(body.tradeSettings) })),
  route(getUsage, (_, { key }) => deps.usage(key.keyId)),
  route(listWallets, () => account.wallets.all.map((wallet) => ({ ...wallet }))),
  route(enableMultisend, ({ params }) => {
    const { walletId, chain, state } = account.wallet(params.walletId);
    if (state === 'ARCHIVED') throw new PaperError(400, 'INVALID_PARAMS', `wallet ${walletId} is archived`);
    if (chain !== 'solana') throw new PaperError(400, 'INVALID_PARAMS', 'only Solana wallets have nonce accounts');
    return deps.enableMultisend(walletId);
  }),
];
