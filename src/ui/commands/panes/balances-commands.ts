import { readChain } from '../../../domain/market/chain.ts';
import type { Desk } from '../../desk/desk.ts';
import type { Values } from '../../forms/form-spec.ts';
import { openForm } from '../../forms/open-form.ts';
import { splitForm } from '../../forms/split/split-form.ts';
import { retireForm } from '../../forms/transfer/retire-form.ts';
import { transferForm } from '../../forms/transfer/transfer-form.ts';
import { spotWallets } from '../../forms/wallet-choice.ts';
import { selectedRow } from '../../panes/pane-rows.ts';
import { commandTable } from '../command-table.ts';

/** The wallet and token of the selected balance; empty elsewhere. */
function selectedHolding(desk: Desk): Values {
  const row = desk.ui.getState().focus === 'balances' ? selectedRow(desk, 'balances') : null;
  const chain = readChain(row?.chain);
  if (!row || !chain) return {};
  const wallet = spotWallets(desk, [chain]).find(({ address }) => address.toLowerCase() === row.address.toLowerCase());
  return wallet ? { walletId: wallet.choice, ...(row.tokenAddress ? { token: row.tokenAddress } : {}) } : {};
}

/** The wallet alone: a wallet is best retired with its native token, which pays the fees of the others. */
function selectedWallet(desk: Desk): Values {
  const { walletId } = selectedHolding(desk);
  return walletId === undefined ? {} : { walletId };
}

/** Commands that move tokens between wallets. */
export const balancesCommands = commandTable({
  'transfer.create': {
    title: 'transfer',
    description: 'Send the selected token to another wallet of the account',
    scope: 'balances',
    isTrade: true,
    hint: 2,
    keys: ['t'],
    run: (desk) => openForm(desk, transferForm(desk, selectedHolding(desk))),
  },
  'transfer.split': {
    title: 'split',
    description: 'Split SOL, ETH or BNB of the selected wallet over several wallets: plan, then execute',
    scope: 'balances',
    isTrade: true,
    hint: 3,
    keys: ['p'],
    run: (desk) => openForm(desk, splitForm(desk, selectedWallet(desk))),
  },
  'transfer.retire': {
    title: 'retire',
    description: 'Retire the selected wallet: move a token to another wallet, then archive it',
    scope: 'balances',
    isTrade: true,
    hint: 4,
    keys: ['x'],
    run: (desk) => openForm(desk, retireForm(desk, selectedWallet(desk))),
  },
});
