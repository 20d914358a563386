import type Big from 'big.js';
import { coverOf, type ExitKind } from '../../../domain/market/exits.ts';
import { exitsOf, type PerpOrderRow } from '../../../stores/orders/perp-order-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { livePosition } from '../position-form-parts.ts';

export const legs = [
  { id: 'sl', exit: 'stop', name: 'stop' },
  { id: 'tp', exit: 'takeProfit', name: 'take profit' },
] as const;

export type LegId = (typeof legs)[number]['id'];

/** The exit of each leg that a form changes, for the whole position if there is one; null for none. */
export type OpenExits = Readonly<Record<LegId, PerpOrderRow | null>>;

export function openExits(desk: Desk, wireCoin: string): OpenExits {
  const position = livePosition(desk, wireCoin)?.position;
  if (!position) return { sl: null, tp: null };
  const exits = exitsOf(desk.data, wireCoin, position.szi);
  const first = (kind: ExitKind): PerpOrderRow | null => coverOf(exits, kind, position).exits[0] ?? null;
  return { sl: first('stop'), tp: first('takeProfit') };
}

/** One leg before and after. Without a new price it is removed. */
export interface ExitChange {
  readonly leg: (typeof legs)[number];
  readonly was: PerpOrderRow | null;
  /** USD, on the market's grid. */
  readonly price: Big | null;
}

/** Whether an exit must be placed: its price is another one than before. */
export const isPlaced = ({ was, price }: ExitChange): boolean => price !== null && !was?.price?.eq(price);

/** Whether the exit from before must be cancelled: it was removed, or another takes its place. */
export const isCancelled = (change: ExitChange): boolean =>
  change.was !== null && (change.price === null || isPlaced(change));
