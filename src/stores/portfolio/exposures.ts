import type Big from 'big.js';
import type { Exit } from '../../domain/market/exits.ts';
import type { Exposure } from '../../domain/market/heat.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import type { DeskData } from '../desk-data.ts';
import { exitsOf, type PerpOrderRow, perpOrderRows } from '../orders/perp-order-rows.ts';
import { type PositionRow, positionRows } from './position-rows.ts';

/** What can lose money at the perp venue: the open positions, and what resting orders would open. */
export interface Exposures {
  /** `key` is the service's name of the coin. */
  readonly positions: readonly (Exposure & { readonly key: string })[];
  readonly resting: readonly (Exposure & { readonly key: string; readonly oid: number })[];
  /** What is unknown, in words: while there is any, no sum is exact. */
  readonly missing: readonly string[];
}

export const exposures = (data: DeskData): Exposures => data.derive(toExposures);

function toExposures(data: DeskData): Exposures {
  const orders = data.read('perpOrders').data;
  const entries = perpOrderRows(data).filter(mayOpen);
  const positions = positionRows(data).flatMap((row) => positionExposure(data, row, entries));
  return {
    positions,
    resting: entries.flatMap((entry) => restingExposure(data, entry)),
    missing: [
      ...(data.read('positions').data ? [] : ['positions']),
      ...(orders ? [] : ['perp orders']),
      ...(orders?.some(isUnreadable) ? ['an unreadable perp order'] : []),
      ...positionRows(data).flatMap(({ coin, position }) =>
        position ? (position.markPx ? [] : [`mark of ${coin}`]) : ['an unreadable position'],
      ),
      ...perpOrderRows(data).flatMap(({ coin, exit, price }) =>
        exit === 'stop' && !price ? [`price of a ${coin} stop`] : [],
      ),
    ],
  };
}

/** A resting order that is no exit and not known to be reduce-only. */
const mayOpen = (row: PerpOrderRow): row is PerpOrderRow & { readonly oid: number } =>
  row.oid !== null && row.exit === null && row.reduceOnly !== true;

const isLongSide = ({ szi }: { readonly szi: Big }): boolean => szi.gt(0);

function positionExposure(data: DeskData, row: PositionRow, entries: readonly PerpOrderRow[]) {
  const { key, coin, position } = row;
  if (!position) return [];
  const growing = entries.filter((one) => one.wireCoin === key && one.isBuy === isLongSide(position));
  return [
    {
      key,
      coin,
      side: position.side,
      size: position.szi.abs(),
      px: position.markPx,
      exits: withoutWaiting(ofPosition(data, key, position.szi), growing),
      isIsolated: position.leverageType === 'isolated',
      liquidationPx: position.liquidationPx,
      marginUsd: position.marginUsed,
    },
  ];
}

/** A stop that the service says is not reduce-only may open the other side: it protects nothing. */
const ofPosition = (data: DeskData, key: string, szi: Big) =>
  exitsOf(data, key, szi).filter(({ reduceOnly }) => reduceOnly !== false);

/**
 * Exits without those that wait for a resting entry: the service lists both alike, and an attached exit has its entry's size.
 */
function withoutWaiting<E extends Exit>(exits: readonly E[], entries: readonly PerpOrderRow[]): readonly E[] {
  const waiting = entries.flatMap((entry) => attachedTo(entry, exits));
  return exits.filter((exit) => !waiting.includes(exit));
}

const attachedTo = <E extends Exit>({ size }: PerpOrderRow, exits: readonly E[]): readonly E[] =>
  size ? exits.filter((exit) => exit.size?.eq(size)) : [];

/** What a resting order would open: all of it, less what it would close of a position on the other side. */
function restingExposure(data: DeskData, entry: PerpOrderRow & { readonly oid: number }) {
  const { wireCoin: key, coin, oid, isBuy, price, size } = entry;
  const held = positionRows(data).find((row) => row.key === key)?.position ?? null;
  const closes = held && isLongSide(held) !== isBuy ? held.szi.abs() : null;
  const opens = closes ? size?.minus(closes) : size;
  if (!size || !opens?.gt(0)) return [];
  const exits = ofPosition(data, key, isBuy ? size : size.times(-1));
  const protects = [...attachedTo(entry, exits), ...exits.filter(({ isWholePosition }) => isWholePosition)];
  return [{ ...newExposure({ key, coin, isBuy, size: opens, px: price }, held), exits: protects, oid }];
}

/** An exposure that is not open yet, without exits. An unknown margin mode counts as cross, the larger loss. */
export function newExposure(
  { key, coin, isBuy, size, px }: Pick<Exposure, 'coin' | 'size' | 'px'> & { key: string; isBuy: boolean },
  held: PositionRow['position'],
): Exposure & { readonly key: string } {
  const side = isBuy ? ('long' as const) : ('short' as const);
  const leverage = held?.leverage?.gt(0) ? held.leverage : null;
  return {
    key,
    coin,
    side,
    size,
    px,
    exits: [],
    isIsolated: held?.leverageType === 'isolated',
    liquidationPx: null,
    marginUsd: leverage && px ? size.times(px).div(leverage) : null,
  };
}
