import Big from 'big.js';
import { chains } from '../../domain/chain.ts';
import { readDecimal } from '../../domain/decimal.ts';
import { formatPrice, formatUsd, shortAddress } from '../../domain/format.ts';
import { keyOf } from '../../keys/keymap.ts';
import { paneFrame } from '../components/pane-frame.ts';
import { type Column, table } from '../components/table.ts';
import type { Desk } from '../desk.ts';
import { blank, fitTo, type Line, muted, type Span, span, wrap } from '../text/span.ts';
import type { Size } from '../workspaces/layout.ts';
import { type FindController, type FindView, type FoundRow, shortestQuery } from './find-controller.ts';

const widest = 100;
const mostRows = 14;
/** Below this a trade moves the price by itself. */
const thinUsd = new Big(25_000);

const usd = (text: string | null | undefined): Span => {
  const value = readDecimal(text);
  return value ? span(formatUsd(value)) : muted('–');
};

const isThin = ({ depth }: FoundRow): boolean => readDecimal(depth?.liquidityUsd)?.lt(thinUsd) ?? false;

const columns: readonly Column<FoundRow>[] = [
  {
    id: 'symbol',
    title: 'SYMBOL',
    align: 'left',
    priority: 1,
    cell: ({ token }) => span(token.symbol || '–', 'title'),
  },
  { id: 'name', title: 'NAME', align: 'left', priority: 5, shrinkTo: 10, cell: ({ token }) => span(token.name) },
  { id: 'chain', title: 'CHAIN', align: 'left', priority: 2, cell: ({ token }) => span(token.chain) },
  {
    id: 'address',
    title: 'ADDRESS',
    align: 'left',
    priority: 3,
    cell: ({ token }) => muted(shortAddress(token.address)),
  },
  {
    ...{ id: 'price', title: 'PRICE', align: 'decimal', priority: 6 },
    cell: ({ depth }) => {
      const price = readDecimal(depth?.priceUsd);
      return price ? span(formatPrice(price)) : muted('–');
    },
  },
  {
    ...{ id: 'liquidity', title: 'LIQUIDITY', align: 'right', priority: 4 },
    cell: (row) => (isThin(row) ? { ...usd(row.depth?.liquidityUsd), tone: 'warn' } : usd(row.depth?.liquidityUsd)),
  },
  { id: 'cap', title: 'MCAP', align: 'right', priority: 7, cell: ({ depth }) => usd(depth?.marketCapUsd) },
  {
    ...{ id: 'mind', title: '', align: 'left', priority: 3 },
    cell: (row) => (row.namesakes > 0 || isThin(row) ? span('!', 'warn') : span(' ')),
  },
];

/** The search as a box: what is typed, what was found, and of the selected token whatever tells it from its namesakes. */
export function findLines(desk: Desk, find: FindController, { columns: screen, rows: height }: Size): Line[] {
  const { view } = find;
  const width = Math.min(screen - 4, widest);
  const room = Math.max(3, Math.min(mostRows, height - 12));
  return paneFrame({
    title: 'Find a token',
    right: [muted(view.isSearching ? 'searching …' : view.foundFor === null ? '' : `${view.rows.length} found`)],
    focused: true,
    width,
    height: room + 10,
    body: [
      [span('› ', 'accent'), span(view.query, 'title'), view.isTaken ? blankSpan : cursor, ...hint(view)],
      blank,
      ...list(desk, view, width - 4, view.isTaken ? room - 2 : room + 1),
      blank,
      ...(view.isTaken
        ? [...about(view.rows[view.selected], width - 4).slice(0, 3), ...choiceLines(desk, find)]
        : about(view.rows[view.selected], width - 4)),
    ],
  });
}

const cursor = span(' ', 'plain', { inverse: true });
const blankSpan = span(' ');

const hint = ({ query }: FindView): Line => (query === '' ? [muted(' symbol, name or address')] : []);

function list(desk: Desk, view: FindView, width: number, height: number): Line[] {
  const says = insteadOfList(desk, view, width);
  const lines =
    says ??
    table({
      ...{ columns, rows: view.rows, width, height, selected: view.selected, focused: !view.isTaken },
      keyOf: (row) => String(view.rows.indexOf(row)),
    });
  return Array.from({ length: height }, (_, index) => lines[index] ?? blank);
}

function insteadOfList(desk: Desk, view: FindView, width: number): Line[] | null {
  if (view.rows.length > 0) return null;
  if (view.problem !== null)
    return [...wrap(`✕ ${view.problem}`, width, 'danger'), ...wrap('Type on to search again.', width, 'muted')];
  if (view.isSearching) return [[muted('Searching all chains …')]];
  const back = keyOf(desk.keymap, 'find.leave');
  const text =
    view.foundFor === null
      ? `Type at least ${shortestQuery} letters, or paste an address. ${back} leaves.`
      : 'No token goes by this symbol or name, or has this address: type another.';
  return wrap(text, width, 'muted');
}

/** A symbol is no identity: the whole address, and what to mind. */
function about(row: FoundRow | undefined, width: number): Line[] {
  if (!row) return [];
  const { token, namesakes } = row;
  const minds = [
    ...(namesakes > 0
      ? [`${namesakes} other${namesakes === 1 ? '' : 's'} found by this symbol: look at the address`]
      : []),
    ...(isThin(row) ? ['thin: a trade moves its price'] : []),
  ];
  return [
    fitTo([span(token.symbol, 'title'), muted(`  ${token.name} on ${chains[token.chain].name}`)], width),
    [muted(token.address)],
    ...(minds.length > 0 ? wrap(`! ${minds.join('; ')}`, width, 'warn') : []),
  ];
}

const choiceLines = (desk: Desk, { choices }: FindController): Line[] =>
  choices.map(({ commandId, title, why }) => [
    span(`  ${keyOf(desk.keymap, commandId)}`.padEnd(6), why === null ? 'accent' : 'muted'),
    why === null ? span(title) : muted(`${title}: ${why}`),
  ]);
