import { chains } from '../../domain/market/chain.ts';
import { quoteToken } from '../../domain/market/token.ts';
import type { Desk } from '../desk/desk.ts';
import type { Values } from '../forms/form-spec.ts';
import { swapWallets } from '../forms/wallet-choice.ts';
import { activeToken } from './active-token.ts';

const heldPanes: readonly string[] = ['balances', 'holdings'];

/**
 * Form values for selling the selected held token from its wallet, for the chain's native token. Empty for a native token,
 * which forms sell by default.
 */
export function heldPrefill(desk: Desk): Values {
  if (!heldPanes.includes(desk.ui.getState().focus)) return {};
  const token = activeToken(desk);
  if (typeof token === 'string') return {};
  const { nativeSymbol, nativeAddress } = chains[token.chain];
  const wallet = swapWallets(desk, [token.chain]).find(({ address }) => address === token.walletAddress);
  if (!wallet || token.address === nativeAddress) return {};
  const buy = quoteToken(token) ? {} : { buy: nativeSymbol };
  return { walletId: wallet.choice, sell: token.address, ...buy };
}
