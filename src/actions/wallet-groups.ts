import Big from 'big.js';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import {
  addWalletsToGroup,
  createWalletGroup,
  deleteWalletGroup,
  removeWalletsFromGroup,
  renameWalletGroup,
  reorderGroupWallets,
} from '../protocol/endpoints/wallet-groups.ts';
import { readable } from '../protocol/schema.ts';
import type { Evidence } from './evidence/evidence.ts';
import type { Intent, IntentContext } from './intent.ts';

/** A group as it stands before the change. */
export interface GroupBefore {
  readonly groupId: string;
  /** Cleaned, for the words. */
  readonly name: string;
  readonly walletIds: readonly string[];
}

export interface CreateGroup {
  readonly name: string;
  /** `svm`, `base` …; null for a group of any chain, which starts without wallets. */
  readonly chain: string | null;
  readonly walletIds: readonly string[];
}

export interface RenameGroup {
  readonly group: GroupBefore;
  readonly name: string;
}

export interface AddToGroup {
  readonly group: GroupBefore;
  readonly walletIds: readonly string[];
  /** Place of the first one, counted from 0; null for the end. */
  readonly position: number | null;
}

export interface GroupWallets {
  readonly group: GroupBefore;
  readonly walletIds: readonly string[];
}

export interface DeleteGroup {
  readonly group: GroupBefore;
  readonly isHard: boolean;
}

/** What all changes of groups have in common: they move no money. Two changes of one group exclude each other. */
const common = (instrument: string) => ({
  ...{ walletId: '', instrument, side: 'change', risk: 'neutral' as const, usd: new Big(0) },
  ...{ needs: [] as const, touches: ['groups', 'settings'] as const },
});

const after = ({ groupId }: GroupBefore, is: { name?: string; walletIds?: readonly string[] }): Evidence => ({
  ...{ kind: 'wallet-group', groupId, name: is.name ?? null },
  walletIds: is.walletIds ? [...is.walletIds] : null,
});

const counted = ({ length }: readonly string[]): string => `${length} wallet${length === 1 ? '' : 's'}`;

export const createGroupIntent = (
  { data }: IntentContext,
  { name, chain, walletIds }: CreateGroup,
): Intent<typeof createWalletGroup> => ({
  ...common(`group named ${name}`),
  endpoint: createWalletGroup,
  input: {
    body: { name, ...(chain ? { chain } : {}), ...(walletIds.length > 0 ? { walletIds: [...walletIds] } : {}) },
  },
  summary: `create wallet group ${name}`,
  evidence: {
    ...{ kind: 'new-wallet-group', name },
    knownGroupIds: readable(data.read('groups').data?.groups ?? []).map(({ groupId }) => groupId),
  },
  judge: (group) => ({
    accepted: true,
    message: `Group ${cleanText(group.name, textLimits.name)} created with ${counted(group.walletIds)}`,
  }),
});

export const renameGroupIntent = (
  _: IntentContext,
  { group, name }: RenameGroup,
): Intent<typeof renameWalletGroup> => ({
  ...common(`group ${group.groupId}`),
  endpoint: renameWalletGroup,
  input: { params: { groupId: group.groupId }, body: { name } },
  summary: `rename wallet group ${group.name} to ${name}`,
  evidence: after(group, { name }),
  judge: (renamed) => ({
    accepted: true,
    message: `Group ${group.name} is now ${cleanText(renamed.name, textLimits.name)}`,
  }),
});

export function addToGroupIntent(
  _: IntentContext,
  { group, walletIds, position }: AddToGroup,
): Intent<typeof addWalletsToGroup> {
  const others = group.walletIds.filter((walletId) => !walletIds.includes(walletId));
  return {
    ...common(`group ${group.groupId}`),
    endpoint: addWalletsToGroup,
    input: {
      params: { groupId: group.groupId },
      body: { walletIds: [...walletIds], ...(position === null ? {} : { position }) },
    },
    summary: `add ${counted(walletIds)} to group ${group.name}`,
    evidence: after(group, { walletIds: others.toSpliced(position ?? others.length, 0, ...walletIds) }),
    judge: (changed) => ({ accepted: true, message: `Group ${group.name} has ${counted(changed.walletIds)} now` }),
  };
}

export const removeFromGroupIntent = (
  _: IntentContext,
  { group, walletIds }: GroupWallets,
): Intent<typeof removeWalletsFromGroup> => ({
  ...common(`group ${group.groupId}`),
  endpoint: removeWalletsFromGroup,
  input: { params: { groupId: group.groupId }, body: { walletIds: [...walletIds] } },
  summary: `take ${counted(walletIds)} out of group ${group.name}`,
  evidence: after(group, { walletIds: group.walletIds.filter((walletId) => !walletIds.includes(walletId)) }),
  judge: (changed) => ({ accepted: true, message: `Group ${group.name} has ${counted(changed.walletIds)} now` }),
});

export const reorderGroupIntent = (
  _: IntentContext,
  { group, walletIds }: GroupWallets,
): Intent<typeof reorderGroupWallets> => ({
  ...common(`group ${group.groupId}`),
  endpoint: reorderGroupWallets,
  input: { params: { groupId: group.groupId }, body: { walletIds: [...walletIds] } },
  summary: `reorder the wallets of group ${group.name}`,
  evidence: after(group, { walletIds }),
  judge: () => ({ accepted: true, message: `The wallets of group ${group.name} stand in another order` }),
});

/** A hard delete is announced by the service, which answers it with 501: then nothing was deleted. */
export const deleteGroupIntent = (
  _: IntentContext,
  { group, isHard }: DeleteGroup,
): Intent<typeof deleteWalletGroup> => ({
  ...common(`group ${group.groupId}`),
  endpoint: deleteWalletGroup,
  input: { params: { groupId: group.groupId }, ...(isHard ? { query: { hard_delete: true } } : {}) },
  summary: `${isHard ? 'hard-delete' : 'delete'} wallet group ${group.name}`,
  isRefusedBy501: isHard,
  evidence: after(group, {}),
  judge: () => ({ accepted: true, message: `Group ${group.name} deleted; its wallets are untouched` }),
});
