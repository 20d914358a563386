import type { AnyStream } from '../../../protocol/stream.ts';
import { ChannelTraffic } from './channel-traffic.ts';

/** `pending`: requested, not answered. `refused`: the service or the desk refused; the reason is stored with it. */
export type ChannelState = 'pending' | 'live' | 'refused';

/** A StreamListener whose payload has lost its type. */
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

/** The start of an interruption. */
export interface Missed {
  /** Wall clock, ms. */
  readonly fromMs: number;
  readonly reason: string;
}

/** A stream with its filter that a pane wants. Two panes that want the same share one. */
export interface Wanted {
  readonly key: string;
  readonly stream: AnyStream;
  readonly filter: Readonly<Record<string, string>>;
  readonly listeners: Set<WantedListener>;
  state: ChannelState;
  reason: string | null;
  /** The channel on the open connection; null without one, or until it is resolved. */
  channel: Channel | null;
  /** Since when the channel has been live, wall clock, ms. */
  liveSinceMs: number;
  /** The interruption from which it has not recovered although the others have. */
  missed: Missed | null;
  readonly traffic: ChannelTraffic;
}

/** What somebody wants, by stream and filter; who wants the same shares one entry. */
export class WantedStreams {
  readonly #byKey = new Map<string, Wanted>();

  get size(): number {
    return this.#byKey.size;
  }

  all(): Wanted[] {
    return [...this.#byKey.values()];
  }

  /** False once the last listener has left: later answers are ignored. */
  has(wanted: Wanted): boolean {
    return this.#byKey.get(wanted.key) === wanted;
  }

  /** A stream that is retried again and again does not delay the others. */
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

  /** True if nobody wants it any more. */
  remove(wanted: Wanted, listener: WantedListener): boolean {
    const isLast = wanted.listeners.delete(listener) && wanted.listeners.size === 0;
    if (isLast) this.#byKey.delete(wanted.key);
    return isLast;
  }
}
