import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import type { BalanceRow } from '../../../stores/portfolio/balance-rows.ts';
import type { Field } from '../../export/field.ts';

/** Exact values of a balance, for export and copy. */
export const balanceFields = (row: BalanceRow): readonly Field[] => [
  { name: 'wallet', value: row.label },
  { name: 'chain', value: row.chain },
  { name: 'address', value: row.address },
  { name: 'token_address', value: row.tokenAddress },
  { name: 'symbol', value: row.symbol },
  { name: 'balance', value: cleanText(row.amount, textLimits.name) },
  { name: 'unit', value: row.isBaseUnits ? 'base units' : row.tokenAddress ? 'tokens' : 'as given' },
  { name: 'value_usd', value: row.usd?.toFixed() ?? null },
];
