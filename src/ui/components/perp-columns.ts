import type Big from 'big.js';
import { formatPrice, formatSize, formatUsd } from '../../domain/numbers/format.ts';
import { known } from '../text/cells.ts';
import { span } from '../text/span.ts';
import type { Column } from './table.ts';

/** What orders and trades of a perp market have in common. */
interface PerpRow {
  readonly coin: string;
  readonly isBuy: boolean;
  readonly price: Big | null;
  readonly size: Big | null;
  readonly szDecimals: number;
  readonly usd: Big | null;
}

/** The columns that orders and trades of a perp market have in common. */
export const perpColumns = {
  coin: { id: 'coin', title: 'COIN', align: 'left', priority: 1, cell: ({ coin }) => span(coin, 'title') },
  side: {
    id: 'side',
    title: 'SIDE',
    align: 'left',
    priority: 1,
    cell: ({ isBuy }) => span(isBuy ? 'BUY' : 'SELL', isBuy ? 'up' : 'down'),
  },
  price: { id: 'price', title: 'PRICE', align: 'decimal', priority: 1, cell: ({ price }) => known(price, formatPrice) },
  size: {
    id: 'size',
    title: 'SIZE',
    align: 'decimal',
    priority: 2,
    cell: ({ size, szDecimals }) => known(size, (value) => formatSize(value, szDecimals)),
  },
  usd: { id: 'usd', title: 'USD', align: 'right', priority: 6, cell: ({ usd }) => known(usd, formatUsd, 'muted') },
} as const satisfies Readonly<Record<string, Column<PerpRow>>>;
