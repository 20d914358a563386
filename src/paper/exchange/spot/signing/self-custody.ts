import { type Chain, chains } from '../../../../domain/market/chain.ts';
import type { Wallets } from '../../../account/wallets.ts';

/** An address in comparable form: EVM addresses in lower case. */
export const canonicalAddress = (chain: Chain, address: string): string =>
  chains[chain].family === 'evm' ? address.toLowerCase() : address;

/**
 * Ledger account of an address: the account's own wallet if it is one, otherwise the address. A wallet id is never an
 * address, so managed calls cannot reach funds that need a signature.
 */
export function ledgerAccountOf(wallets: Wallets, chain: Chain, address: string): string {
  const canonical = canonicalAddress(chain, address);
  const own = wallets.all.find((wallet) => wallet.chain === chain && wallet.address === canonical);
  return own?.walletId ?? canonical;
}

/** The address of a user's ledger account. */
export const addressOfAccount = (wallets: Wallets, accountId: string): string =>
  wallets.find(accountId)?.address ?? accountId;

/** Whether a ledger account is an outside address: its trades are not part of the portfolio. */
export const isSelfCustody = (wallets: Wallets, accountId: string): boolean => wallets.find(accountId) === null;
