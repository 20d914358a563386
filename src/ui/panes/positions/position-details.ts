import Big from 'big.js';
import type { Position } from '../../../domain/market/position.ts';
import {
  formatAge,
  formatCents,
  formatPct,
  formatPrice,
  formatSignedUsd,
  formatSize,
  formatUsd,
} from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import type { DeskData } from '../../../stores/desk-data.ts';
import { marksReadAtMs } from '../../../stores/market/marks.ts';
import { perpFillRows } from '../../../stores/orders/perp-fill-rows.ts';
import { heatOfPosition } from '../../../stores/portfolio/account-heat.ts';
import { fundingRows } from '../../../stores/portfolio/funding-rows.ts';
import type { PositionRow } from '../../../stores/portfolio/position-rows.ts';
import { heatWords } from '../../components/heat-parts.ts';
import type { DeskView } from '../../desk/desk.ts';
import { exitDetails, type WithExits } from './position-exits.ts';

const text = (value: Big | null, show: (value: Big) => string): string => (value ? show(value) : 'unknown');
const signedCents = (usd: Big): string => `${formatCents(usd, { sign: true })} USD`;

/** Details of a position: what follows from the mark, then what the service reports beside it. */
export function positionDetails(desk: DeskView, row: PositionRow & WithExits, held: Position) {
  const { coin, szDecimals } = row;
  const age = formatAge(desk.now() - marksReadAtMs(desk.data));
  return [
    { label: 'coin', value: `${coin} ${held.side}` },
    { label: 'size', value: `${formatSize(held.szi, szDecimals, { sign: true })} ${coin}` },
    { label: 'notional', value: text(held.notionalUsd, (usd) => `${formatUsd(usd)} USD`) },
    { label: 'entry', value: text(held.entryPx, formatPrice) },
    { label: 'mark', value: text(held.markPx, (mark) => `${formatPrice(mark)} (${age})`) },
    { label: 'liquidation', value: text(held.liquidationPx, formatPrice) },
    { label: 'distance', value: text(held.liquidationDistancePct, (pct) => formatPct(pct, 2)) },
    ...exitDetails(row, held),
    { label: 'heat', value: heatText(desk, row) },
    { label: 'unrealised', value: text(held.unrealizedPnl, (usd) => `${formatSignedUsd(usd)} USD at this mark`) },
    { label: 'return on equity', value: text(held.roePct, (pct) => formatPct(pct, 2, { sign: true })) },
    { label: 'margin', value: text(held.marginUsed, (usd) => `${formatUsd(usd)} USDC`) },
    {
      label: 'leverage',
      value: `${text(held.leverage, (times) => `${times.toFixed()}×`)} ${cleanText(held.leverageType ?? '', textLimits.symbol)}`,
    },
    ...reported(desk.data, row, held),
  ].filter(({ value }) => value !== '');
}

/** What it may lose at its stops; a stop that is not read yet may be there. */
function heatText({ data }: DeskView, { key, szDecimals, exitsRead }: PositionRow & WithExits): string {
  const line = exitsRead === 'done' ? heatOfPosition(data, key) : null;
  return line ? heatWords(line, szDecimals) : 'unknown';
}

/** The service's own figures; it reports fees and funding for the account's fills and payments, not for a position. */
function reported(data: DeskData, { coin }: PositionRow, { reportedPnl }: Position) {
  const fees = perpFillRows(data).flatMap((fill) => (fill.coin === coin && fill.fee ? [fill.fee.times(-1)] : []));
  const funding = fundingRows(data).flatMap((paid) => (paid.coin === coin && paid.usdc ? [paid.usdc] : []));
  const sum = (name: 'fills' | 'funding', values: readonly Big[]): string =>
    data.read(name).data ? signedCents(values.reduce((all, value) => all.plus(value), new Big(0))) : 'not read yet';
  return [
    {
      label: 'reported PnL',
      value: text(reportedPnl, (usd) => `${formatSignedUsd(usd)} USD at the mark of the service’s answer`),
    },
    { label: `${coin} fees`, value: `${sum('fills', fees)} in the last 24 h` },
    { label: `${coin} funding`, value: `${sum('funding', funding)} in the last 7 days` },
  ];
}
