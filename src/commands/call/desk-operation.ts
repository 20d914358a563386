import type { Operation } from '../../actions/operations.ts';
import type { DeskData, QueryName } from '../../stores/desk-data.ts';
import type { SortedInput } from './call-input.ts';
import {
  cancelOperation,
  closeOperation,
  leverageOperation,
  marginOperation,
  modifyOperation,
  modifySeveralOperation,
  placeOperation,
} from './perp-operations.ts';
import { quoteOf, retireOperation, swapOperation, transferOperation, triggerOperation } from './spot-operations.ts';

/** How a call is read as an operation of the desk. */
export interface DeskOperation {
  /** The desk's reads that its risk check looks at. */
  readonly reads: readonly QueryName[];
  /** The quote that the check needs too; absent for none. */
  readonly quote?: typeof quoteOf;
  /** The operation as the reads stand; null if they do not tell what the call would do. */
  read(input: SortedInput, data: DeskData, priceImpactPct: string | null): Operation | null;
}

const ofPerps = ['positions', 'markets', 'usage'] as const;
const ofOrders = [...ofPerps, 'perpOrders'] as const;
const ofSpot = ['balances', 'holdings', 'wallets', 'usage'] as const;

/** Calls that trade or move money, by operation. Others change no risk: no cap and no limit applies to them. */
export const deskOperations: Readonly<Record<string, DeskOperation>> = {
  'perp.closePosition': { reads: ofPerps, read: closeOperation },
  'perp.adjustMargin': { reads: ofPerps, read: marginOperation },
  'perp.setLeverage': { reads: ofPerps, read: leverageOperation },
  'perp.placeOrder': { reads: ofPerps, read: placeOperation },
  'perp.modifyOrder': { reads: ofOrders, read: modifyOperation },
  'perp.modifyOrders': { reads: ofOrders, read: modifySeveralOperation },
  'perp.cancelOrder': { reads: ofOrders, read: cancelOperation },
  'swap.execute': { reads: ofSpot, quote: quoteOf, read: swapOperation },
  'trigger.create': { reads: [...ofSpot, 'orders'], read: triggerOperation },
  'trigger.cancel': {
    reads: ['orders'],
    read: ({ params }) => ({
      kind: 'cancelTriggerOrder',
      draft: { orderId: String(params?.['orderId']), summary: '' },
    }),
  },
  // What a plan or a signed transaction does is known to the service alone.
  'swap.submit': { reads: [], read: () => null },
  'splits.execute': { reads: [], read: () => null },
  'transfers.send': { reads: ['usage'], read: transferOperation },
  'transfers.retireWallet': { reads: ['usage'], read: retireOperation },
};
