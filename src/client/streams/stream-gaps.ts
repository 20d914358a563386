import type { Clock } from '../../platform/time/clock.ts';
import type { AnyStream } from '../../protocol/stream.ts';
import type { Missed, Wanted, WantedStreams } from './channels/wanted-streams.ts';
import type { Emitter } from './emitter.ts';
import type { StreamGap } from './stream-model.ts';

interface Deps {
  readonly clock: Clock;
  readonly wanted: WantedStreams;
  readonly teller: Emitter;
  readonly isConnected: () => boolean;
}

/** Periods without data. An interruption opens a gap; it is reported once it is known which streams recovered. */
export class StreamGaps {
  readonly #around: Deps;
  readonly #listeners = new Set<(gap: StreamGap) => void>();
  #open: Missed | null = null;

  constructor(around: Deps) {
    this.#around = around;
  }

  onGap(listener: (gap: StreamGap) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** An open gap continues from the earlier of the two times. `fromMs`: wall clock. */
  begin(fromMs: number, reason: string): void {
    this.#open = this.#open ? { ...this.#open, fromMs: Math.min(fromMs, this.#open.fromMs) } : { fromMs, reason };
  }

  /** A stream's state changed: it may have recovered, later than the others or as the last one awaited. */
  streamMoved(wanted: Wanted): void {
    const { missed } = wanted;
    if (missed && wanted.state === 'live' && this.#around.isConnected()) {
      wanted.missed = null;
      this.#tell(missed, wanted.stream);
    }
    this.tellIfSettled();
  }

  /**
   * Reports the open gap when every wanted stream has an answer. A stream that is not live is reported when it
   * recovers.
   */
  tellIfSettled(): void {
    const { wanted: streams, isConnected } = this.#around;
    if (!this.#open || !isConnected() || !streams.isSettled()) return;
    const missed = this.#open;
    this.#open = null;
    for (const wanted of streams.all()) if (wanted.state !== 'live') wanted.missed ??= missed;
    this.#tell(missed, null);
  }

  #tell({ fromMs, reason }: Missed, late: AnyStream | null): void {
    const toMs = this.#around.clock.now();
    // If the clock was set back, there is no time between the two.
    const gap = { fromMs: Math.min(fromMs, toMs), toMs, reason, late };
    this.#around.teller.all(this.#listeners, (listener) => listener(gap));
  }
}
