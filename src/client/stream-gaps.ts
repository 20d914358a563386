import type { Clock } from '../platform/clock.ts';
import type { AnyStream } from '../protocol/stream.ts';
import type { StreamGap } from './stream-model.ts';
import type { Teller } from './tell-listeners.ts';
import type { Missed, Wanted, WantedStreams } from './wanted-streams.ts';

interface Surroundings {
  readonly clock: Clock;
  readonly wanted: WantedStreams;
  readonly teller: Teller;
  readonly isConnected: () => boolean;
}

/** The times for which nothing is known: begun by an interruption, told once it is known which streams came back from it. */
export class StreamGaps {
  readonly #around: Surroundings;
  readonly #listeners = new Set<(gap: StreamGap) => void>();
  #open: Missed | null = null;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  onGap(listener: (gap: StreamGap) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** One that has begun and has not been told goes on, from the earlier of the two moments. `fromMs`: wall clock. */
  begin(fromMs: number, reason: string): void {
    this.#open = this.#open ? { ...this.#open, fromMs: Math.min(fromMs, this.#open.fromMs) } : { fromMs, reason };
  }

  /** The state of a stream has changed: it may be back, later than the others, or the last that was waited for. */
  streamMoved(wanted: Wanted): void {
    const { missed } = wanted;
    if (missed && wanted.state === 'live' && this.#around.isConnected()) {
      wanted.missed = null;
      this.#tell(missed, wanted.stream);
    }
    this.tellIfSettled();
  }

  /** Tells the open gap when every wanted stream has been answered; one that is not live is told of when it comes back. */
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
    // A clock that was set back has no time between the two.
    const gap = { fromMs: Math.min(fromMs, toMs), toMs, reason, late };
    this.#around.teller.all(this.#listeners, (listener) => listener(gap));
  }
}
