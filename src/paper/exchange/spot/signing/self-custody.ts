import { type Chain, chains } from '../../../../domain/chain.ts';
import { seedWallets } from '../../../account/wallets.ts';

/** An address as it is compared and kept: EVM addresses in lower case. */
export const canonicalAddress = (chain: Chain, address: string): string =>
  chains[chain].family === 'evm' ? address.toLowerCase() : address;

/**
 * Ledger account of an address on a chain: the account's own wallet where it is one, else the address itself. No wallet id
 * is an address, so the managed flow can't reach what only a signature may move.
 */
export function ledgerAccountOf(chain: Chain, address: string): string {
  const canonical = canonicalAddress(chain, address);
  const own = seedWallets.find((wallet) => wallet.chain === chain && wallet.address === canonical);
  return own?.walletId ?? canonical;
}

/** The address behind a user's ledger account. */
export const addressOfAccount = (accountId: string): string =>
  seedWallets.find(({ walletId }) => walletId === accountId)?.address ?? accountId;

/** Whether a ledger account is an address outside the service's account: what it trades is no part of the portfolio. */
export const isSelfCustody = (accountId: string): boolean =>
  !seedWallets.some(({ walletId }) => walletId === accountId);
