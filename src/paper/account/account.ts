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
} from './settings.ts';
import { Suggestions } from './suggestions.ts';
import { WalletGroups } from './wallet-groups.ts';
import { type PaperWallet, seedWallets } from './wallets.ts';

interface AccountSnapshot {
  readonly settings: TradeSettings;
  readonly groups: ReturnType<WalletGroups['snapshot']>;
  readonly suggestions: ReturnType<Suggestions['snapshot']>;
  readonly sessions: ReturnType<AgentSessions['snapshot']>;
}

/** The paper account apart from its money: owner, wallets, groups, settings, suggestions and agent sessions. */
export class Account {
  readonly userId: string;
  readonly displayName = 'Paper trader';
  readonly wallets: readonly PaperWallet[] = seedWallets;
  readonly groups: WalletGroups;
  readonly suggestions: Suggestions;
  readonly agents: AgentSessions;
  #settings = defaultSettings();

  constructor(options: { clock: Clock; random: Random; bus: Bus; startMs: number; userId: string }) {
    this.userId = options.userId;
    this.groups = new WalletGroups(options.random, seedWallets, options.startMs);
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
  wallet(walletId: string): PaperWallet {
    const wallet = this.wallets.find((candidate) => candidate.walletId === walletId);
    if (!wallet) throw new PaperError(404, 'NOT_FOUND', `no wallet ${walletId}`);
    return wallet;
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
    const active = this.wallets.filter(({ state }) => state === 'ACTIVE').length;
    const open = this.suggestions.list(nowMs, 'OPEN').length;
    return (
      `Paper account ${this.userId}: ${active} active wallets and ${this.wallets.length - active} archived, ` +
      `${this.groups.list().length} wallet groups, ${open} open suggestions. ` +
      'Paper agents have no model, so nothing was traded.'
    );
  }

  snapshot(): unknown {
    const snapshot: AccountSnapshot = {
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
    this.#settings = structuredClone(snapshot.settings);
    this.groups.restore(snapshot.groups);
    this.suggestions.restore(snapshot.suggestions);
    this.agents.restore(snapshot.sessions);
  }
}
