import type Big from 'big.js';
import { chains } from '../../domain/market/chain.ts';
import { sameToken, type TokenRef, tokenId } from '../../domain/market/token.ts';
import { type SuggestionRow, suggestedToken } from '../../stores/account/suggestion-rows.ts';
import type { Desk } from '../desk/desk.ts';
import { notify } from '../desk/notify.ts';
import type { Values } from '../forms/form-spec.ts';
import { heldTokens, usdPrice } from '../forms/spot-balance.ts';
import { defaultWallet, type SpotWallet, spotWallets } from '../forms/wallet-choice.ts';
import { selectedRow } from '../panes/pane-rows.ts';

/**
 * Form values for the selected suggestion: its token by address against the chain's native token, and its size at the
 * price that the desk knows. Null, after a notice, if no form can be filled in; empty if none is selected.
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
  const { nativeSymbol, nativeAddress, nativeDecimals } = chains[token.chain];
  const native = { chain: token.chain, address: nativeAddress };
  if (sameToken(token, native)) return { walletId: wallet.choice, sell: nativeSymbol };
  const isBuy = entry.row.side === 'buy';
  const decimals = isBuy ? nativeDecimals : desk.data.token(tokenId(token))?.decimals;
  const amount = amountOf(entry.row.usd, usdPrice(desk, isBuy ? native : token), decimals);
  return {
    walletId: wallet.choice,
    ...(isBuy ? { sell: nativeSymbol, buy: token.address } : { sell: token.address, buy: nativeSymbol }),
    ...(amount === null ? {} : { amount }),
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

/** Digits that a suggested size needs: it is a hint. */
const digits = 6;

/** The amount worth `usd`, rounded down; null if it is not known or comes to nothing. */
function amountOf(usd: Big | null, price: Big | null, decimals: number | undefined): string | null {
  if (!usd?.gt(0) || !price?.gt(0) || decimals === undefined) return null;
  const amount = usd.div(price).round(Math.min(decimals, digits), 0);
  return amount.gt(0) ? amount.toFixed() : null;
}
