import Big from 'big.js';
import { formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import type { WalletRow } from '../../../stores/account/account-rows.ts';
import { settingRows } from '../../../stores/account/setting-rows.ts';
import { activeWallets, perpWallets, walletChains } from '../../../stores/account/wallets.ts';
import { type BalanceRow, balanceRows } from '../../../stores/portfolio/balance-rows.ts';
import { perpTotals } from '../../../stores/portfolio/perp-totals.ts';
import { positionRows } from '../../../stores/portfolio/position-rows.ts';
import { perpWalletNow } from '../../desk/active-wallet.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { FormRow } from '../form-spec.ts';

const mostTokens = 6;

const isSame = (one: string, other: string): boolean =>
  one === other || (/^0x/i.test(one) && one.toLowerCase() === other.toLowerCase());

/** Balances of the wallet above zero; an address is one wallet on each chain. */
const heldBy = (desk: Desk, wallet: WalletRow): BalanceRow[] =>
  balanceRows(desk.data).filter(
    (row) =>
      row.problem === null &&
      isSame(row.address, wallet.address) &&
      walletChains(wallet).some((chain) => chain === row.chain) &&
      !/^0*\.?0*$/.test(row.amount),
  );

/** Value of what the wallet holds, with its perp account, in USD; null where a part has no price or was not read. */
export function heldUsd(desk: Desk, wallet: WalletRow): Big | null {
  const margin = marginUsd(desk, wallet);
  const spot = isRead(desk) ? sumOf(heldBy(desk, wallet)) : null;
  return spot && margin ? spot.plus(margin) : null;
}

/** Value of the wallet's perp account; null if it is unknown: the desk reads one at a time. */
function marginUsd(desk: Desk, { walletId }: WalletRow): Big | null {
  const holders = perpWallets(activeWallets(desk.data.read('wallets').data));
  if (!holders.some((holder) => holder.walletId === walletId)) return new Big(0);
  if (perpWalletNow(desk)?.walletId !== walletId) return null;
  return perpTotals(desk.data)?.valueUsd ?? null;
}

const sumOf = (held: readonly BalanceRow[]): Big | null =>
  held.reduce((sum: Big | null, { usd }) => (sum && usd ? sum.plus(usd) : null), new Big(0));

const counted = ({ length }: readonly BalanceRow[]): string => `${length} token${length === 1 ? '' : 's'}`;

const isRead = ({ data }: Desk): boolean =>
  data.read('balances').data !== undefined && data.read('holdings').data !== undefined;

const none: FormRow = { label: 'holds', value: [muted('nothing that the balances show')] };

const amountText = ({ amount, symbol, isBaseUnits }: BalanceRow): string =>
  `${groupThousands(amount)} ${isBaseUnits ? 'base units of ' : ''}${symbol}`;

/** What the wallet holds, as far as the desk knows. */
export function holdingRows(desk: Desk, wallet: WalletRow): FormRow[] {
  if (!isRead(desk))
    return [{ label: 'holds', value: [span('unknown: its balances have not been read yet', 'warn')], wraps: true }];
  const held = heldBy(desk, wallet);
  const margin = marginRows(desk, wallet);
  if (held.length === 0) return margin.length > 0 ? margin : [none];
  const usd = sumOf(held);
  const total = usd ? `${formatUsd(usd)} USD` : 'not all with a known price';
  const tokens = [...held.slice(0, mostTokens).map(amountText), ...(held.length > mostTokens ? ['…'] : [])];
  return [
    {
      label: 'holds',
      value: [span(`${total} in ${counted(held)}: `, 'warn', { bold: true }), span(tokens.join(', '), 'warn')],
      wraps: true,
    },
    ...margin,
  ];
}

/** The perp account of a wallet on several chains. */
function marginRows(desk: Desk, wallet: WalletRow): FormRow[] {
  if (wallet.chain !== null) return [];
  const usd = marginUsd(desk, wallet);
  if (!usd) return [{ label: 'perps', value: [span('unknown: the desk has not read its perp account', 'warn')] }];
  const { length } = positionRows(desk.data);
  const positions = length === 0 ? 'no open position' : `${length} open position${length === 1 ? '' : 's'}`;
  return [{ label: 'perps', value: [span(`account value ${formatUsd(usd)} USD, ${positions}`, 'warn')] }];
}

/** What archiving the wallet changes besides: default wallets, and the wallet that the configuration names. */
export function settingRowsOf(desk: Desk, { walletId }: WalletRow): FormRow[] {
  const settings = desk.data.read('settings').data?.tradeSettings;
  const defaults = (settings ? settingRows(settings) : [])
    .filter(({ kind, value }) => kind === 'default-wallet' && value === walletId)
    .map(({ chain }) => chain);
  return [
    ...(defaults.length > 0
      ? [
          {
            label: 'default',
            value: [span(`of ${defaults.join(', ')}: that setting will be empty`, 'warn')],
            wraps: true,
          },
        ]
      : []),
    ...(desk.preferredWalletId === walletId
      ? [
          {
            label: 'config',
            value: [span('Your configuration names this wallet: name another one.', 'warn')],
            wraps: true,
          },
        ]
      : []),
  ];
}
