import type Big from 'big.js';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { formatClock, formatPrice, formatUsd, shortAddress } from '../../../domain/numbers/format.ts';
import { shownAmount } from '../../../stores/market/token-amount.ts';
import type { TradeRow } from '../../../stores/portfolio/portfolio-rows.ts';
import type { Column } from '../../components/table.ts';
import { known } from '../../text/cells.ts';
import { muted, span } from '../../text/span.ts';

/** Month, day and time in UTC, as trades go back months. */
const timeText = (ms: number): string => `${new Date(ms).toISOString().slice(5, 10)} ${formatClock(ms)}`;

export const tradeColumns: readonly Column<TradeRow>[] = [
  { id: 'time', title: 'TIME', align: 'left', priority: 2, cell: (row) => known(row.atMs, timeText, 'muted') },
  {
    id: 'side',
    title: 'SIDE',
    align: 'left',
    priority: 1,
    cell: ({ side }) => known(side, (text) => text.toUpperCase(), side === 'buy' ? 'up' : 'down'),
  },
  {
    id: 'token',
    title: 'TOKEN',
    align: 'left',
    priority: 1,
    shrinkTo: 6,
    cell: (row) => span(row.traded.symbol, 'title'),
  },
  { id: 'size', title: 'SIZE', align: 'decimal', priority: 3, cell: (row) => span(shownAmount(row.traded)) },
  {
    id: 'against',
    title: 'PAID / RECEIVED',
    align: 'decimal',
    priority: 6,
    cell: (row) => span(shownAmount(row.against)),
  },
  { id: 'coin', title: '', align: 'left', priority: 6, cell: (row) => muted(row.against.symbol) },
  { id: 'usd', title: 'USD', align: 'right', priority: 1, cell: (row) => known(row.usd, formatUsd) },
  { id: 'price', title: 'PRICE', align: 'decimal', priority: 4, cell: (row) => known(row.priceUsd, formatPrice) },
  { id: 'wallet', title: 'WALLET', align: 'left', priority: 8, shrinkTo: 6, cell: (row) => muted(row.wallet) },
  { id: 'chain', title: 'CHAIN', align: 'left', priority: 9, cell: (row) => muted(row.chain) },
  { id: 'tx', title: 'TX', align: 'left', priority: 5, cell: (row) => muted(shortAddress(row.txHash)) },
];

export const tradeSortValue = (row: TradeRow, columnId: string): Big | number | string | null =>
  ({
    time: row.atMs,
    side: row.side,
    token: row.traded.symbol,
    size: readDecimal(row.traded.text),
    against: readDecimal(row.against.text),
    usd: row.usd,
    price: row.priceUsd,
    wallet: row.wallet,
    chain: row.chain,
    tx: row.txHash,
  })[columnId] ?? null;
