import Big from 'big.js';
import type { Operation } from '../../../actions/operations.ts';
import type { ModifyPerpOrders } from '../../../actions/orders/modify-perp-orders.ts';
import type { Problems } from '../../../actions/pipeline/limits.ts';
import { formatPct, formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import { type PerpOrderRow, perpOrderRows } from '../../../stores/orders/perp-order-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { type Line, muted, span } from '../../text/span.ts';
import type { Evaluation, FormRow, FormSpec, Values } from '../form-spec.ts';
import { accountRows, keyLimitRows, markAge, noMarketRulesText, perpWarningRows } from '../position-form-parts.ts';
import { mayReduce } from './modify-perp-form.ts';
import { missingWallet, perpWalletId } from './perp-account.ts';
import { findMarket } from './perp-market.ts';
import { readFactor, readShift } from './read-move.ts';
import { gridPrice, gridSize, tooSmall } from './venue-order.ts';

/** As many as fit one screen; the API itself has no limit. */
export const maxMovedOrders = 20;

interface Move {
  readonly row: PerpOrderRow;
  readonly oid: number;
  readonly price: Big;
  readonly size: Big;
  readonly newCloid: string;
}

interface MoveDraft extends ModifyPerpOrders {
  readonly moves: readonly Move[];
}

/** Orders that can be moved: readable ones except TP/SL orders. */
export const movable = (rows: readonly PerpOrderRow[]): PerpOrderRow[] =>
  rows.filter(({ oid, exit, price, size }) => oid !== null && exit === null && price !== null && size !== null);

/** Shifts the prices of several resting orders by a percentage and scales their sizes by a factor, in one request. */
export function moveOrdersForm(desk: Desk, rows: readonly PerpOrderRow[]): FormSpec<MoveDraft> {
  let cloids = new Map(rows.map(({ key }) => [key, desk.actions.newCloid()]));
  const keys = new Set(rows.map(({ key }) => key));
  return {
    id: 'move-orders',
    title: 'Move perp orders',
    wants: ['perpOrders'],
    initial: { shift: '', factor: '1' },
    subject: () => [
      span(`${rows.length} limit orders`, 'title', { bold: true }),
      muted(` as listed in the pane   marks ${markAge(desk)}`),
    ],
    fields: () => [
      { id: 'shift', label: 'Shift price', kind: 'text', width: 10, unit: '%, such as -0.5' },
      { id: 'factor', label: 'Size factor', kind: 'text', width: 10, unit: 'such as 0.5 or 2' },
    ],
    evaluate: (values) => evaluate(desk, keys, values, cloids),
    confirmation: ({ moves, walletId }) => [
      ...moveRows(desk, moves, true),
      ...totalRows(desk, moves),
      ...accountRows(desk, walletId),
    ],
    operation: toOperation,
    expiryReason: ({ moves }) =>
      moves.every((move) => isAsConfirmed(desk, move)) ? null : 'These orders have changed: review and confirm again.',
    submit: (draft) => {
      cloids = new Map(rows.map(({ key }) => [key, desk.actions.newCloid()]));
      return desk.actions.send(toOperation(draft));
    },
  };
}

const toOperation = ({ walletId, changes }: MoveDraft): Operation => ({
  kind: 'modifyPerpOrders',
  draft: { walletId, changes },
});

function evaluate(
  desk: Desk,
  keys: ReadonlySet<string>,
  values: Values,
  cloids: ReadonlyMap<string, string>,
): Evaluation<MoveDraft> {
  const problems: Problems = {};
  const shift = readShift(values.shift ?? '');
  const factor = readFactor(values.factor ?? '');
  if (typeof shift === 'string') problems.shift = shift;
  if (typeof factor === 'string') problems.factor = factor;
  const walletId = perpWalletId(desk);
  const live = movable(perpOrderRows(desk.data)).filter(({ key }) => keys.has(key));
  const general =
    live.length === 0 ? 'None of these orders is open anymore.' : walletId === null ? missingWallet : null;
  if (general) problems.form = general;
  const isTyped = typeof shift !== 'string' && typeof factor !== 'string';
  if (isTyped && shift.eq(0) && factor.eq(1))
    problems.shift = 'Nothing has changed yet: enter a shift or another factor.';
  const moved = isTyped ? live.map((row) => moveOf(desk, row, { shift, factor, cloids })) : [];
  const refused = moved.find((move) => typeof move === 'string');
  if (refused !== undefined) problems.form ??= refused;
  const moves = moved.filter((move) => typeof move !== 'string');
  const isReady = Object.keys(problems).length === 0 && walletId !== null && moves.length > 0;
  return {
    problems,
    preview: [...moveRows(desk, moves, false), ...totalRows(desk, moves), ...keyLimitRows(desk)],
    draft: isReady ? { walletId, moves, changes: moves.map(changeOf) } : null,
    submitLabel: `Move ${live.length} ${live.length === 1 ? 'order' : 'orders'}`,
    referencePrice: marksOf(desk, moves),
  };
}

/** False after a partial fill, among others: sending then would restore the old size. */
function isAsConfirmed(desk: Desk, { row }: Move): boolean {
  const live = perpOrderRows(desk.data).find(({ key }) => key === row.key);
  return live !== undefined && isEqual(live.price, row.price) && isEqual(live.size, row.size);
}

const isEqual = (one: Big | null, other: Big | null): boolean => one !== null && other !== null && one.eq(other);

const marksOf = (desk: Desk, moves: readonly Move[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    moves.flatMap(({ row }) => {
      const mark = findMarket(desk, row.wireCoin)?.markPx;
      return mark ? [[row.coin, mark.toFixed()]] : [];
    }),
  );

const changeOf = ({ row, oid, price, size, newCloid }: Move): ModifyPerpOrders['changes'][number] => ({
  coin: row.wireCoin,
  oid,
  isBuy: row.isBuy,
  newCloid,
  limitPx: price.toFixed(),
  sz: size.toFixed(),
});

interface Typed {
  readonly shift: Big;
  readonly factor: Big;
  readonly cloids: ReadonlyMap<string, string>;
}

/** The moved order with valid price and size, or an error message. */
function moveOf(desk: Desk, row: PerpOrderRow, { shift, factor, cloids }: Typed): Move | string {
  const market = findMarket(desk, row.wireCoin);
  const { oid, price: oldPrice, size: oldSize, coin, key } = row;
  if (!market) return noMarketRulesText(coin);
  if (oid === null || !oldPrice || !oldSize) return `Order ${key} cannot be read.`;
  const price = gridPrice(oldPrice.times(shift.div(100).plus(1)), market.szDecimals);
  if (typeof price === 'string') return `${coin} order ${oid}: ${price}`;
  const size = gridSize(oldSize.times(factor), market.szDecimals, market.coin);
  if (typeof size === 'string') return `${coin} order ${oid}: ${size}`;
  const low = mayReduce(desk, row) ? null : tooSmall(size.value, price.value, market.szDecimals, market.coin);
  if (low) return `${coin} order ${oid}: ${low}`;
  return { row, oid, price: price.value, size: size.value, newCloid: cloids.get(key) ?? '' };
}

const exact = (value: Big | null): string => (value ? groupThousands(value.toFixed()) : '–');

/** Old and new prices aligned in columns, so an outlier stands out. */
function moveRows(desk: Desk, moves: readonly Move[], isWhole: boolean): FormRow[] {
  const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => text.length));
  const from = widest(moves.map(({ row }) => exact(row.price)));
  const to = widest(moves.map(({ price }) => exact(price)));
  return moves.map((move) => moveRow(desk, move, { from, to, isWhole }));
}

interface RowLook {
  readonly from: number;
  readonly to: number;
  readonly isWhole: boolean;
}

function moveRow(desk: Desk, { row, oid, price, size }: Move, { from, to, isWhole }: RowLook): FormRow {
  const mark = findMarket(desk, row.wireCoin)?.markPx ?? null;
  const crosses = mark !== null && (row.isBuy ? price.gte(mark) : price.lte(mark));
  const away = mark && price.minus(mark).times(100).div(mark);
  const sizeLine: Line = row.size?.eq(size)
    ? [muted(` × ${exact(size)}`)]
    : [muted(` × ${exact(row.size)} → `), span(exact(size), 'title')];
  return {
    label: `${row.coin} ${row.isBuy ? 'buy' : 'sell'}`.slice(0, 11),
    value: [
      muted(`${exact(row.price).padStart(from)} → `),
      span(exact(price).padStart(to), 'title'),
      ...sizeLine,
      crosses
        ? span('  crosses the mark', 'warn')
        : muted(away ? `  ${formatPct(away, 2, { sign: true })}${isWhole ? '' : ' from mark'}` : ''),
      ...(isWhole ? [muted(`  order ${oid}`)] : []),
    ],
    wraps: isWhole,
  };
}

function totalRows(desk: Desk, moves: readonly Move[]): FormRow[] {
  if (moves.length === 0) return [];
  const usdOf = ({ price, size }: Move): Big => price.times(size);
  const total = moves.reduce((sum, move) => sum.plus(usdOf(move)), new Big(0));
  const crossing = moves.filter(({ row, price }) => {
    const mark = findMarket(desk, row.wireCoin)?.markPx ?? null;
    return mark !== null && (row.isBuy ? price.gte(mark) : price.lte(mark));
  }).length;
  const largest = (isBuy: boolean): Big | null =>
    moves
      .filter(({ row }) => row.isBuy === isBuy)
      .map(usdOf)
      .sort((a, b) => b.cmp(a))[0] ?? null;
  const warnings = ([true, false] as const).flatMap((isBuy) => {
    const usd = largest(isBuy);
    return usd ? perpWarningRows(desk, { side: isBuy ? 'buy' : 'sell', usd, percentage: 0 }) : [];
  });
  const said = new Set<string>();
  return [
    {
      label: 'total',
      value: [span(`${moves.length} orders ≈ ${formatUsd(total)} USD`), muted('   one request, a result each')],
    },
    ...(crossing > 0
      ? [
          {
            label: 'warning',
            value: [span(`${crossing} may fill immediately: the price crosses the mark`, 'warn')],
            wraps: true,
          },
        ]
      : []),
    ...warnings.filter(({ value }) => {
      const text = value.map((part) => part.text).join('');
      return !said.has(text) && said.add(text);
    }),
  ];
}
