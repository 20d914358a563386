import { groupThousands } from '../../../domain/format.ts';
import { withKeys } from '../../../keys/keymap.ts';
import { table } from '../../components/table.ts';
import type { Desk } from '../../desk.ts';
import { type Line, lineWidth, muted, quiet, span, spread } from '../../text/span.ts';
import { insteadOfRows, staleness } from '../pane-body.ts';
import { shownColumns } from '../pane-columns.ts';
import { arrange } from '../table-pane.ts';
import type { VisibleRows } from '../visible-rows.ts';
import {
  columnsOf,
  holdingTotals,
  type PortfolioEntry,
  type PortfolioTable,
  portfolioPane,
  readingOf,
  rowsOf,
  words,
} from './portfolio-pane.ts';

interface Section {
  readonly desk: Desk;
  readonly table: PortfolioTable;
  /** The rows of the table that keys work in. */
  readonly visible: VisibleRows;
  readonly focused: boolean;
  readonly width: number;
  readonly height: number;
  /** Both tables are on screen: each has its own title. */
  readonly isBoth: boolean;
}

/** One of the two tables below its title, `height` lines. */
export function tableSection({ desk, table: which, visible, focused, width, height, isBoth }: Section): Line[] {
  const { portfolio, sort, filter } = desk.ui.getState();
  const isActive = portfolio.table === which;
  const ownFilter = (isActive ? filter.portfolio : portfolio.parked.filter) ?? '';
  const ownSort = isActive ? sort.portfolio : portfolio.parked.sort;
  const all = isActive ? (visible.all as readonly PortfolioEntry[]) : rowsOf(desk, which);
  const rows = isActive ? (visible.rows as readonly PortfolioEntry[]) : arrange(portfolioPane, all, ownFilter, ownSort);
  const reading = readingOf(desk, which);
  const stale = staleness(reading, desk.refreshMs.balances, desk.now());
  const filtered =
    ownFilter === '' ? [] : [span(`/${ownFilter} ${rows.length} of ${all.length}`, 'accent'), span('  ')];
  const right: Line = [
    ...(stale.length > 0 ? [...stale, span('  ')] : []),
    ...filtered,
    ...(which === 'trades' ? olderLine(desk) : []),
  ];
  const head = spread(isBoth ? title(desk, which) : tabs(desk), wholeOrNone(right, width - 30), width);
  const instead = insteadOfRows(
    reading,
    {
      loading: words[which].loading,
      empty: withKeys(words[which].empty, desk.keymap),
      rowCount: rows.length,
      filter: ownFilter,
    },
    width,
    desk.keymap,
  );
  if (instead) return [head, ...instead].slice(0, height);
  const totals = which === 'holdings' && height >= 8 ? [holdingTotals(rows)] : [];
  const body = table({
    columns: shownColumns(desk, 'portfolio', columnsOf(which)),
    rows,
    width,
    height: Math.min(height - 1 - totals.length, rows.length + 1),
    selected: isActive ? visible.selected : null,
    focused: focused && isActive,
    sort: ownSort,
    noteOf: ({ problem }) => (problem === null ? null : span(`unreadable: ${problem}`, 'warn')),
  });
  const lines = [...body, ...totals];
  return [head, ...(stale.length > 0 ? lines.map(quiet) : lines)];
}

const names: Readonly<Record<PortfolioTable, string>> = { holdings: 'Positions', trades: 'Trades' };

/** How many rows a table has; + where the service has more. */
const countText = (desk: Desk, which: PortfolioTable): string => {
  const { data } = readingOf(desk, which);
  if (data === undefined) return '…';
  const more = which === 'trades' && desk.data.history().data?.hasMore ? '+' : '';
  return groupThousands(String(rowsOf(desk, which).length)) + more;
};

function title(desk: Desk, which: PortfolioTable): Line {
  const isActive = desk.ui.getState().portfolio.table === which;
  return [
    span(names[which], isActive ? 'title' : 'plain', { bold: isActive }),
    muted(` ${countText(desk, which)}`),
    ...(isActive ? [] : [span(`  ${switchKey(desk)}`, 'accent'), muted(' goes here')]),
  ];
}

/** Both names where there is room for one table only. */
function tabs(desk: Desk): Line {
  const { table: active } = desk.ui.getState().portfolio;
  const tab = (which: PortfolioTable): Line => [
    which === active ? span(`‹${names[which]}›`, 'title', { bold: true }) : muted(` ${names[which]} `),
    muted(` ${countText(desk, which)}  `),
  ];
  return [...tab('holdings'), ...tab('trades'), span(switchKey(desk), 'accent'), muted(' other')];
}

const switchKey = (desk: Desk): string => desk.keymap.keysOf('portfolio.table')[0] ?? '';

/** Whether there are older trades, and how to get them. */
function olderLine(desk: Desk): Line {
  const { isFetching, problem } = desk.portfolio.older;
  if (isFetching) return [muted('reading older trades …')];
  if (problem) return [span(`✕ older trades: ${problem.code}; go down to try again`, 'danger')];
  const { data } = desk.data.history();
  if (!data || data.trades.length === 0) return [];
  return [muted(data.hasMore ? 'PageDown at the end reads older ones' : 'all trades')];
}

const wholeOrNone = (line: Line, room: number): Line => {
  const kept = [...line];
  while (kept.length > 0 && lineWidth(kept) > room) kept.pop();
  return kept;
};
