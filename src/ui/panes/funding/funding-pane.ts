import Big from 'big.js';
import { formatPct, formatSignedUsd, formatSize, groupThousands } from '../../../domain/numbers/format.ts';
import { type FundingRow, fundingByCoin, fundingRows } from '../../../stores/portfolio/funding-rows.ts';
import type { Column } from '../../components/table.ts';
import type { DeskView } from '../../desk/desk.ts';
import { isoTime } from '../../export/field.ts';
import { known, signTone } from '../../text/cells.ts';
import { flow } from '../../text/flow.ts';
import { type Line, muted, span } from '../../text/span.ts';
import { timeText, wholeTime } from '../../text/time-text.ts';
import { type TablePane, usualMostRows } from '../table-pane.ts';

interface TimedFunding extends FundingRow {
  readonly nowMs: number;
}

/** Payments are small: rounded to the cent, most would be zero. */
const smallUsdc = (usdc: Big): string => {
  if (usdc.abs().gte(10)) return formatSignedUsd(usdc);
  const text = usdc.abs().toFixed(4, Big.roundHalfUp);
  return `${/[1-9]/.test(text) ? (usdc.lt(0) ? '−' : '+') : ''}${text}`;
};

const columns: readonly Column<TimedFunding>[] = [
  { id: 'time', title: 'TIME', align: 'right', priority: 2, cell: ({ atMs, nowMs }) => muted(timeText(atMs, nowMs)) },
  { id: 'coin', title: 'COIN', align: 'left', priority: 1, cell: ({ coin }) => span(coin, 'title') },
  {
    id: 'usdc',
    title: 'USDC',
    align: 'decimal',
    priority: 1,
    cell: ({ usdc }) => known(usdc, smallUsdc, signTone(usdc)),
  },
  {
    id: 'rate',
    title: 'RATE/H',
    align: 'right',
    priority: 3,
    cell: ({ ratePct }) => known(ratePct, (pct) => formatPct(pct, 4, { sign: true })),
  },
  {
    id: 'size',
    title: 'SIZE',
    align: 'right',
    priority: 4,
    cell: ({ szi, szDecimals }) =>
      known(szi, (value) => formatSize(value, szDecimals, { sign: true }), szi?.lt(0) ? 'down' : 'up'),
  },
];

/** Funding paid and received in the last seven days, newest first. */
export const fundingPane: TablePane<TimedFunding, FundingRow> = {
  id: 'funding',
  title: 'Funding',
  heading: 'Funding pane',
  home: 'perps',
  focus: { title: 'funding', description: 'Focus the funding of the last 7 days', keys: ['M-u'] },
  wants: () => ({ names: ['funding'] }),
  columns,
  reading: (desk) => desk.data.read('funding'),
  refreshMs: (desk) => desk.refreshMs.account,
  mostRows: usualMostRows,
  rows: (desk) => fundingRows(desk.data),
  shown: (row, desk) => ({ ...row, nowMs: desk.now() }),
  keyOf: ({ key }) => key,
  problemOf: ({ problem }) => problem,
  sortValue: (row, columnId) =>
    ({ time: row.atMs, coin: row.coin, usdc: row.usdc, rate: row.ratePct, size: row.szi })[columnId] ?? null,
  searchText: ({ coin, usdc }) => `${coin} ${usdc?.lt(0) ? 'paid' : 'received'}`,
  fields: (row) => [
    { name: 'time', value: isoTime(row.atMs) },
    { name: 'coin', value: row.coin },
    { name: 'usdc', value: row.usdc?.toFixed() ?? null },
    { name: 'rate_hourly_pct', value: row.ratePct?.toFixed() ?? null },
    { name: 'position_size', value: row.szi?.toFixed() ?? null },
  ],
  summary,
  totals,
  empty: 'No funding in the last 7 days. A perp position pays or receives it every hour.',
  loading: 'Reading the funding payments …',
  details,
};

function summary(_desk: DeskView, rows: readonly FundingRow[]): Line {
  const total = rows.reduce((sum, { usdc }) => (usdc ? sum.plus(usdc) : sum), new Big(0));
  return [muted('7 d '), span(smallUsdc(total), signTone(total))];
}

/** Totals per coin of all payments, regardless of the filter: as many as fit on two lines. */
function totals(desk: DeskView, width: number): Line[] {
  const rows = fundingRows(desk.data);
  const missing = rows.filter(({ usdc, problem }) => usdc === null || problem !== null).length;
  const parts: Line[] = [
    ...(missing > 0 ? [[span(`${missing} unknown`, 'warn')]] : []),
    ...fundingByCoin(rows).map(({ coin, usdc }): Line => [muted(`${coin} `), span(smallUsdc(usdc), signTone(usdc))]),
  ];
  return flow(parts, width - 2)
    .slice(0, 2)
    .map((line) => [span('  '), ...line]);
}

function details(row: TimedFunding) {
  if (row.problem !== null) return [{ label: 'unreadable', value: row.problem }];
  const { usdc, ratePct, szi, coin } = row;
  const what = usdc?.eq(0) ? 'neither paid nor received' : usdc?.lt(0) ? 'paid' : 'received';
  return [
    { label: 'time', value: wholeTime(row.atMs) },
    { label: 'coin', value: coin },
    { label: what, value: usdc ? `${groupThousands(usdc.abs().toFixed())} USDC` : 'unknown' },
    { label: 'rate', value: ratePct ? `${formatPct(ratePct, 6, { sign: true })} an hour` : 'not reported' },
    {
      label: 'position',
      value: szi ? `${szi.lt(0) ? 'short' : 'long'} ${formatSize(szi.abs(), row.szDecimals)} ${coin}` : 'not reported',
    },
  ];
}
