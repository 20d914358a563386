import { isSignal } from '../../stores/signals/signals.ts';
import { type ContextDeps, readCallContext } from './call-context.ts';

const mostTokens = 12;
const askAgainAfterMs = 120_000;
const callsOfToken = 100;

/**
 * Reads who called the tokens that were called last, one token after the other. The lists name only the latest caller of a
 * token; its call context names them all, each with the price at the call.
 */
export function createCallerReads(deps: ContextDeps) {
  const { clock, store } = deps;
  const askedAtMs = new Map<string, number>();
  let isLooking = false;

  const due = (): string[] => {
    const nowMs = clock.monotonic();
    const called = store.getState().rows.filter((row) => isSignal(row) && row.kind === 'call');
    return called
      .flatMap((row) => (isSignal(row) ? [row.token.address] : []))
      .slice(0, mostTokens)
      .filter((address) => nowMs - (askedAtMs.get(address) ?? Number.NEGATIVE_INFINITY) > askAgainAfterMs);
  };

  return {
    /** Stops at the first failure: the next look tries again. */
    async look(signal: AbortSignal): Promise<void> {
      if (isLooking) return;
      isLooking = true;
      try {
        for (const address of due()) {
          if (signal.aborted) return;
          await readCallContext(deps, address, { limit: callsOfToken }, signal);
          askedAtMs.set(address, clock.monotonic());
        }
      } catch {
        // The table says from how many reads it comes.
      } finally {
        isLooking = false;
      }
    },
  };
}
