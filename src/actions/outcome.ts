/**
 * How a request that changes something ended. `rejected` is proven by the service's own answer; whatever leaves doubt is
 * `unknown`, never "failed"; `not-sent` never left this machine.
 */
export type Outcome =
  | {
      readonly kind: 'accepted';
      readonly message: string;
      readonly requestId: string;
      /** Task to follow, where the service works on. */
      readonly taskId: string | null;
      /** Session of an agent to follow; absent where there is none. */
      readonly sessionId?: string;
    }
  | {
      readonly kind: 'rejected' | 'unknown';
      readonly code: string;
      readonly message: string;
      readonly requestId: string | null;
    }
  | { readonly kind: 'not-sent'; readonly code: string; readonly message: string; readonly requestId: null };
