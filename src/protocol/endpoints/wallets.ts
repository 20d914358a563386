import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { request, text } from '../request.ts';
import { list, openEnum, opt, verbatim } from '../schema.ts';
import { accountWallet } from './account.ts';
import { groupWrite, walletGroup } from './wallet-groups.ts';

/** How many wallets one bulk call takes. */
export const mostBulkWallets = 100;

const params = request({ walletId: text('walletId') });
const noBody = request({});

export const archiveWallet = endpoint({
  id: 'wallets.archive',
  method: 'POST',
  path: '/api/v2/wallets/{walletId}/archive',
  summary: 'Archive a wallet: it leaves pickers and balances, and keeps what it holds and its history',
  source: 'facts',
  scope: 'write:wallets',
  desk: 'Account pane: archive form',
  params,
  body: noBody,
  /** `clearedDefault`: it was a default wallet, and that setting is empty now. */
  response: z.object({ wallet: accountWallet, clearedDefault: opt(z.boolean()) }),
});

export const unarchiveWallet = endpoint({
  id: 'wallets.unarchive',
  method: 'POST',
  path: '/api/v2/wallets/{walletId}/unarchive',
  summary: 'Bring an archived wallet back',
  source: 'facts',
  scope: 'write:wallets',
  desk: 'Account pane: unarchive form',
  params,
  body: noBody,
  response: z.object({ wallet: accountWallet }),
});

export const bulkArchiveWallets = endpoint({
  id: 'wallets.bulkArchive',
  method: 'POST',
  path: '/api/v2/wallets/bulk-archive',
  summary: 'Archive up to 100 wallets, each on its own',
  source: 'facts',
  scope: 'write:wallets',
  desk: 'Account pane: archive several wallets',
  body: request({
    walletIds: z
      .array(text('wallet id'), { error: 'walletIds must be a list of wallet ids' })
      .min(1, 'walletIds must name at least one wallet')
      .max(mostBulkWallets, `walletIds must name at most ${mostBulkWallets} wallets`),
  }),
  /** One result for each id, in the order sent. */
  response: z.object({
    results: list(
      z.object({
        walletId: verbatim(),
        status: openEnum('archived', 'already_archived'),
        clearedDefault: opt(z.boolean()),
      }),
    ),
  }),
});

export const moveWallet = endpoint({
  id: 'wallets.move',
  method: 'POST',
  path: '/api/v2/wallets/{walletId}/move',
  summary: 'Move a wallet out of a group, into one, or between two',
  source: 'facts',
  scope: groupWrite,
  desk: 'Account pane: move form',
  params,
  body: request({ fromGroupId: text('fromGroupId').nullish(), toGroupId: text('toGroupId').nullish() }).refine(
    ({ fromGroupId, toGroupId }) => fromGroupId != null || toGroupId != null,
    { path: ['toGroupId'], message: 'fromGroupId or toGroupId must name a group' },
  ),
  /** The group it went into; where it only left one, that one. */
  response: walletGroup,
});
