import { coverOf, type Exit, type ExitKind } from '../../../domain/market/exits.ts';
import type { Position } from '../../../domain/market/position.ts';
import { formatPrice, formatSize, groupThousands } from '../../../domain/numbers/format.ts';
import { exitsOf } from '../../../stores/orders/perp-order-rows.ts';
import type { PositionRow } from '../../../stores/portfolio/position-rows.ts';
import type { Column } from '../../components/table.ts';
import type { DeskView } from '../../desk/desk.ts';
import { muted, type Span, span } from '../../text/span.ts';

/** A position with its take profits and stops. */
export interface WithExits {
  readonly exits: readonly Exit[];
  /** `loading` and `failed`: there may be exits that have not been read. */
  readonly exitsRead: 'done' | 'loading' | 'failed';
}

type Row = PositionRow & WithExits;

export function withExits(desk: DeskView, { key, position }: PositionRow): WithExits {
  const { data, problem } = desk.data.read('perpOrders');
  const exits = position ? exitsOf(desk.data, key, position.szi) : [];
  return { exits, exitsRead: problem ? 'failed' : data ? 'done' : 'loading' };
}

const cover = ({ exits }: WithExits, kind: ExitKind, { szi, markPx }: Position) =>
  coverOf(exits, kind, { szi, markPx });

/** The price of the first exit of a kind, for sorting and export; null if there is none. */
export const exitPrice = (row: Row, kind: ExitKind) =>
  (row.position && cover(row, kind, row.position).exits[0]?.price) ?? null;

const notRead = { loading: '…', failed: 'unknown' } as const;

/** `3,300 +1`; a stop that leaves part of the position open stands out, and so does a position without one. */
function exitCell(row: Row, kind: ExitKind): Span {
  if (!row.position) return muted('');
  const { exits, isWhole } = cover(row, kind, row.position);
  const [first] = exits;
  if (!first) {
    if (row.exitsRead !== 'done') return muted(notRead[row.exitsRead]);
    return kind === 'stop' ? span('no stop', 'warn') : muted('–');
  }
  const more = exits.length > 1 ? ` +${exits.length - 1}` : '';
  const price = first.price ? formatPrice(first.price) : '?';
  return span(`${price}${more}`, kind === 'stop' && !isWhole ? 'warn' : 'muted');
}

const column = (kind: ExitKind, id: string, priority: number): Column<Row> => ({
  id,
  title: id.toUpperCase(),
  align: 'right',
  priority,
  cell: (row) => exitCell(row, kind),
});

/** The stop stays in narrow panes: a position without one must be seen. */
export const stopColumn = column('stop', 'stop', 2.5);
export const targetColumn = column('takeProfit', 'target', 6.5);

/** All exits and what they cover. */
export function exitDetails(row: Row, position: Position): { readonly label: string; readonly value: string }[] {
  const of = (kind: ExitKind) => {
    const label = kind === 'stop' ? 'stop' : 'take profit';
    const { exits } = cover(row, kind, position);
    const none = row.exitsRead === 'done' ? `no ${label}` : row.exitsRead === 'failed' ? 'unknown' : 'not read yet';
    if (exits.length === 0) return [{ label, value: none }];
    return exits.map((exit) => ({ label, value: coveredBy(exit, row, position) }));
  };
  return [...of('stop'), ...of('takeProfit')];
}

function coveredBy(
  { price, size, isWholePosition }: Exit,
  { szDecimals, coin }: PositionRow,
  { szi }: Position,
): string {
  const at = price ? groupThousands(price.toFixed()) : '?';
  const part = size ? formatSize(size, szDecimals) : '?';
  return `${at}, ${isWholePosition ? 'whole position' : `${part} of ${formatSize(szi.abs(), szDecimals)} ${coin}`}`;
}
