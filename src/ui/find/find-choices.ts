import type { ListedToken } from '../../actions/search-tokens.ts';
import { chains } from '../../domain/chain.ts';
import { tokenId } from '../../domain/token.ts';
import { watchToken } from '../../stores/watchlist.ts';
import type { Desk } from '../desk.ts';
import { openForm } from '../forms/open-form.ts';
import { swapForm } from '../forms/swap/swap-form.ts';
import { tokenName } from '../forms/token-field.ts';
import { triggerForm } from '../forms/trigger/trigger-form.ts';
import { defaultWallet, spotWallets } from '../forms/wallet-choice.ts';
import { showToken } from '../run/run-tape.ts';
import { focusPane } from '../run/run-workspaces.ts';
import { say } from '../say.ts';

export interface FindChoice {
  /** Of the key table. */
  readonly commandId: string;
  readonly title: string;
  /** Why it can't be done; null when it can. */
  readonly why: string | null;
  run(): void;
}

/** What can be done with a token that was found. Forms ask before they send anything. */
export function findChoices(desk: Desk, token: ListedToken): FindChoice[] {
  const { name, nativeSymbol } = chains[token.chain];
  const wallets = spotWallets(desk, [token.chain]);
  const wallet = defaultWallet(desk, wallets);
  const noWallet = wallet ? null : `no active wallet is on ${name}`;
  const prefill = { walletId: wallet?.walletId ?? '', sell: nativeSymbol, buy: token.address };
  return [
    {
      commandId: 'found.buy',
      title: `buy it with ${nativeSymbol}`,
      why: noWallet,
      run: () => openForm(desk, swapForm(desk, prefill)),
    },
    {
      commandId: 'found.order',
      title: 'trigger order for it',
      why: noWallet,
      run: () => openForm(desk, triggerForm(desk, prefill)),
    },
    { commandId: 'found.tape', title: 'put it on the tape', why: null, run: () => putOnTape(desk, token) },
    { commandId: 'found.copy', title: 'copy its address', why: null, run: () => copyAddress(desk, token) },
  ];
}

function putOnTape(desk: Desk, token: ListedToken): void {
  const id = tokenId(token);
  const problem = desk.watchlist.getState().tokens.includes(id) ? null : watchToken(desk.watchlist, id);
  if (problem !== null) return say(desk, 'warn', problem);
  focusPane(desk, 'tape');
  showToken(desk, id);
}

function copyAddress(desk: Desk, token: ListedToken): void {
  desk.copyText(token.address);
  say(desk, 'info', `the address of ${tokenName(token)} went to the clipboard of the terminal`);
}
