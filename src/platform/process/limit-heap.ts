import { setFlagsFromString } from 'node:v8';

/**
 * Stops V8 from trading memory for time after the first frame; before it, that trade saves 20 ms of start-up. The young
 * generation keeps its size: at 30 frames a second it would grow to 64 MB of garbage that lives one frame. The old
 * generation grows by at most half of its live data (250 MB resident without this, 200 with it, at the same CPU). With
 * the paper service's heap in the same process, V8 also collects earlier, which costs a third more CPU
 * (docs/benchmarks.md).
 */
export function limitHeap({ isPaperEmbedded }: { readonly isPaperEmbedded: boolean }): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(isPaperEmbedded ? '--memory-saver-mode' : '--heap-growing-percent=50');
}
