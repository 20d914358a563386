/** A stream event to publish: its stream in the catalog, its filter values, and for presence streams its user. */
export interface StreamMessage {
  readonly stream: string;
  readonly filter: Readonly<Record<string, string>>;
  /** Set on presence streams: only this user's channel receives it. */
  readonly userId?: string;
  readonly data: unknown;
}

type Listener = (message: StreamMessage) => void;

/** Carries events from the exchange to the Pusher hub, which it does not know. */
export class Bus {
  readonly #listeners = new Set<Listener>();

  publish(message: StreamMessage): void {
    for (const listener of this.#listeners) listener(message);
  }

  /** Returns the unsubscribe function. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
