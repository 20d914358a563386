import Big from 'big.js';
import { chains } from '../../domain/market/chain.ts';
import { sameToken, type TokenRef } from '../../domain/market/token.ts';
import { type SuggestionRow, suggestedToken } from '../../stores/account/suggestion-rows.ts';
import { heldTokens } from '../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../desk/desk.ts';
import { notify } from '../desk/notify.ts';
import type { Values } from '../forms/form-spec.ts';
import { defaultWallet, type SpotWallet, spotWallets } from '../forms/wallet-choice.ts';
import { selectedRow } from '../panes/pane-rows.ts';

/**
 * Form values for the selected suggestion: its token by address against the chain's native token, and its size in USD. Null, after a notice, if no form can be filled in; empty if none is selected.
 */
export function suggestionPrefill(desk: Desk): Values | null {
  const { focus } = desk.ui.getState();
  const entry = focus === 'account' ? selectedRow(desk, 'account') : null;
  if (entry?.kind !== 'suggestion') return {};
  const token = entry.row.problem === null ? suggestedToken(entry.row) : 'the suggestion is unreadable';
  const wallet = typeof token === 'string' ? null : walletFor(desk, token, entry.row);
  if (typeof token === 'string' || !wallet) {
    notify(desk, 'warn', typeof token === 'string' ? token : noWallet(token));
    return null;
  }
  const { nativeSymbol, nativeAddress } = chains[token.chain];
  const native = { chain: token.chain, address: nativeAddress };
  if (sameToken(token, native)) return { walletId: wallet.choice, sell: nativeSymbol };
  const isBuy = entry.row.side === 'buy';
  return {
    walletId: wallet.choice,
    ...(isBuy ? { sell: nativeSymbol, buy: token.address } : { sell: token.address, buy: nativeSymbol }),
    ...amountOf(entry.row.usd),
  };
}

/** To sell, a wallet that holds the token. */
function walletFor(desk: Desk, token: TokenRef, { side }: SuggestionRow): SpotWallet | null {
  const wallets = spotWallets(desk, [token.chain]);
  const holders = wallets.filter((wallet) =>
    heldTokens(desk, wallet).some((address) => sameToken(token, { chain: token.chain, address })),
  );
  return defaultWallet(desk, side === 'sell' && holders.length > 0 ? holders : wallets);
}

const noWallet = ({ chain }: TokenRef): string =>
  `no active wallet is on ${chains[chain].name}: nothing can be traded there`;

/** The suggested size, to the cent; nothing if there is none. The form converts it at the price it shows. */
function amountOf(usd: Big | null): Values {
  const cents = usd?.round(2, Big.roundDown);
  return cents?.gt(0) ? { amount: `${cents.toFixed()} usd` } : {};
}
