/** A stream event on its way to subscribers: which stream of the catalog, its filter values, and for presence streams whose. */
export interface StreamMessage {
  readonly stream: string;
  readonly filter: Readonly<Record<string, string>>;
  /** Set on presence streams: only this user's channel gets it. */
  readonly userId?: string;
  readonly data: unknown;
}

type Listener = (message: StreamMessage) => void;

/** How the exchange tells the Pusher hub what happened, without knowing it. */
export class Bus {
  readonly #listeners = new Set<Listener>();

  publish(message: StreamMessage): void {
    for (const listener of this.#listeners) listener(message);
  }

  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
