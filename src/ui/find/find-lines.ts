import Big from 'big.js';
import { chains } from '../../domain/market/chain.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { formatPrice, formatUsd, shortAddress } from '../../domain/numbers/format.ts';
import { paneFrame } from '../components/pane-frame.ts';
import { type Column, table } from '../components/table.ts';
import type { DeskView } from '../desk/desk.ts';
import { namesakesText } from '../forms/spot-rows.ts';
import { keyOf } from '../keys/keymap.ts';
import { blank, fitTo, type Line, muted, type Span, span, wrap } from '../text/span.ts';
import type { Size } from '../workspaces/layout.ts';
import { type FindController, type FindView, type FoundRow, minQueryLength } from './find-controller.ts';

const widest = 100;
const maxRows = 14;
/** Below this liquidity, a typical trade moves the price. */
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
    id: 'price',
    title: 'PRICE',
    align: 'decimal',
    priority: 6,
    cell: ({ depth }) => {
      const price = readDecimal(depth?.priceUsd);
      return price ? span(formatPrice(price)) : muted('–');
    },
  },
  {
    id: 'liquidity',
    title: 'LIQUIDITY',
    align: 'right',
    priority: 4,
    cell: (row) => (isThin(row) ? { ...usd(row.depth?.liquidityUsd), tone: 'warn' } : usd(row.depth?.liquidityUsd)),
  },
  { id: 'cap', title: 'MCAP', align: 'right', priority: 7, cell: ({ depth }) => usd(depth?.marketCapUsd) },
  {
    id: 'warning',
    title: '',
    align: 'left',
    priority: 3,
    cell: (row) => (row.namesakes > 0 || isThin(row) ? span('!', 'warn') : span(' ')),
  },
];

/** The search overlay: query, results, and details that identify the selected token. */
export function findLines(desk: DeskView, find: FindController, { columns: screen, rows: height }: Size): Line[] {
  const { view } = find;
  const width = Math.min(screen - 4, widest);
  const room = Math.max(3, Math.min(maxRows, height - 12));
  return paneFrame({
    title: 'Find token',
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

function list(desk: DeskView, view: FindView, width: number, height: number): Line[] {
  const says = insteadOfList(desk, view, width);
  const lines =
    says ??
    table({
      columns,
      rows: view.rows,
      width,
      height,
      selected: view.selected,
      focused: !view.isTaken,
      keyOf: (row) => String(view.rows.indexOf(row)),
    });
  return Array.from({ length: height }, (_, index) => lines[index] ?? blank);
}

function insteadOfList(desk: DeskView, view: FindView, width: number): Line[] | null {
  if (view.rows.length > 0) return null;
  if (view.problem !== null)
    return [...wrap(`✕ ${view.problem}`, width, 'danger'), ...wrap('Edit the query to search again.', width, 'muted')];
  if (view.isSearching) return [[muted('Searching all chains …')]];
  const back = keyOf(desk.keymap, 'find.leave');
  const text =
    view.foundFor === null
      ? `Type at least ${minQueryLength} letters, or paste an address. ${back} closes this.`
      : 'No token has this symbol, name or address.';
  return wrap(text, width, 'muted');
}

/** The full address, since symbols are not unique, and warnings. */
function about(row: FoundRow | undefined, width: number): Line[] {
  if (!row) return [];
  const { token, namesakes } = row;
  const warnings = [
    ...(namesakes > 0 ? [namesakesText(namesakes, token.symbol)] : []),
    ...(isThin(row) ? ['low liquidity: a trade moves the price'] : []),
  ];
  return [
    fitTo([span(token.symbol, 'title'), muted(`  ${token.name} on ${chains[token.chain].name}`)], width),
    [muted(token.address)],
    ...(warnings.length > 0 ? wrap(`! ${warnings.join('; ')}`, width, 'warn') : []),
  ];
}

const choiceLines = (desk: DeskView, { choices }: FindController): Line[] =>
  choices.map(({ commandId, title, why }) => [
    span(`  ${keyOf(desk.keymap, commandId)}`.padEnd(6), why === null ? 'accent' : 'muted'),
    why === null ? span(title) : muted(`${title}: ${why}`),
  ]);
