import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Clock, systemClock } from '../time/clock.ts';

/** The young generation may grow to this size again, bytes: two halves of 4 MB. */
const youngBytes = 8 * 1024 * 1024;
const lookEveryMs = 1_000;

/** Lets the young generation of every thread grow at once instead of step by step, until `limitHeap`: a start then hardly collects. */
export const growHeapFast = (): void => setFlagsFromString('--semi-space-growth-factor=32');

/**
 * Takes back the memory that `growHeapFast` traded for time until the first frame. The young generation has grown to 32 MB by
 * then, of garbage that lives one frame: a full collection, once, gives it back, and it grows to 8 MB (160 instead of 220 MB
 * resident, for a tenth more CPU). The old generation grows by at most half of its live data. Called again after other work
 * that leaves much behind.
 */
export function limitHeap(clock: Pick<Clock, 'setTimeout'> = systemClock): void {
  setFlagsFromString('--heap-growing-percent=50');
  // Not before the first frame is on its way to the terminal.
  clock.setTimeout(function collect() {
    setFlagsFromString('--semi-space-growth-factor=2');
    collectAll();
    clock.setTimeout(function look() {
      if (youngGenerationBytes() < youngBytes) clock.setTimeout(look, lookEveryMs);
      else setFlagsFromString('--semi-space-growth-factor=1');
    }, lookEveryMs);
  }, 0);
}

/**
 * For a program that computes little and runs for weeks: what runs hot is interpreted, so that neither compiled code nor what
 * compilers learn of it takes memory, and the young generation stays at 1 MB.
 */
export const sparingFlags: readonly string[] = [
  '--no-opt',
  '--no-maglev',
  '--no-sparkplug',
  '--semi-space-growth-factor=1',
  '--invocation-count-for-feedback-allocation=10000',
  '--liftoff-only',
  '--no-wasm-tier-up',
  '--optimize-for-size',
  '--heap-growing-percent=20',
];

/** The same for a program that was started without them, before its modules load. */
export function spareMemory(): void {
  for (const flag of sparingFlags) setFlagsFromString(flag);
}

export const youngGenerationBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

/** A full collection that shrinks the heap: V8 does it by itself only when memory runs out. */
export function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc === 'function') gc({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  setFlagsFromString('--no-expose-gc');
}
