import type { Clock } from '../platform/clock.ts';
import type { DeskData } from '../stores/desk-data.ts';
import type { SessionStore } from '../stores/session.ts';

interface Reconciled {
  readonly session: SessionStore;
  readonly data: DeskData;
  readonly clock: Clock;
}

/**
 * Nobody was told what happened meanwhile: everything is read again, and until it is, what is on screen is no ground for an
 * order that adds risk.
 */
export function reconcile({ session, data, clock }: Reconciled): void {
  session.setState({ reconcileSinceMs: clock.now() });
  data.refresh();
}
