import type { Random } from '../../platform/time/random.ts';
import { addressOn } from '../exchange/spot/tokens/paper-addresses.ts';

/** Native chains of the paper market. `hyperliquid` is the perp venue's margin account. */
export type PaperChain = 'solana' | 'base' | 'bsc' | 'monad';

export interface PaperWallet {
  readonly walletId: string;
  readonly label: string;
  /** Null: a multi-chain wallet (the perp account). */
  readonly chain: PaperChain | null;
  readonly address: string;
  readonly state: 'ACTIVE' | 'ARCHIVED';
  readonly archivedAt?: string;
}

/** The paper account's owner. */
export const paperUserId = 'usr_paper_0001';

/** The wallet of perp calls that name none. */
export const defaultPerpWalletId = 'wal_perp';

/** The wallets of a new paper account; nobody owns their addresses. */
export const seedWallets: readonly PaperWallet[] = [
  wallet('wal_main', 'main', 'solana', '8qNrbwBzWo63i3UjDgN5zPdPc7XEgu4EcduJkyJNmJVe'),
  wallet('wal_sniper', 'sniper', 'solana', '4HJnxfXXrrmuw8kYKMXStzmfYGQw7h238SDDra8yQS8j'),
  wallet('wal_base', 'main', 'base', '0xecd353c2bc593701e82fbc8e9c31bd75c86a612f'),
  wallet('wal_cold', 'cold', 'bsc', '0xcc919fcdc8d844d531c4f3289754b3b7b70afec2'),
  wallet('wal_monad', 'main', 'monad', '0x1196a4c375a295f6620aab41ee634a405eb35a84'),
  wallet('wal_perp', 'perps', null, '0xec54ef2558402a4fa7a2cffae21d6af1779cd7a6'),
  {
    ...wallet('wal_old', 'retired', 'solana', 'HnzXMv1kx9zPYaW3hTrh7qfP9yn3Ez8WmLftZpfbBHH5'),
    state: 'ARCHIVED',
    archivedAt: '2026-02-11T09:30:00.000Z',
  },
];

function wallet(walletId: string, label: string, chain: PaperChain | null, address: string): PaperWallet {
  return { walletId, label, chain, address, state: 'ACTIVE' };
}

/** The account's wallets. Every part of the market asks here: wallets are added and archived while it runs. */
export class Wallets {
  #all: readonly PaperWallet[] = seedWallets;

  /** In the order they were made, archived ones too. */
  get all(): readonly PaperWallet[] {
    return this.#all;
  }

  find(walletId: string): PaperWallet | null {
    return this.#all.find((wallet) => wallet.walletId === walletId) ?? null;
  }

  /** Makes a wallet for each label, with a new address on the chain. */
  add(chain: PaperChain, labels: readonly string[], random: Random): PaperWallet[] {
    const added = labels.map((label) => wallet(`wal_${random.hex(8)}`, label, chain, addressOn(chain, random)));
    this.#all = [...this.#all, ...added];
    return added;
  }

  /** An archived wallet keeps the time it was archived first. Unknown ids are ignored. */
  archive(walletId: string, nowMs: number): void {
    this.#change(walletId, (found) =>
      found.state === 'ARCHIVED' ? found : { ...found, state: 'ARCHIVED', archivedAt: new Date(nowMs).toISOString() },
    );
  }

  unarchive(walletId: string): void {
    this.#change(walletId, ({ archivedAt: _, ...found }) => ({ ...found, state: 'ACTIVE' }));
  }

  snapshot(): readonly PaperWallet[] {
    return this.#all;
  }

  restore(wallets: readonly PaperWallet[]): void {
    this.#all = [...wallets];
  }

  #change(walletId: string, change: (found: PaperWallet) => PaperWallet): void {
    this.#all = this.#all.map((found) => (found.walletId === walletId ? change(found) : found));
  }
}
