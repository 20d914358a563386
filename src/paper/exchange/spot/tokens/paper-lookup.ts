import { type Chain, isAddress } from '../../../../domain/market/chain.ts';
import type { PaperWallet, Wallets } from '../../../account/wallets.ts';
import { PaperError } from '../../../service/handler.ts';
import type { TokenBook } from './token-book.ts';
import type { PaperToken } from './token-list.ts';

/** The account's wallet with this id; refuses with NOT_FOUND. */
export function walletById(wallets: Wallets, walletId: string): PaperWallet {
  const wallet = wallets.find(walletId);
  if (!wallet) throw new PaperError(404, 'NOT_FOUND', `wallet ${walletId} is not one of this account's`);
  return wallet;
}

/** A wallet that can trade on the chain; refuses with NOT_FOUND or INVALID_PARAMS. */
export function tradingWallet(wallets: Wallets, walletId: string, chain: Chain): PaperWallet {
  const wallet = walletById(wallets, walletId);
  if (wallet.state !== 'ACTIVE') throw new PaperError(400, 'INVALID_PARAMS', `wallet ${walletId} is archived`);
  if (wallet.chain !== chain) {
    throw new PaperError(400, 'INVALID_PARAMS', `wallet ${walletId} is not a ${chain} wallet`, {
      walletChain: wallet.chain,
    });
  }
  return wallet;
}

/** A listed token; refuses with INVALID_PARAMS for an invalid address, and with NO_ROUTE for a token without a pool. */
export function tradableToken(book: TokenBook, chain: Chain, address: string, field: string): PaperToken {
  if (!isAddress(chain, address))
    throw new PaperError(400, 'INVALID_PARAMS', `${field} is not a valid ${chain} address`);
  const token = book.find(chain, address);
  if (!token) throw new PaperError(400, 'NO_ROUTE', `no pool on ${chain} trades ${field} ${address}`);
  return token;
}
