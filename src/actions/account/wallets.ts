import Big from 'big.js';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import { createWithWallets } from '../../protocol/endpoints/wallet-groups.ts';
import { archiveWallet, bulkArchiveWallets, moveWallet, unarchiveWallet } from '../../protocol/endpoints/wallets.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import type { Intent, IntentContext, Verdict } from '../pipeline/intent.ts';
import { counted } from './wallet-groups.ts';

/** A wallet by its id. `label` is sanitised, for display. */
export interface WalletDraft {
  readonly walletId: string;
  readonly label: string;
}

export interface WalletsDraft {
  readonly wallets: readonly WalletDraft[];
}

/** A group by its id. `name` is sanitised, for display. */
interface GroupDraft {
  readonly groupId: string;
  readonly name: string;
}

export interface MoveWallet extends WalletDraft {
  /** null: it only enters a group. */
  readonly from: GroupDraft | null;
  /** null: it only leaves one. */
  readonly to: GroupDraft | null;
}

export interface NewWallets {
  /** Of their group; the wallets are numbered after it. */
  readonly name: string;
  readonly chain: 'svm' | 'base' | 'bsc';
  readonly count: number;
}

/** These move no money. */
const common = { risk: 'neutral', usd: new Big(0), needs: [] } as const;
const archiving = {
  ...common,
  instrument: 'wallet',
  side: 'change',
  touches: ['wallets', 'settings', 'balances', 'holdings'],
} as const;
const clearedText = ' It was a default wallet: that setting is empty now.';

export const archiveIntent = (_: IntentContext, draft: WalletDraft): Intent<typeof archiveWallet> => ({
  ...archiving,
  endpoint: archiveWallet,
  input: { params: { walletId: draft.walletId } },
  summary: `archive wallet ${draft.label}`,
  walletId: draft.walletId,
  evidence: { kind: 'wallet-state', walletIds: [draft.walletId], state: 'ARCHIVED' },
  readResult: ({ wallet, clearedDefault }) =>
    stateResult(wallet, 'ARCHIVED', `Wallet ${draft.label} archived.${clearedDefault ? clearedText : ''}`),
});

export const unarchiveIntent = (_: IntentContext, draft: WalletDraft): Intent<typeof unarchiveWallet> => ({
  ...archiving,
  endpoint: unarchiveWallet,
  input: { params: { walletId: draft.walletId } },
  summary: `unarchive wallet ${draft.label}`,
  walletId: draft.walletId,
  evidence: { kind: 'wallet-state', walletIds: [draft.walletId], state: 'ACTIVE' },
  readResult: ({ wallet }) => stateResult(wallet, 'ACTIVE', `Wallet ${draft.label} is active again.`),
});

function stateResult(wallet: ResponseData<typeof unarchiveWallet>['wallet'], state: string, message: string): Verdict {
  if (wallet.state.toUpperCase() === state) return { accepted: true, message };
  const said = cleanText(wallet.state, textLimits.symbol);
  return { accepted: false, code: 'NOT_TAKEN', message: `the service returned the wallet as ${said}`, isProven: false };
}

/** Archives up to 100 wallets in one request. Each has its own result. */
export const bulkArchiveIntent = (_: IntentContext, { wallets }: WalletsDraft): Intent<typeof bulkArchiveWallets> => {
  const walletIds = wallets.map(({ walletId }) => walletId);
  return {
    ...archiving,
    endpoint: bulkArchiveWallets,
    input: { body: { walletIds } },
    summary: `archive ${counted(wallets)}: ${wallets.map(({ label }) => label).join(', ')}`,
    walletId: '',
    instrument: 'wallets',
    evidence: { kind: 'wallet-state', walletIds, state: 'ARCHIVED' },
    readResult: ({ results }) => bulkResult(walletIds, results),
  };
};

function bulkResult(
  walletIds: readonly string[],
  results: ResponseData<typeof bulkArchiveWallets>['results'],
): Verdict {
  const read = readable(results);
  const count = (status: string) => read.filter((one) => one.status.toLowerCase() === status).length;
  const [archived, before] = [count('archived'), count('already_archived')];
  const isFor = (walletId: string, index: number) => {
    const result = results[index];
    return result !== undefined && !isUnreadable(result) && result.walletId === walletId;
  };
  if (archived + before !== walletIds.length || results.length !== walletIds.length || !walletIds.every(isFor)) {
    const message = `the answer confirms ${archived + before} of ${walletIds.length} wallets`;
    return { accepted: false, code: 'NOT_TAKEN', message, isProven: false };
  }
  const cleared = read.some(({ clearedDefault }) => clearedDefault === true);
  const others = before > 0 ? `, ${before} already ${before === 1 ? 'was' : 'were'}` : '';
  const setting = cleared ? ' A default wallet was among them: that setting is empty now.' : '';
  return { accepted: true, message: `${archived} of ${walletIds.length} wallets archived${others}.${setting}` };
}

/** Moves a wallet between two groups, into one, or out of one. */
export const moveIntent = (_: IntentContext, { walletId, label, from, to }: MoveWallet): Intent<typeof moveWallet> => ({
  ...common,
  endpoint: moveWallet,
  input: {
    params: { walletId },
    body: { fromGroupId: from?.groupId ?? null, toGroupId: to?.groupId ?? null },
  },
  summary: `move wallet ${label} ${[from && `out of ${from.name}`, to && `into ${to.name}`].filter(Boolean).join(' ')}`,
  walletId,
  instrument: 'wallet groups',
  side: 'change',
  touches: ['groups', 'settings'],
  evidence: { kind: 'wallet-moved', walletId, fromGroupId: from?.groupId ?? null, toGroupId: to?.groupId ?? null },
  readResult: (group) => {
    const isIn = group.walletIds.includes(walletId);
    const expected = to ?? from;
    return isIn === (to !== null) && group.groupId === expected?.groupId
      ? { accepted: true, message: `Wallet ${label} is ${to ? `in group ${to.name}` : `out of group ${from?.name}`}` }
      : {
          accepted: false,
          code: 'NOT_TAKEN',
          message: 'the service returned another group, or the wallet in its old place',
          isProven: false,
        };
  },
});

/** Makes new wallets and their group. There is no protection against a second request: it would make more of them. */
export const newWalletsIntent = (
  { data }: IntentContext,
  { name, chain, count }: NewWallets,
): Intent<typeof createWithWallets> => ({
  ...common,
  endpoint: createWithWallets,
  input: { body: { name, chain, walletCount: count } },
  summary: `make ${count} new ${chain} ${count === 1 ? 'wallet' : 'wallets'} in a group named ${name}`,
  walletId: '',
  instrument: `group named ${name}`,
  side: 'change',
  touches: ['wallets', 'groups', 'settings'],
  evidence: {
    kind: 'new-wallet-group',
    name,
    knownGroupIds: readable(data.read('groups').data?.groups ?? []).map(({ groupId }) => groupId),
  },
  readResult: (group) =>
    group.walletIds.length === count
      ? {
          accepted: true,
          message: `Group ${cleanText(group.name, textLimits.name)} made with ${counted(group.walletIds)}`,
        }
      : {
          accepted: false,
          code: 'NOT_TAKEN',
          message: `the service returned a group with ${counted(group.walletIds)} instead of ${count}`,
          isProven: false,
        },
});
