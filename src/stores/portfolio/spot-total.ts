import Big from 'big.js';
import type { DeskData } from '../desk-data.ts';
import { type BalanceRow, balanceRows } from './balance-rows.ts';

/** Value of the account's spot wallets: native coins and tokens, without wallets whose keys the user holds. */
export interface SpotTotal {
  /** Of everything with a price. */
  readonly usd: Big;
  /** Number of balances above zero without a price, or unreadable: `usd` lacks them. */
  readonly unpriced: number;
  /** The reads that have not come yet: `usd` lacks them. */
  readonly missing: readonly ('balances' | 'holdings')[];
}

/** The one total of the spot wallets: every pane shows this one, so that they agree. */
export const spotTotal = (data: DeskData): SpotTotal => data.derive(toTotal);

function toTotal(data: DeskData): SpotTotal {
  const rows = balanceRows(data).filter(({ isOwn }) => !isOwn);
  return {
    usd: rows.reduce((sum, { usd }) => (usd ? sum.plus(usd) : sum), new Big(0)),
    unpriced: rows.filter(isUnpriced).length,
    missing: (['balances', 'holdings'] as const).filter((name) => data.read(name).data === undefined),
  };
}

const isUnpriced = ({ problem, usd, amount }: BalanceRow): boolean =>
  problem !== null || (usd === null && !/^0*\.?0*$/.test(amount));
