import type Big from 'big.js';
import type { Operation } from '../../../actions/operations.ts';
import type { PlacePerpOrder } from '../../../actions/orders/place-perp-order.ts';
import type { Problems } from '../../../actions/pipeline/limits.ts';
import { exitLevel } from '../../../domain/market/exit-levels.ts';
import type { Position } from '../../../domain/market/position.ts';
import { groupThousands } from '../../../domain/numbers/format.ts';
import type { PerpMarket } from '../../../stores/market/perp-markets.ts';
import type { PositionRow } from '../../../stores/portfolio/position-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import type { Evaluation, Field, FormSpec, Values } from '../form-spec.ts';
import { perpOrderWords } from '../perp/cancel-perp-form.ts';
import { missingWallet, perpWalletId } from '../perp/perp-account.ts';
import { findMarket } from '../perp/perp-market.ts';
import {
  accountRows,
  keyLimitRows,
  livePosition,
  noMarketRulesText,
  noPositionText,
  positionSubject,
} from '../position-form-parts.ts';
import { carrierOrder } from './carrier-order.ts';
import { type ExitChange, isCancelled, isPlaced, legs, type OpenExits, openExits } from './exit-changes.ts';
import { exitRows } from './exit-rows.ts';

export interface ExitsDraft {
  readonly changes: readonly ExitChange[];
  /** Brings the exits that are new or moved; null if some are only removed. */
  readonly carrier: PlacePerpOrder | null;
  readonly operations: readonly [Operation, ...Operation[]];
  readonly walletId: string;
}

interface Start {
  readonly title?: string;
  /** Replaces the prices that are open now. */
  readonly prices?: Values;
}

/**
 * Adds, moves or removes the stop and the take profit of an open position. A new exit is placed before the one that it
 * replaces is cancelled, so the position is protected throughout.
 */
export function exitsForm(desk: Desk, row: PositionRow, { title, prices }: Start = {}): FormSpec<ExitsDraft> {
  const was = openExits(desk, row.key);
  let cloid = desk.actions.newCloid();
  return {
    id: 'exits',
    title: title ?? 'Stop and take profit',
    initial: { sl: was.sl?.price?.toFixed() ?? '', tp: was.tp?.price?.toFixed() ?? '', ...prices },
    wants: ['perpOrders'],
    subject: () => positionSubject(desk, row),
    fields: () => fields,
    evaluate: (values) => evaluate(desk, row, was, values, cloid),
    confirmation: ({ changes, carrier, walletId }) => [
      ...exitRows(desk, row, { changes, carrier }),
      ...accountRows(desk, walletId),
    ],
    // The first carries the risk: any other only cancels.
    operation: ({ operations: [first] }) => first,
    submit: ({ operations }) => {
      cloid = desk.actions.newCloid();
      return desk.actions.sendInOrder(operations);
    },
  };
}

const fields: readonly Field[] = legs.map(({ id, name }) => ({
  id,
  label: name === 'stop' ? 'Stop' : 'Take profit',
  kind: 'text',
  width: 12,
  unit: name === 'stop' ? 'USD, 2 % or 25t from entry' : 'USD, 2 %, 25t or 1.5R',
}));

function evaluate(desk: Desk, row: PositionRow, was: OpenExits, values: Values, cloid: string): Evaluation<ExitsDraft> {
  const live = livePosition(desk, row.key);
  const market = findMarket(desk, row.key);
  const walletId = perpWalletId(desk);
  const referencePrice = market?.markPx?.toFixed();
  const refused = (problems: Problems) => ({ problems, preview: [], draft: null, submitLabel: 'Set', referencePrice });
  if (!live) return refused({ form: noPositionText(row.coin) });
  if (walletId === null) return refused({ form: missingWallet });
  if (!market?.markPx) return refused({ form: noMarketRulesText(row.coin) });
  const stale = staleText(desk, row, was);
  if (stale) return refused({ form: stale });
  const isBuy = live.position.side === 'long';
  const { problems, tp, sl } = readPrices(values, market, market.markPx, live.position);
  if (Object.keys(problems).length > 0) return refused(problems);
  const changes = legs.map((leg): ExitChange => ({ leg, was: was[leg.id], price: { tp, sl }[leg.id] }));
  const placed = (id: 'tp' | 'sl'): Big | null =>
    changes.find((one) => one.leg.id === id && isPlaced(one))?.price ?? null;
  const carrier = changes.some(isPlaced)
    ? carrierOrder(desk, market, isBuy, { tp: placed('tp'), sl: placed('sl') }, cloid)
    : null;
  const [first, ...others] = operationsOf(changes, carrier, walletId);
  const unchanged = 'Nothing to change: enter another price, or empty a field to remove that exit.';
  return {
    problems: first ? {} : { sl: unchanged },
    preview: [...exitRows(desk, row, { changes, carrier }), ...keyLimitRows(desk)],
    draft: first ? { changes, carrier, walletId, operations: [first, ...others] } : null,
    submitLabel: labelOf(changes),
    referencePrice,
  };
}

/** Why the exits that the form was opened with cannot be relied on; null if they are still the open ones. */
function staleText(desk: Desk, row: PositionRow, was: OpenExits): string | null {
  if (!desk.data.read('perpOrders').data) return 'The open orders are still loading.';
  const now = openExits(desk, row.key);
  return legs.some(({ id }) => now[id]?.key !== was[id]?.key)
    ? `The exits of ${row.coin} have changed: open the form again.`
    : null;
}

/** Prices as typed; distances start from the position's entry. */
function readPrices(values: Values, { szDecimals }: PerpMarket, markPx: Big, { side, entryPx }: Position) {
  const isBuy = side === 'long';
  const problems: Problems = {};
  const read = (kind: 'tp' | 'sl', stopPx: Big | null): Big | null => {
    const text = values[kind] ?? '';
    if (text.trim() === '') return null;
    const level = exitLevel(text, { kind, isBuy, entryPx: entryPx ?? markPx, stopPx, szDecimals });
    if (typeof level !== 'string') return level.value;
    problems[kind] = level;
    return null;
  };
  const sl = read('sl', null);
  const tp = read('tp', sl);
  const at = groupThousands(markPx.toFixed());
  const where = (isAbove: boolean): string => `${isAbove ? 'above' : 'below'} the mark ${at}`;
  if (sl && (isBuy ? sl.gte(markPx) : sl.lte(markPx)))
    problems.sl = `Enter a stop ${where(!isBuy)}: this one would trigger immediately.`;
  if (tp && (isBuy ? tp.lte(markPx) : tp.gte(markPx)))
    problems.tp = `Enter a take profit ${where(isBuy)}: this one would trigger immediately.`;
  return { problems, tp, sl };
}

function operationsOf(
  changes: readonly ExitChange[],
  carrier: PlacePerpOrder | null,
  walletId: string,
): readonly Operation[] {
  const cancelled = changes
    .filter(isCancelled)
    .flatMap(({ was }) => (was?.oid == null ? [] : [{ ...was, oid: was.oid }]));
  return [
    ...(carrier ? [{ kind: 'placePerpOrder', draft: carrier } as const] : []),
    ...cancelled.map(
      (order): Operation => ({
        kind: 'cancelPerpOrder',
        draft: { walletId, coin: order.wireCoin, oid: order.oid, words: perpOrderWords(order) },
      }),
    ),
  ];
}

/** `Set stop`, `Remove take profit`, `Set stop, remove take profit`. */
function labelOf(changes: readonly ExitChange[]): string {
  const parts = changes.flatMap((change) => {
    const verb = isPlaced(change) ? 'set' : isCancelled(change) ? 'remove' : null;
    return verb ? [`${verb} ${change.leg.name}`] : [];
  });
  const text = parts.join(', ') || 'set';
  return text.charAt(0).toUpperCase() + text.slice(1);
}
