import Big from 'big.js';
import { type Chain, groupChain } from '../../domain/market/chain.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import {
  addWalletsToGroup,
  createWalletGroup,
  deleteWalletGroup,
  removeWalletsFromGroup,
  renameWalletGroup,
  reorderGroupWallets,
} from '../../protocol/endpoints/wallet-groups.ts';
import { readable } from '../../protocol/schema.ts';
import type { Intent, IntentContext } from '../pipeline/intent.ts';
import type { Evidence } from '../reconcile/evidence.ts';

/** A group before the change. */
export interface GroupBefore {
  readonly groupId: string;
  /** Sanitised, for display. */
  readonly name: string;
  readonly walletIds: readonly string[];
}

export interface CreateGroup {
  readonly name: string;
  /** null for a group of any chain, which starts without wallets. */
  readonly chain: Chain | null;
  readonly walletIds: readonly string[];
}

export interface RenameGroup {
  readonly group: GroupBefore;
  readonly name: string;
}

/** A wallet that is in the group already is moved. */
export interface AddToGroup {
  readonly group: GroupBefore;
  readonly walletIds: readonly string[];
  /** Position of the first one, from 0; null for the end. */
  readonly position: number | null;
}

/** For a removal the wallets that leave; for a new order all of them, in it. */
export interface GroupWallets {
  readonly group: GroupBefore;
  readonly walletIds: readonly string[];
}

export interface DeleteGroup {
  readonly group: GroupBefore;
  readonly isHard: boolean;
}

/** Common to all group changes: they move no money, and two changes of one group exclude each other. */
const common = (instrument: string) => ({
  walletId: '',
  instrument,
  side: 'change',
  risk: 'neutral' as const,
  usd: new Big(0),
  needs: [] as const,
  touches: ['groups', 'settings'] as const,
});

const after = ({ groupId }: GroupBefore, is: { name?: string; walletIds?: readonly string[] }): Evidence => ({
  kind: 'wallet-group',
  groupId,
  name: is.name ?? null,
  walletIds: is.walletIds ? [...is.walletIds] : null,
});

export const counted = ({ length }: readonly unknown[]): string => `${length} wallet${length === 1 ? '' : 's'}`;

/** The new group has the id that the service gives it: it is found again as one of this name that did not stand before. */
export const createGroupIntent = (
  { data }: IntentContext,
  { name, chain, walletIds }: CreateGroup,
): Intent<typeof createWalletGroup> => ({
  ...common(`group named ${name}`),
  endpoint: createWalletGroup,
  input: {
    body: {
      name,
      ...(chain ? { chain: groupChain(chain) } : {}),
      ...(walletIds.length > 0 ? { walletIds: [...walletIds] } : {}),
    },
  },
  summary: `create wallet group ${name}`,
  evidence: {
    kind: 'new-wallet-group',
    name,
    knownGroupIds: readable(data.read('groups').data?.groups ?? []).map(({ groupId }) => groupId),
  },
  readResult: (group) => ({
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
  readResult: (renamed) => ({
    accepted: true,
    message: `Group ${group.name} is now ${cleanText(renamed.name, textLimits.name)}`,
  }),
});

/** Puts wallets into the group, in the order given, at one place or at its end. */
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
    readResult: (changed) => ({ accepted: true, message: `Group ${group.name} now has ${counted(changed.walletIds)}` }),
  };
}

export const removeFromGroupIntent = (
  _: IntentContext,
  { group, walletIds }: GroupWallets,
): Intent<typeof removeWalletsFromGroup> => ({
  ...common(`group ${group.groupId}`),
  endpoint: removeWalletsFromGroup,
  input: { params: { groupId: group.groupId }, body: { walletIds: [...walletIds] } },
  summary: `remove ${counted(walletIds)} from group ${group.name}`,
  evidence: after(group, { walletIds: group.walletIds.filter((walletId) => !walletIds.includes(walletId)) }),
  readResult: (changed) => ({ accepted: true, message: `Group ${group.name} now has ${counted(changed.walletIds)}` }),
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
  readResult: () => ({ accepted: true, message: `The wallets of group ${group.name} are reordered` }),
});

/** The service documents hard delete but answers it with 501: then nothing was deleted. */
export const deleteGroupIntent = (
  _: IntentContext,
  { group, isHard }: DeleteGroup,
): Intent<typeof deleteWalletGroup> => ({
  ...common(`group ${group.groupId}`),
  endpoint: deleteWalletGroup,
  input: { params: { groupId: group.groupId }, ...(isHard ? { query: { hard_delete: true } } : {}) },
  summary: `${isHard ? 'hard-delete' : 'delete'} wallet group ${group.name}`,
  ...(isHard ? { isRefusedBy: [{ status: 501 }] } : {}),
  evidence: after(group, {}),
  readResult: () => ({ accepted: true, message: `Group ${group.name} deleted; its wallets are untouched` }),
});
