import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { keyConstraints, keyUse } from '../key-constraints.ts';
import { request, text } from '../request.ts';
import { chainName, list, openEnum, opt, safeText, verbatim } from '../schema.ts';
import { tradeSettings, tradeSettingsUpdate } from '../trade-settings.ts';

/** A wallet of the account, as several reads list it; archived ones too. The published clients know no `state`. */
export const accountWallet = z
  .object({
    walletId: verbatim(),
    address: verbatim(),
    state: opt(openEnum('ACTIVE', 'ARCHIVED')),
    /** Absent for a wallet that holds several chains. */
    chain: opt(chainName()),
    label: opt(safeText()),
    archivedAt: opt(safeText()),
  })
  .transform((wallet) => ({ ...wallet, state: wallet.state ?? (wallet.archivedAt ? 'ARCHIVED' : 'ACTIVE') }));

export const getMe = endpoint({
  id: 'account.me',
  method: 'GET',
  path: '/api/v2/account/me',
  summary: 'Whose key this is',
  source: 'contract',
  scope: 'unknown',
  desk: 'Key pane',
  response: z.object({ userId: verbatim(), displayName: opt(safeText()) }),
});

export const getSettings = endpoint({
  id: 'account.settings',
  method: 'GET',
  path: '/api/v2/account/settings',
  summary: 'Trade settings: presets, default wallets, one-click mode',
  source: 'facts',
  scope: 'unknown',
  desk: 'Account pane: settings',
  response: z.object({ tradeSettings }),
});

export const updateSettings = endpoint({
  id: 'account.updateSettings',
  method: 'PUT',
  path: '/api/v2/account/settings',
  summary: 'Replace the trade settings',
  source: 'contract',
  scope: 'unknown',
  desk: 'Account pane: settings form',
  body: request({ tradeSettings: tradeSettingsUpdate }),
  response: z.object({ tradeSettings }),
});

/**
 * Published once and not in the newest documentation: a deployment may answer that it has no such operation. A field
 * that is given replaces the present one; whether maps merge is unknown, so a map is sent whole.
 */
export const patchSettings = endpoint({
  id: 'account.patchSettings',
  method: 'PATCH',
  path: '/api/v2/account/settings',
  summary: 'Change some of the trade settings and keep the others',
  source: 'facts',
  scope: 'unknown',
  desk: 'Account pane: settings form, which replaces all settings where this is refused',
  body: request({ tradeSettings: tradeSettingsUpdate }),
  response: z.object({ tradeSettings }),
});

export const getUsage = endpoint({
  id: 'account.usage',
  method: 'GET',
  path: '/api/v2/account/usage',
  summary: 'Scopes and limits of the calling key',
  source: 'contract',
  scope: null,
  desk: 'Header, key pane',
  response: z.object({
    keyId: verbatim(),
    scopes: list(safeText()),
    constraints: opt(keyConstraints),
    /** Not in the contract: current usage of the limits, if a deployment sends it. */
    usage: opt(keyUse),
  }),
});

export const listWallets = endpoint({
  id: 'account.wallets',
  method: 'GET',
  path: '/api/v2/account/wallets',
  summary: 'Wallets of the account',
  source: 'contract',
  scope: 'read:wallets',
  desk: 'Header, balances pane, account pane, forms',
  response: list(accountWallet),
});

export const enableMultisend = endpoint({
  id: 'account.enableMultisend',
  method: 'POST',
  path: '/api/v2/account/wallets/{walletId}/enable-multisend',
  summary: 'Set up durable nonce accounts for a Solana wallet; costs a little SOL',
  source: 'contract',
  scope: 'unknown',
  desk: 'Account pane, and the trigger form where the wallet has no nonce accounts',
  params: request({ walletId: text('walletId') }),
  response: z.object({ message: safeText(), taskId: verbatim() }),
});
