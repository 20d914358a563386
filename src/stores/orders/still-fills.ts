import { isTriggerOpen } from '../../domain/market/trigger-order.ts';
import { isUnreadable } from '../../protocol/schema.ts';
import { activeWallets, perpWallets } from '../account/wallets.ts';
import type { DeskData, DeskQueries } from '../desk-data.ts';
import { isExitType } from './perp-order-rows.ts';

/** How many orders at the service may fill whatever the desk's mode is. null: unknown. An unreadable order counts as one. */
export interface StillFills {
  readonly triggers: number | null;
  readonly perps: number | null;
  /** Take profits and stops at the perp venue. */
  readonly exits: number | null;
}

type Triggers = DeskQueries['orders']['orders'];
type Perps = DeskQueries['perpOrders'];

/** Counts from complete lists; null: the list has not been read. */
export function countStillFills(triggers: Triggers | null, perps: Perps | null): StillFills {
  const exits = perps?.filter((order) => !isUnreadable(order) && isExitType(order)).length ?? null;
  return {
    triggers: triggers?.filter((order) => isUnreadable(order) || isTriggerOpen(order.status)).length ?? null,
    perps: perps && exits !== null ? perps.length - exits : null,
    exits,
  };
}

/** From what the desk has read: one page of trigger orders, and the perp orders of one wallet. */
export function stillFills(data: DeskData): StillFills {
  const orders = data.read('orders').data;
  const isOneWallet = perpWallets(activeWallets(data.read('wallets').data)).length <= 1;
  return countStillFills(
    orders && !orders.nextCursor ? orders.orders : null,
    isOneWallet ? (data.read('perpOrders').data ?? null) : null,
  );
}

export const isAllKnown = ({ triggers, perps }: StillFills): boolean => triggers !== null && perps !== null;

/** `3 trigger orders, 2 perp orders, 1 exit`, and what is unknown; '' if there is none. */
export function stillFillsWords({ triggers, perps, exits }: StillFills): string {
  const known = [counted(triggers, 'trigger order'), counted(perps, 'perp order'), counted(exits, 'exit')];
  const unknown = [
    ...(triggers === null ? ['trigger orders'] : []),
    ...(perps === null ? ['perp orders and exits'] : []),
  ];
  return [known.filter(Boolean).join(', '), ...unknown.map((what) => `${what} not read yet`)]
    .filter(Boolean)
    .join('; ');
}

const counted = (count: number | null, noun: string): string =>
  count ? `${count} ${noun}${count === 1 ? '' : 's'}` : '';
