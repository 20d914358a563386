import type { AnyStream } from '../protocol/stream.ts';
import { ChannelTraffic } from './channel-traffic.ts';

/** `pending`: asked for, not answered. `refused`: the service or the desk said no; the reason stands beside it. */
export type ChannelState = 'pending' | 'live' | 'refused';

export interface WantedListener {
  onEvent(data: unknown, atMs: number): void;
  onState?(state: ChannelState, reason: string | null): void;
}

/** Where the service publishes a wanted stream. */
export interface Channel {
  readonly name: string;
  readonly event: string;
  readonly isPresence: boolean;
}

/** An interruption, as it began. */
export interface Missed {
  /** Wall clock, ms. */
  readonly fromMs: number;
  readonly reason: string;
}

/** A stream with its filter that somebody on the screen wants. Two panes that want the same share one. */
export interface Wanted {
  readonly key: string;
  readonly stream: AnyStream;
  readonly filter: Readonly<Record<string, string>>;
  readonly listeners: Set<WantedListener>;
  state: ChannelState;
  reason: string | null;
  /** The channel on the open connection; null while there is none or it is not resolved. */
  channel: Channel | null;
  /** Since when the channel has been live, wall clock, ms. */
  liveSinceMs: number;
  /** The interruption that it has not come back from although the others have. */
  missed: Missed | null;
  readonly traffic: ChannelTraffic;
}

export class WantedStreams {
  readonly #byKey = new Map<string, Wanted>();

  get size(): number {
    return this.#byKey.size;
  }

  all(): Wanted[] {
    return [...this.#byKey.values()];
  }

  /** False once the last listener is gone: answers that come later are nobody's. */
  has(wanted: Wanted): boolean {
    return this.#byKey.get(wanted.key) === wanted;
  }

  /** One that is asked for again and again holds up nobody. */
  isSettled(): boolean {
    return this.all().every(({ state, reason }) => state !== 'pending' || reason !== null);
  }

  add(stream: AnyStream, filter: Readonly<Record<string, string>>, listener: WantedListener): Wanted {
    const key = JSON.stringify([stream.id, Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1))]);
    const known = this.#byKey.get(key);
    const wanted = known ?? {
      key,
      stream,
      filter,
      listeners: new Set(),
      state: 'pending',
      reason: null,
      channel: null,
      liveSinceMs: 0,
      missed: null,
      traffic: new ChannelTraffic(),
    };
    this.#byKey.set(key, wanted);
    wanted.listeners.add(listener);
    return wanted;
  }

  /** True when nobody wants it any more. */
  remove(wanted: Wanted, listener: WantedListener): boolean {
    const isLast = wanted.listeners.delete(listener) && wanted.listeners.size === 0;
    if (isLast) this.#byKey.delete(wanted.key);
    return isLast;
  }
}
