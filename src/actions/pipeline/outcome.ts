/**
 * How a mutating request ended. `rejected` is proved by the service's own response; anything uncertain is `unknown`,
 * never "failed"; `not-sent` never left this machine.
 */
export type Outcome =
  | {
      readonly kind: 'accepted';
      readonly message: string;
      readonly requestId: string;
      /** Task to follow, if the service continues asynchronously. */
      readonly taskId: string | null;
      /** Session of an agent's task; absent for other operations. */
      readonly sessionId?: string;
      /** Order id of a perp order, if the response names one. */
      readonly oid?: number;
      /** Id of a trigger order. */
      readonly orderId?: string;
      /** Id of its record in the journal; absent for what is sent without one. */
      readonly recordId?: string;
    }
  | {
      readonly kind: 'rejected' | 'unknown';
      readonly code: string;
      readonly message: string;
      readonly requestId: string | null;
      /** Rejected by the service with 404, 405 or 501: it may not have this operation. */
      readonly isNotOffered?: true;
    }
  | { readonly kind: 'not-sent'; readonly code: string; readonly message: string; readonly requestId: null };
