import { setImmediate as nextTurn } from 'node:timers/promises';

interface Slicing {
  readonly clock: { monotonic(): number };
  /** Called between two slices, with how many have been done. */
  readonly onSlice?: (done: number) => void;
  readonly signal?: AbortSignal;
  /** How long one may take: what else there is to do waits no longer. */
  readonly sliceMs?: number;
}

/** Looking at the clock costs more than a small item; one that is waited for is none. */
const itemsBetweenLooks = 64;

/**
 * Takes one item after the other and lets everything else have its turn in between. Resolves to false where `signal` ended
 * it before the last one.
 */
export async function inSlices<T>(
  items: Iterable<T>,
  take: (item: T) => void | Promise<void>,
  { clock, onSlice, signal, sliceMs = 8 }: Slicing,
): Promise<boolean> {
  let done = 0;
  let endMs = clock.monotonic() + sliceMs;
  for (const item of items) {
    if (signal?.aborted) return false;
    const taken = take(item);
    if (taken) await taken;
    done++;
    const isLookDue = taken !== undefined || done % itemsBetweenLooks === 0;
    if (!isLookDue || clock.monotonic() < endMs) continue;
    onSlice?.(done);
    await nextTurn();
    endMs = clock.monotonic() + sliceMs;
  }
  return !signal?.aborted;
}
