import type { Clock } from '../platform/clock.ts';
import { CallStoppedError } from './judge-fault.ts';

export interface Deadline {
  readonly signal: AbortSignal;
  /** The work, or CallStoppedError when time runs out or the caller gives up: also for work that ignores the signal. */
  race<T>(work: Promise<T>): Promise<T>;
  clear(): void;
}

/** Ends a call after `timeoutMs` by the injected clock, or when the caller's signal says so. */
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
      // The work may end long after the race, with nobody left to hear of it.
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

/** Resolves after `delayMs`, or at once when the signal is raised. */
export async function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = clock.setTimeout(resolve, delayMs);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  clock.clearTimeout(timer);
}
