import { addresses, type openSpotForm } from '../spot-desk.fixture.ts';

export const sniperAddress = '4HJnxfXXrrmuw8kYKMXStzmfYGQw7h238SDDra8yQS8j';

/** The account's wallets with a second one on Solana. */
export const twoWallets = [
  { walletId: 'wal_main', address: addresses.main, state: 'ACTIVE', chain: 'solana', label: 'main' },
  { walletId: 'wal_sniper', address: sniperAddress, state: 'ACTIVE', chain: 'solana', label: 'sniper' },
  { walletId: 'wal_base', address: addresses.base, state: 'ACTIVE', chain: 'base', label: 'main' },
];

/** Gives the desk of an open form that second wallet. */
export const addWallet = ({ answer, desk }: Pick<ReturnType<typeof openSpotForm>, 'answer' | 'desk'>): void =>
  answer('wallets', twoWallets, desk.now());
