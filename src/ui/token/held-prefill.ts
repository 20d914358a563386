import { chains } from '../../domain/chain.ts';
import { quoteToken } from '../../domain/token.ts';
import type { Desk } from '../desk.ts';
import type { Values } from '../forms/form-spec.ts';
import { spotWallets } from '../forms/wallet-choice.ts';
import { tokenInHand } from './token-in-hand.ts';

const heldPanes: readonly string[] = ['balances', 'holdings'];

/**
 * Values for a form opened on a token that is held: sold from the wallet of its row, a token for the native coin of its
 * chain. Nothing for a native coin, with which forms begin anyway, from the wallet in hand.
 */
export function heldPrefill(desk: Desk): Values {
  if (!heldPanes.includes(desk.ui.getState().focus)) return {};
  const token = tokenInHand(desk);
  if (typeof token === 'string') return {};
  const { nativeSymbol, nativeAddress } = chains[token.chain];
  const wallet = spotWallets(desk, [token.chain]).find(({ address }) => address === token.walletAddress);
  if (!wallet || token.address === nativeAddress) return {};
  const buy = quoteToken(token) ? {} : { buy: nativeSymbol };
  return { walletId: wallet.walletId, sell: token.address, ...buy };
}
