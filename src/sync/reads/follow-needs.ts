import type { QueryName } from '../../stores/desk-data.ts';
import type { OperationRecordsStore } from '../../stores/orders/operation-records.ts';
import type { PlansStore } from '../../stores/orders/plans.ts';
import { type Polling, polledNames } from './polling.ts';

interface Around {
  readonly polling: Polling;
  readonly wanted: { always(names: readonly QueryName[]): void };
  readonly plans: PlansStore;
  readonly records: OperationRecordsStore;
}

/** What a desk needs whatever it shows: the heat counts the stops of the positions on every screen. */
export const deskNeeds: readonly QueryName[] = [...polledNames, 'perpOrders'];

/**
 * Runs the reads that are needed whatever is on screen: what `needed` says, asked again when a plan or an operation has changed,
 * and what was named in the last `want`.
 */
export function followNeeds({ polling, wanted, plans, records }: Around, needed: () => readonly QueryName[]) {
  let more: readonly QueryName[] = [];
  let before = '';
  const review = (): void => {
    const names = [...needed(), ...more];
    if (names.join() === before) return;
    before = names.join();
    polling.poll(names);
    wanted.always(names);
  };
  const stops = [plans.subscribe(review), records.subscribe(review), polling.stop];
  review();
  return {
    want(names: readonly QueryName[]): void {
      more = names;
      review();
    },
    stop(): void {
      for (const stop of stops) stop();
    },
  };
}
