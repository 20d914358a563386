import { quoteToken, type TokenRef } from '../../../domain/market/token.ts';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { formatUsd } from '../../../domain/numbers/format.ts';
import { shownAmount } from '../../../stores/market/token-amount.ts';
import { type BalanceRow, balanceRows } from '../../../stores/portfolio/balance-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { FormRow } from '../form-spec.ts';
import type { SpotWallet } from '../wallet-choice.ts';

/** What a wallet holds apart from this token, as last read: it stays there when the wallet is archived. */
export const leftBehind = (desk: Desk, { address, chain }: SpotWallet, moved: TokenRef): BalanceRow[] =>
  balanceRows(desk.data).filter(
    (row) =>
      row.problem === null &&
      row.address.toLowerCase() === address.toLowerCase() &&
      row.chain === chain &&
      !isMoved(row, moved) &&
      readDecimal(row.amount)?.eq(0) !== true,
  );

const isMoved = ({ tokenAddress }: BalanceRow, moved: TokenRef): boolean =>
  tokenAddress === null
    ? quoteToken(moved)?.kind === 'native'
    : tokenAddress.toLowerCase() === moved.address.toLowerCase();

/** One line for each token that stays behind, and whether the list is all of it. */
export function leftBehindRows(desk: Desk, rows: readonly BalanceRow[]): FormRow[] {
  const { data } = desk.data.read('holdings');
  const isWhole = data && data.hasMore !== true && (data.warnings?.length ?? 0) === 0;
  const tokens = rows.map(
    (row, index): FormRow => ({
      label: index === 0 ? 'stays behind' : '',
      value: [
        span(`${shownAmount({ text: row.amount, isBaseUnits: row.isBaseUnits })} ${row.symbol}`, 'warn'),
        muted(row.usd ? ` ≈ ${formatUsd(row.usd)} USD` : ', USD value unknown'),
      ],
    }),
  );
  const doubt = data ? 'the list of tokens may be incomplete' : 'other tokens are unknown: they are not read yet';
  return [
    ...(tokens.length > 0 || !isWhole ? tokens : [{ label: 'stays behind', value: [muted('no other token')] }]),
    ...(isWhole ? [] : [{ label: tokens.length > 0 ? '' : 'stays behind', value: [span(doubt, 'warn')], wraps: true }]),
  ];
}
