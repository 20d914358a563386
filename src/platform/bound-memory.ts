import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from trading memory for time, from the first frame on; before it, that trade makes the start 20 ms shorter.
 * The space for new objects stays as large as it is: for 30 frames a second it would grow to 64 MB of garbage that lives
 * a frame (250 MB resident instead of 170, at the same CPU). With the paper service's heap in the same process, V8 also
 * collects earlier, which costs a third more CPU (docs/benchmarks.md).
 */
export function boundMemory({ isPaperEmbedded }: { readonly isPaperEmbedded: boolean }): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  if (isPaperEmbedded) setFlagsFromString('--memory-saver-mode');
}
