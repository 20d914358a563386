import type { Clock } from '../../platform/time/clock.ts';
import { CallStoppedError } from './transport-error.ts';

/** The end of a call that is still to come. */
export interface Deadline {
  /** Raised with a CallStoppedError as its reason. */
  readonly signal: AbortSignal;
  /** The work's result, or CallStoppedError on timeout or abort, even if the work ignores the signal. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Stops the clock. To be called however the work ended, or its timer is left behind. */
  clear(): void;
}

/** Stops a call after `timeoutMs` on the injected clock, or when the caller's signal aborts. */
export function startDeadline(clock: Clock, timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const stop = (reason: 'timeout' | 'aborted') => controller.abort(new CallStoppedError(reason));
  const timer = clock.setTimeout(() => stop('timeout'), timeoutMs);
  const giveUp = () => stop('aborted');
  if (outer?.aborted) giveUp();
  outer?.addEventListener('abort', giveUp, { once: true });
  return {
    signal: controller.signal,
    async race(work) {
      // The work may fail long after the race, when nobody handles the rejection.
      work.catch(() => {});
      const stopped = Promise.withResolvers<never>();
      const onAbort = () => stopped.reject(controller.signal.reason);
      if (controller.signal.aborted) onAbort();
      controller.signal.addEventListener('abort', onAbort, { once: true });
      return await Promise.race([work, stopped.promise]);
    },
    clear() {
      clock.clearTimeout(timer);
      outer?.removeEventListener('abort', giveUp);
    },
  };
}

/** Resolves after `delayMs`, or at once when the signal aborts. */
export async function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = clock.setTimeout(resolve, delayMs);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  clock.clearTimeout(timer);
}
