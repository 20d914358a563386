import { perpCoins } from '../../alerts/alert-facts.ts';
import { contractChains } from '../../domain/market/chain.ts';
import { quoteTokens, tokenId } from '../../domain/market/token.ts';
import { formatSize } from '../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { orderRows } from '../../stores/orders/order-rows.ts';
import { positionRows } from '../../stores/portfolio/position-rows.ts';
import { heldTokens } from '../../stores/portfolio/spot-balance.ts';
import { walletNames, walletWords } from '../desk/active-wallet.ts';
import type { Desk } from '../desk/desk.ts';
import { swapWallets } from '../forms/wallet-choice.ts';
import { type PaneId, paneIds } from '../panes/pane-ids.ts';
import { columnsOf, orderWords, tapeNames } from './plan/plan-screen.ts';
import type { Vocabulary } from './prompt/complete-command.ts';
import type { Candidate } from './prompt/completion.ts';

/** Completion words taken from the desk's current data. */
export const deskVocabulary =
  (desk: Desk): Vocabulary =>
  (kind, pane) => {
    switch (kind) {
      case 'coin':
        return positionRows(desk.data).flatMap(({ coin, position, szDecimals }) =>
          position ? [{ text: coin, help: `${position.side} ${formatSize(position.szi.abs(), szDecimals)}` }] : [],
        );
      case 'market':
      case 'priced':
        return perpCoins(desk.data).map((text) => ({ text, help: 'perp' }));
      case 'token':
        return tokens(desk);
      case 'tapeToken':
        return tapeNames(desk).map(({ name }) => ({ text: name, help: '' }));
      case 'order':
        return orderRows(desk.data)
          .filter(({ order, isOpen }) => order !== null && isOpen)
          .map((row) => ({ text: cleanText(row.key, 64), help: orderWords(row) }));
      case 'wallet':
        return walletNames(desk).map(({ name, wallet }) => ({ text: name, help: walletWords(wallet) }));
      case 'column':
        return columnsOf(paneIds.includes(pane as PaneId) ? (pane as PaneId) : desk.ui.getState().focus).map(
          ({ id, name }) => ({ text: id, help: name === id ? '' : name }),
        );
      default:
        return [];
    }
  };

/** Symbols of held tokens, then the native tokens and stablecoins of the wallets' chains. */
function tokens(desk: Desk): Candidate[] {
  const wallets = swapWallets(desk, contractChains);
  const held = wallets.flatMap((wallet) =>
    heldTokens(desk, wallet).flatMap((address) => {
      const symbol = cleanText(desk.data.token(tokenId({ chain: wallet.chain, address }))?.symbol, textLimits.symbol);
      const where = `held by ${cleanText(wallet.label, textLimits.symbol)} on ${wallet.chain}`;
      return symbol && !/\s/.test(symbol) ? [{ text: symbol, help: where }] : [];
    }),
  );
  const money = quoteTokens.filter(({ chain }) => wallets.some((wallet) => wallet.chain === chain));
  return [...held, ...money.map(({ symbol, chain }) => ({ text: symbol, help: chain }))];
}
