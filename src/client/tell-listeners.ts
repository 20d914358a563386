export interface Teller {
  /** Tells each that is still there: one listener may end another, or be new since. */
  all<L>(listeners: ReadonlySet<L>, tell: (listener: L) => void): void;
  one(tell: () => void): void;
}

/** A listener that throws would leave pusher-js deaf, or the machine between two states: `onFault` hears of it. */
export function createTeller(onFault: (error: unknown) => void): Teller {
  const one = (tell: () => void): void => {
    try {
      tell();
    } catch (error) {
      onFault(error);
    }
  };
  return {
    one,
    all: (listeners, tell) => {
      for (const listener of [...listeners]) if (listeners.has(listener)) one(() => tell(listener));
    },
  };
}
