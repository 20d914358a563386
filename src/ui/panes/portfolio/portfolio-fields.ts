import type Big from 'big.js';
import type { TokenAmount } from '../../../stores/market/token-amount.ts';
import { pnlView } from '../../../stores/portfolio/pnl-view.ts';
import type { HoldingRow, TradeRow } from '../../../stores/portfolio/portfolio-rows.ts';
import type { DeskView } from '../../desk/desk.ts';
import { type Field, isoTime } from '../../export/field.ts';

const exact = (value: Big | null): string | null => value?.toFixed() ?? null;
const unitOf = ({ isBaseUnits }: TokenAmount): string => (isBaseUnits ? 'base units' : 'tokens');

/** The value over the selected timeframe, one row per point, oldest first. */
export function valueFields(desk: DeskView): readonly (readonly Field[])[] {
  const { timeframe } = desk.ui.getState().portfolio;
  return (pnlView(desk.data, timeframe)?.points ?? []).map(({ atMs, valueUsd }) => [
    { name: 'time', value: isoTime(atMs) },
    { name: 'value_usd', value: exact(valueUsd) },
    { name: 'timeframe', value: timeframe },
  ]);
}

/** Exact values of a holding, for export and copy. */
export const holdingFields = (row: HoldingRow): readonly Field[] => [
  { name: 'symbol', value: row.token.symbol },
  { name: 'token_address', value: row.token.address },
  { name: 'wallet', value: row.wallet },
  { name: 'wallet_address', value: row.walletAddress },
  { name: 'chain', value: row.chain },
  { name: 'balance', value: row.balance.text },
  { name: 'unit', value: unitOf(row.balance) },
  { name: 'price_usd', value: exact(row.priceUsd) },
  { name: 'value_usd', value: exact(row.valueUsd) },
  { name: 'bought_usd', value: exact(row.boughtUsd) },
  { name: 'sold_usd', value: exact(row.soldUsd) },
  { name: 'bought_native', value: exact(row.boughtNative) },
  { name: 'sold_native', value: exact(row.soldNative) },
  { name: 'realised_pct', value: exact(row.realisedPct) },
  { name: 'total_pct', value: exact(row.totalPct) },
  { name: 'buys', value: row.buys },
  { name: 'sells', value: row.sells },
];

/** Exact values of a trade, for export and copy. */
export const tradeFields = (row: TradeRow): readonly Field[] => [
  { name: 'transaction', value: row.txHash },
  { name: 'time', value: isoTime(row.atMs) },
  { name: 'side', value: row.side },
  { name: 'symbol', value: row.traded.symbol },
  { name: 'token_address', value: row.traded.address },
  { name: 'paid', value: row.paid.text },
  { name: 'paid_unit', value: unitOf(row.paid) },
  { name: 'paid_symbol', value: row.paid.symbol },
  { name: 'paid_address', value: row.paid.address },
  { name: 'received', value: row.received.text },
  { name: 'received_unit', value: unitOf(row.received) },
  { name: 'received_symbol', value: row.received.symbol },
  { name: 'received_address', value: row.received.address },
  { name: 'size_usd', value: exact(row.usd) },
  { name: 'price_usd', value: exact(row.priceUsd) },
  { name: 'wallet', value: row.wallet },
  { name: 'wallet_address', value: row.walletAddress },
  { name: 'chain', value: row.chain },
];
