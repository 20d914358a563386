import type { Random } from '../../platform/time/random.ts';
import { PaperError } from '../service/handler.ts';
import type { PaperChain, Wallets } from './wallets.ts';

export interface WalletGroup {
  readonly groupId: string;
  readonly name: string;
  readonly chain: string | null;
  readonly walletIds: readonly string[];
  readonly archived: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Name of a group's chain, by the chain of its wallets. */
export const groupChains = { solana: 'svm', base: 'base', bsc: 'bsc', monad: 'monad' } as const satisfies Record<
  PaperChain,
  string
>;

/** The service has a limit of its own, which is not published. */
const mostGroups = 50;

/** Wallet groups: named, ordered lists of wallets of one chain. A deleted group stays readable as archived. */
export class WalletGroups {
  readonly #random: Random;
  readonly #wallets: Wallets;
  #groups = new Map<string, WalletGroup>();

  constructor(random: Random, wallets: Wallets, startMs: number) {
    this.#random = random;
    this.#wallets = wallets;
    this.create(
      { name: 'Solana desk', chain: 'svm', walletIds: ['wal_main', 'wal_sniper'] },
      startMs - 40 * 86_400_000,
    );
  }

  /** Groups that were not deleted, oldest first. */
  list(chain?: string): WalletGroup[] {
    return [...this.#groups.values()].filter(
      (group) => !group.archived && (chain === undefined || group.chain === chain),
    );
  }

  get(groupId: string): WalletGroup {
    const group = this.#groups.get(groupId);
    if (!group) throw new PaperError(404, 'NOT_FOUND', `no wallet group ${groupId}`);
    return group;
  }

  create(
    draft: { name: string; chain?: string | undefined; walletIds?: readonly string[] | undefined },
    nowMs: number,
  ): WalletGroup {
    const chain = draft.chain ?? null;
    const known: readonly string[] = Object.values(groupChains);
    if (chain !== null && !known.includes(chain))
      throw new PaperError(400, 'INVALID_PARAMS', `chain must be one of ${known.join(', ')}`);
    const walletIds = draft.walletIds ?? [];
    this.#checkWallets(walletIds, chain);
    this.checkRoom();
    const at = new Date(nowMs).toISOString();
    const groupId = `grp_${this.#random.hex(8)}`;
    const group = { groupId, name: draft.name, chain, walletIds, archived: false, createdAt: at, updatedAt: at };
    this.#groups.set(groupId, group);
    return group;
  }

  /** Refuses with GROUP_LIMIT_EXCEEDED where no other group can be made. */
  checkRoom(): void {
    if (this.list().length >= mostGroups)
      throw new PaperError(400, 'GROUP_LIMIT_EXCEEDED', `an account has at most ${mostGroups} wallet groups`);
  }

  rename(groupId: string, name: string, nowMs: number): WalletGroup {
    return this.#change(groupId, nowMs, () => ({ name }));
  }

  /** Inserts the wallets at `position`, or at the end; a wallet that is already in the group moves. */
  addWallets(groupId: string, added: readonly string[], position: number | null, nowMs: number): WalletGroup {
    return this.#change(groupId, nowMs, (group) => {
      this.#checkWallets(added, group.chain);
      const others = group.walletIds.filter((walletId) => !added.includes(walletId));
      return { walletIds: others.toSpliced(position ?? others.length, 0, ...added) };
    });
  }

  /** `walletIds` must be the group's own, each once. */
  reorderWallets(groupId: string, walletIds: readonly string[], nowMs: number): WalletGroup {
    return this.#change(groupId, nowMs, (group) => {
      if ([...walletIds].sort().join() !== [...group.walletIds].sort().join())
        throw new PaperError(400, 'INVALID_PARAMS', 'walletIds must name every wallet of the group exactly once');
      return { walletIds };
    });
  }

  removeWallets(groupId: string, removed: readonly string[], nowMs: number): WalletGroup {
    return this.#change(groupId, nowMs, (group) => {
      for (const walletId of removed) this.#checkMember(group, walletId);
      return { walletIds: group.walletIds.filter((walletId) => !removed.includes(walletId)) };
    });
  }

  /** Out of a group, into one, or both; nothing changes unless all of it can. Returns the one it went into, if any. */
  moveWallet(walletId: string, fromId: string | null, toId: string | null, nowMs: number): WalletGroup {
    const [from, to] = [fromId, toId].map((groupId) => (groupId === null ? null : this.#present(groupId)));
    if (from) this.#checkMember(from, walletId);
    if (to) this.#checkWallets([walletId], to.chain);
    const left = from && this.removeWallets(from.groupId, [walletId], nowMs);
    const entered = to && this.addWallets(to.groupId, [walletId], null, nowMs);
    const changed = entered ?? left;
    if (!changed) throw new PaperError(400, 'INVALID_PARAMS', 'fromGroupId or toGroupId must name a group');
    return changed;
  }

  /** A second delete returns the same as the first, as the published clients expect. */
  delete(groupId: string, isHard: boolean, nowMs: number): { groupId: string } {
    if (isHard) throw new PaperError(501, 'NOT_SUPPORTED', 'a hard delete of a wallet group is not supported yet');
    if (!this.get(groupId).archived) this.#change(groupId, nowMs, () => ({ archived: true }));
    return { groupId };
  }

  snapshot(): WalletGroup[] {
    return [...this.#groups.values()];
  }

  restore(groups: readonly WalletGroup[]): void {
    this.#groups = new Map(groups.map((group) => [group.groupId, group]));
  }

  #change(groupId: string, nowMs: number, change: (group: WalletGroup) => Partial<WalletGroup>): WalletGroup {
    const group = this.#present(groupId);
    const changed = { ...group, ...change(group), updatedAt: new Date(nowMs).toISOString() };
    this.#groups.set(groupId, changed);
    return changed;
  }

  #present(groupId: string): WalletGroup {
    const group = this.get(groupId);
    if (group.archived) throw new PaperError(404, 'NOT_FOUND', `wallet group ${groupId} was deleted`);
    return group;
  }

  #checkMember({ groupId, walletIds }: WalletGroup, walletId: string): void {
    if (!walletIds.includes(walletId))
      throw new PaperError(404, 'NOT_FOUND', `wallet ${walletId} is not in group ${groupId}`);
  }

  #checkWallets(walletIds: readonly string[], chain: string | null): void {
    if (new Set(walletIds).size !== walletIds.length)
      throw new PaperError(400, 'INVALID_PARAMS', 'walletIds must name each wallet once');
    for (const walletId of walletIds) {
      const wallet = this.#wallets.find(walletId);
      if (!wallet) throw new PaperError(400, 'WALLET_NOT_FOUND', `no wallet ${walletId}`);
      if (wallet.state === 'ARCHIVED') throw new PaperError(400, 'INVALID_PARAMS', `wallet ${walletId} is archived`);
      // A wallet without a chain fits any group; a group without a chain takes any wallet.
      if (chain !== null && wallet.chain !== null && groupChains[wallet.chain] !== chain)
        throw new PaperError(
          400,
          'GROUP_CHAIN_MISMATCH',
          `wallet ${walletId} is on ${wallet.chain}, the group on ${chain}`,
        );
    }
  }
}
