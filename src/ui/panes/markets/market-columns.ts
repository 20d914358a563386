import { formatPct, formatPrice, formatSize, formatUsd } from '../../../domain/numbers/format.ts';
import type { MarketRow } from '../../../stores/market/market-rows.ts';
import type { Column } from '../../components/table.ts';
import { type Trended, trendColumn } from '../../components/trend.ts';
import { known, signTone } from '../../text/cells.ts';
import { muted, type Span, span } from '../../text/span.ts';

export type MarketEntry = MarketRow & Trended;

/** Side and size of the account's own position. */
export const ownText = ({ ownSzi, szDecimals }: MarketRow): string =>
  ownSzi ? `${ownSzi.lt(0) ? 'short' : 'long'} ${formatSize(ownSzi.abs(), szDecimals)}` : '';

const ownCell = (row: MarketRow): Span => span(ownText(row), row.ownSzi?.lt(0) ? 'down' : 'up');

const signedPct =
  (digits: number) =>
  (pct: Parameters<typeof formatPct>[0]): string =>
    formatPct(pct, digits, { sign: true });

export const marketColumns: readonly Column<MarketEntry>[] = [
  { id: 'coin', title: 'COIN', align: 'left', priority: 1, cell: ({ coin }) => span(coin, 'title') },
  { id: 'mark', title: 'MARK', align: 'decimal', priority: 1, cell: ({ markPx }) => known(markPx, formatPrice) },
  {
    id: 'change',
    title: '24H',
    align: 'right',
    priority: 2,
    cell: ({ changePct }) => known(changePct, signedPct(2), signTone(changePct)),
  },
  // The funding rate is not a gain or loss: it has a sign, but no colour.
  {
    id: 'funding',
    title: 'FUNDING/H',
    align: 'right',
    priority: 3,
    cell: ({ fundingPct: pct }) => known(pct, signedPct(4)),
  },
  {
    id: 'year',
    title: 'APR',
    align: 'right',
    priority: 7,
    cell: ({ fundingYearPct: pct }) => known(pct, signedPct(1), 'muted'),
  },
  { id: 'oi', title: 'OI', align: 'right', priority: 5, cell: ({ openInterestUsd: usd }) => known(usd, formatUsd) },
  { id: 'volume', title: 'VOL 24H', align: 'right', priority: 4, cell: ({ volumeUsd }) => known(volumeUsd, formatUsd) },
  {
    id: 'leverage',
    title: 'MAX LEV',
    align: 'right',
    priority: 8,
    cell: ({ maxLeverage, isIsolatedOnly }) =>
      maxLeverage === null ? muted('–') : muted(`${isIsolatedOnly ? 'iso ' : ''}${maxLeverage}×`),
  },
  { id: 'own', title: 'POSITION', align: 'right', priority: 6, cell: ownCell },
  trendColumn,
];

export const marketSortValue = (row: MarketEntry, columnId: string) =>
  ({
    coin: row.coin,
    mark: row.markPx,
    change: row.changePct,
    funding: row.fundingPct,
    year: row.fundingYearPct,
    oi: row.openInterestUsd,
    volume: row.volumeUsd,
    leverage: row.maxLeverage,
    own: row.ownSzi && row.markPx ? row.ownSzi.abs().times(row.markPx) : null,
  })[columnId] ?? null;
