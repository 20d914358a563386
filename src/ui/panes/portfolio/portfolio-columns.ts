import {
  formatClock,
  formatDate,
  formatPct,
  formatPrice,
  formatUsd,
  groupThousands,
  shortAddress,
} from '../../../domain/format.ts';
import { cutEnd } from '../../../domain/text-width.ts';
import type { HoldingRow, NamedToken, TradedAmount, TradeRow } from '../../../stores/portfolio-rows.ts';
import type { TokenAmount } from '../../../stores/token-amount.ts';
import type { Column } from '../../components/table.ts';
import { known, signTone } from '../../text/cells.ts';
import { muted, type Span, span } from '../../text/span.ts';

/** Digits after the point that the eye needs of an amount; the whole of it is in the details. */
const shownDigits = 4;

export const holdingColumns: readonly Column<HoldingRow>[] = [
  {
    id: 'token',
    title: 'TOKEN',
    align: 'left',
    priority: 1,
    shrinkTo: 6,
    cell: ({ token }) => span(token.symbol, 'title'),
  },
  {
    id: 'address',
    title: 'ADDRESS',
    align: 'left',
    priority: 4,
    cell: ({ token }) => muted(shortAddress(token.address)),
  },
  { id: 'wallet', title: 'WALLET', align: 'left', priority: 5, shrinkTo: 5, cell: ({ wallet }) => span(wallet) },
  { id: 'chain', title: 'CHAIN', align: 'left', priority: 7, cell: ({ chain }) => muted(chain) },
  { id: 'balance', title: 'BALANCE', align: 'decimal', priority: 3, cell: ({ balance }) => span(amountText(balance)) },
  { id: 'price', title: 'PRICE', align: 'decimal', priority: 6, cell: ({ priceUsd }) => known(priceUsd, formatPrice) },
  { id: 'value', title: 'VALUE', align: 'right', priority: 1, cell: ({ valueUsd }) => known(valueUsd, formatUsd) },
  { id: 'bought', title: 'BOUGHT', align: 'right', priority: 8, cell: ({ boughtUsd }) => known(boughtUsd, formatUsd) },
  { id: 'sold', title: 'SOLD', align: 'right', priority: 8, cell: ({ soldUsd }) => known(soldUsd, formatUsd) },
  { id: 'realised', title: 'REALISED', align: 'right', priority: 5, cell: ({ realisedPct }) => pct(realisedPct) },
  { id: 'total', title: 'TOTAL', align: 'right', priority: 2, cell: ({ totalPct }) => pct(totalPct) },
  {
    id: 'trades',
    title: 'B/S',
    align: 'right',
    priority: 9,
    cell: ({ buys, sells }) => muted(`${buys ?? '–'}/${sells ?? '–'}`),
  },
];

export const tradeColumns: readonly Column<TradeRow>[] = [
  { id: 'time', title: 'TIME', align: 'left', priority: 2, cell: ({ atMs }) => muted(timeText(atMs)) },
  { id: 'side', title: 'SIDE', align: 'left', priority: 1, cell: ({ side }) => sideCell(side) },
  {
    id: 'token',
    title: 'TOKEN',
    align: 'left',
    priority: 1,
    shrinkTo: 6,
    cell: ({ traded }) => span(traded.symbol, 'title'),
  },
  {
    id: 'address',
    title: 'ADDRESS',
    align: 'left',
    priority: 5,
    cell: ({ traded }) => muted(shortAddress(traded.address)),
  },
  { id: 'wallet', title: 'WALLET', align: 'left', priority: 6, shrinkTo: 5, cell: ({ wallet }) => span(wallet) },
  { id: 'chain', title: 'CHAIN', align: 'left', priority: 8, cell: ({ chain }) => muted(chain) },
  { id: 'size', title: 'SIZE', align: 'decimal', priority: 3, cell: ({ traded }) => span(amountText(traded)) },
  {
    id: 'against',
    title: 'FOR',
    align: 'right',
    priority: 4,
    shrinkTo: 8,
    cell: ({ against }) => muted(pairText(against)),
  },
  { id: 'usd', title: 'USD', align: 'right', priority: 1, cell: ({ usd }) => known(usd, formatUsd) },
  { id: 'price', title: 'PRICE', align: 'decimal', priority: 4, cell: ({ priceUsd }) => known(priceUsd, formatPrice) },
  { id: 'tx', title: 'TX', align: 'left', priority: 7, cell: ({ txHash }) => muted(shortAddress(txHash)) },
];

const pct = (value: HoldingRow['totalPct']): Span =>
  known(value, (some) => `${formatPct(some, 1, { sign: true })} %`, signTone(value));

const sideCell = (side: TradeRow['side']): Span =>
  side === null ? muted('–') : span(side.toUpperCase(), side === 'buy' ? 'up' : 'down');

/** The day stands with the time: trades go back for months. */
export const timeText = (atMs: number | null): string =>
  atMs === null ? '–' : `${formatDate(atMs).slice(5, 10)} ${formatClock(atMs)}`;

const pairText = (amount: TradedAmount & NamedToken): string => `${amountText(amount)} ${amount.symbol}`;

/** For the eye: digits past the fourth decimal are cut. */
function amountText({ text, isBaseUnits }: TokenAmount): string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text === '' ? '–' : cutEnd(text, 16);
  if (isBaseUnits) return `${groupThousands(text)} units`;
  const [whole = '0', fraction = ''] = text.split('.');
  const digits = fraction.slice(0, shownDigits);
  return digits === '' ? groupThousands(whole) : groupThousands(`${whole}.${digits}`);
}
