import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from trading memory for time, from the first frame on; before it, that trade makes the start 20 ms shorter.
 * The space for new objects stays as large as it is: for 30 frames a second it would grow to 64 MB of garbage that lives
 * a frame. The space for old ones grows by half of what lives in it at most (250 MB resident without that, 200 with it, at the
 * same CPU). With the paper service's heap in the same process, V8 also collects earlier, which costs a third more CPU
 * (docs/benchmarks.md).
 */
export function boundMemory({ isPaperEmbedded }: { readonly isPaperEmbedded: boolean }): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(isPaperEmbedded ? '--memory-saver-mode' : '--heap-growing-percent=50');
}
