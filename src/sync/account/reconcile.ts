import type { Clock } from '../../platform/time/clock.ts';
import type { Stores } from '../../stores/create-stores.ts';

interface Reconciled extends Pick<Stores, 'session' | 'data'> {
  readonly clock: Clock;
}

/** Reads everything again after events may have been missed. Until then, no order may add risk based on the older reads. */
export function reconcile({ session, data, clock }: Reconciled): void {
  session.setState({ reconcileSinceMs: clock.now() });
  data.refresh();
}
