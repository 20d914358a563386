import { setImmediate as nextTurn } from 'node:timers/promises';

interface Slicing {
  readonly clock: { monotonic(): number };
  /** Called between two slices with the number of finished items. */
  readonly onSlice?: (done: number) => void;
  readonly signal?: AbortSignal;
  /** Maximum duration of a slice: other work waits no longer than this. */
  readonly sliceMs?: number;
}

/** Reading the clock costs more than a small item. An item that is awaited does not count. */
const itemsBetweenLooks = 64;

/**
 * Processes items one after another and yields between slices. Resolves to false if `signal` ended it before the last
 * item.
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
