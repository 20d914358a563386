/** Calls listeners, each guarded from what the others throw. */
export interface Emitter {
  /** Calls every listener that is still registered: one listener may remove another or add a new one. */
  all<L>(listeners: ReadonlySet<L>, tell: (listener: L) => void): void;
  /** Calls one alone, guarded the same. */
  one(tell: () => void): void;
}

/**
 * A listener that throws would stall pusher-js or leave the machine between two states, so `onFault` receives the
 * error.
 */
export function createEmitter(onFault: (error: unknown) => void): Emitter {
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
