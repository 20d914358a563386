import type Big from 'big.js';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { formatPct, formatPrice, formatUsd, groupThousands, shortAddress } from '../../../domain/numbers/format.ts';
import { shownAmount } from '../../../stores/market/token-amount.ts';
import type { HoldingRow } from '../../../stores/portfolio/portfolio-rows.ts';
import type { Column } from '../../components/table.ts';
import { known, signTone } from '../../text/cells.ts';
import { muted, type Span, span } from '../../text/span.ts';

const pct = (value: Big | null): Span => known(value, (given) => formatPct(given, 1, { sign: true }), signTone(value));

export const holdingColumns: readonly Column<HoldingRow>[] = [
  {
    id: 'token',
    title: 'TOKEN',
    align: 'left',
    priority: 1,
    shrinkTo: 6,
    cell: (row) => span(row.token.symbol, 'title'),
  },
  {
    id: 'address',
    title: 'ADDRESS',
    align: 'left',
    priority: 7,
    cell: (row) => muted(shortAddress(row.token.address)),
  },
  { id: 'wallet', title: 'WALLET', align: 'left', priority: 6, shrinkTo: 6, cell: (row) => muted(row.wallet) },
  { id: 'chain', title: 'CHAIN', align: 'left', priority: 10, cell: (row) => muted(row.chain) },
  {
    id: 'balance',
    title: 'BALANCE',
    align: 'decimal',
    priority: 4,
    cell: (row) => span(shownAmount(row.balance), row.balance.text === '' ? 'muted' : 'plain'),
  },
  { id: 'price', title: 'PRICE', align: 'decimal', priority: 5, cell: (row) => known(row.priceUsd, formatPrice) },
  { id: 'value', title: 'VALUE', align: 'right', priority: 1, cell: (row) => known(row.valueUsd, formatUsd) },
  { id: 'bought', title: 'BOUGHT', align: 'right', priority: 3, cell: (row) => known(row.boughtUsd, formatUsd) },
  { id: 'sold', title: 'SOLD', align: 'right', priority: 8, cell: (row) => known(row.soldUsd, formatUsd) },
  { id: 'realised', title: 'REALISED %', align: 'right', priority: 8, cell: (row) => pct(row.realisedPct) },
  { id: 'total', title: 'PnL %', align: 'right', priority: 2, cell: (row) => pct(row.totalPct) },
  { id: 'buys', title: 'BUYS', align: 'right', priority: 9, cell: (row) => known(row.buys, count, 'muted') },
  { id: 'sells', title: 'SELLS', align: 'right', priority: 9, cell: (row) => known(row.sells, count, 'muted') },
];

const count = (value: number): string => groupThousands(String(value));

export const holdingSortValue = (row: HoldingRow, columnId: string): Big | number | string | null =>
  ({
    token: row.token.symbol,
    address: row.token.address,
    wallet: row.wallet,
    chain: row.chain,
    balance: readDecimal(row.balance.text),
    price: row.priceUsd,
    value: row.valueUsd,
    bought: row.boughtUsd,
    sold: row.soldUsd,
    realised: row.realisedPct,
    total: row.totalPct,
    buys: row.buys,
    sells: row.sells,
  })[columnId] ?? null;
