import type { Clock } from '../../platform/time/clock.ts';
import type { Random } from '../../platform/time/random.ts';
import { PaperError } from '../service/handler.ts';
import type { Bus } from '../world/bus.ts';
import { AgentSessions } from './agents.ts';
import {
  defaultSettings,
  mergeSettings,
  namedWallets,
  type TradeSettings,
  type TradeSettingsUpdate,
  withoutWallet,
} from './settings.ts';
import { Suggestions } from './suggestions.ts';
import { groupChains, type WalletGroup, WalletGroups } from './wallet-groups.ts';
import type { PaperChain, PaperWallet, Wallets } from './wallets.ts';

interface AccountSnapshot {
  readonly wallets: readonly PaperWallet[];
  readonly settings: TradeSettings;
  readonly groups: ReturnType<WalletGroups['snapshot']>;
  readonly suggestions: ReturnType<Suggestions['snapshot']>;
  readonly sessions: ReturnType<AgentSessions['snapshot']>;
}

/** Code of an archive call for a wallet that is not the account's. */
export const unlisted = 'WALLET_NOT_FOUND';

/** The paper account apart from its money: owner, wallets, groups, settings, suggestions and agent sessions. */
export class Account {
  readonly userId: string;
  readonly displayName = 'Paper trader';
  readonly wallets: Wallets;
  readonly groups: WalletGroups;
  readonly suggestions: Suggestions;
  readonly agents: AgentSessions;
  readonly #random: Random;
  #settings = defaultSettings();

  constructor(options: {
    clock: Clock;
    random: Random;
    bus: Bus;
    wallets: Wallets;
    startMs: number;
    userId: string;
  }) {
    this.userId = options.userId;
    this.wallets = options.wallets;
    this.#random = options.random;
    this.groups = new WalletGroups(options.random, options.wallets, options.startMs);
    this.suggestions = new Suggestions(options.random, options.startMs);
    this.agents = new AgentSessions(options.clock, options.random, (taskId) => {
      const { userId } = this;
      options.bus.publish({
        stream: 'automation.updates',
        filter: {},
        userId,
        data: { type: 'automation', taskId, userId },
      });
    });
  }

  /** Throws a 404 PaperError for an unknown wallet. */
  wallet(walletId: string, code = 'NOT_FOUND'): PaperWallet {
    const wallet = this.wallets.find(walletId);
    if (!wallet) throw new PaperError(404, code, `no wallet ${walletId}`);
    return wallet;
  }

  /**
   * Archives a wallet; once more changes nothing. `clearedDefault`: it was the default of a network, which has none now.
   * Throws a PaperError, 404 WALLET_NOT_FOUND, for an unknown wallet.
   */
  archive(walletId: string, nowMs: number): { wallet: PaperWallet; wasArchived: boolean; clearedDefault: boolean } {
    const wasArchived = this.wallet(walletId, unlisted).state === 'ARCHIVED';
    this.wallets.archive(walletId, nowMs);
    const { settings, hadDefault } = withoutWallet(this.#settings, walletId);
    this.#settings = settings;
    return { wallet: this.wallet(walletId), wasArchived, clearedDefault: hadDefault };
  }

  unarchive(walletId: string): PaperWallet {
    this.wallets.unarchive(this.wallet(walletId, unlisted).walletId);
    return this.wallet(walletId);
  }

  /** Makes wallets named after their group, and the group: all of it, or nothing. */
  createWithWallets(name: string, chain: PaperChain, count: number, nowMs: number): WalletGroup {
    this.groups.checkRoom();
    const labels = Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);
    const walletIds = this.wallets.add(chain, labels, this.#random).map(({ walletId }) => walletId);
    return this.groups.create({ name, chain: groupChains[chain], walletIds }, nowMs);
  }

  get settings(): TradeSettings {
    const walletGroups = this.groups.list().map((group) => ({ ...group, walletIds: [...group.walletIds] }));
    return { ...structuredClone(this.#settings), walletGroups };
  }

  updateSettings(update: TradeSettingsUpdate): TradeSettings {
    for (const walletId of namedWallets(update)) this.wallet(walletId);
    this.#settings = mergeSettings(this.#settings, update);
    return this.settings;
  }

  /** The answer of a paper agent: it has no model, so it reports what it can see. */
  agentAnswer(nowMs: number): string {
    const active = this.wallets.all.filter(({ state }) => state === 'ACTIVE').length;
    const open = this.suggestions.list(nowMs, { state: 'OPEN', limit: 200 }).suggestions.length;
    return (
      `Paper account ${this.userId}: ${active} active wallets and ${this.wallets.all.length - active} archived, ` +
      `${this.groups.list().length} wallet groups, ${open} open suggestions. ` +
      'Paper agents have no model, so nothing was traded.'
    );
  }

  snapshot(): unknown {
    const snapshot: AccountSnapshot = {
      wallets: this.wallets.snapshot(),
      settings: structuredClone(this.#settings),
      groups: this.groups.snapshot(),
      suggestions: this.suggestions.snapshot(),
      sessions: this.agents.snapshot(),
    };
    return snapshot;
  }

  /** Restores what `snapshot` returned. */
  restore(state: unknown): void {
    const snapshot = state as AccountSnapshot;
    this.wallets.restore(snapshot.wallets);
    this.#settings = structuredClone(snapshot.settings);
    this.groups.restore(snapshot.groups);
    this.suggestions.restore(snapshot.suggestions);
    this.agents.restore(snapshot.sessions);
  }
}
