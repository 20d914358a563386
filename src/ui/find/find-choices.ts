import type { ListedToken } from '../../actions/tokens/search-tokens.ts';
import { chains } from '../../domain/market/chain.ts';
import { tokenId } from '../../domain/market/token.ts';
import { watchToken } from '../../stores/market/watchlist.ts';
import { showToken } from '../commands/panes/tape-commands.ts';
import { focusPane } from '../commands/workspace-commands.ts';
import type { Desk } from '../desk/desk.ts';
import { notify } from '../desk/notify.ts';
import { openForm } from '../forms/open-form.ts';
import { swapForm } from '../forms/swap/swap-form.ts';
import { tokenName } from '../forms/token-field.ts';
import { triggerForm } from '../forms/trigger/trigger-form.ts';
import { defaultWallet, swapWallets } from '../forms/wallet-choice.ts';
import type { FindChoice } from './find-controller.ts';

/** Actions for a found token. Forms ask for confirmation before sending. */
export function findChoices(desk: Desk, token: ListedToken): FindChoice[] {
  const { name, nativeSymbol } = chains[token.chain];
  const wallets = swapWallets(desk, [token.chain]);
  const wallet = defaultWallet(desk, wallets);
  const noWallet = wallet ? null : `no active wallet on ${name}`;
  const prefill = { walletId: wallet?.choice ?? '', sell: nativeSymbol, buy: token.address };
  return [
    {
      commandId: 'found.buy',
      title: `buy with ${nativeSymbol}`,
      why: noWallet,
      run: () => openForm(desk, swapForm(desk, prefill)),
    },
    {
      commandId: 'found.order',
      title: 'trigger order',
      why: noWallet,
      run: () => openForm(desk, triggerForm(desk, prefill)),
    },
    { commandId: 'found.tape', title: 'show on tape', why: null, run: () => putOnTape(desk, token) },
    { commandId: 'found.copy', title: 'copy address', why: null, run: () => copyAddress(desk, token) },
  ];
}

function putOnTape(desk: Desk, token: ListedToken): void {
  const id = tokenId(token);
  const problem = desk.watchlist.getState().tokens.includes(id) ? null : watchToken(desk.watchlist, id);
  if (problem !== null) return notify(desk, 'warn', problem);
  focusPane(desk, 'tape');
  showToken(desk, id);
}

function copyAddress(desk: Desk, token: ListedToken): void {
  desk.copyText(token.address);
  notify(desk, 'info', `address of ${tokenName(token)} copied to the terminal's clipboard`);
}
