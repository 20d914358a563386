import { useEffect, useEffectEvent } from 'react';

/** A mouse event; cells count from 0 at the top left. */
export interface MouseEvent {
  readonly kind: 'press' | 'wheelUp' | 'wheelDown';
  readonly x: number;
  readonly y: number;
}

export interface MouseSource {
  /** Returns a function that removes the listener. */
  onMouse(listener: (event: MouseEvent) => void): () => void;
}

/** Subscribes to mouse events like `useInput` to keys; both arrive in order. */
export function useMouse(source: MouseSource | undefined, listener: (event: MouseEvent) => void): void {
  const onEvent = useEffectEvent(listener);
  useEffect(() => source?.onMouse((event) => onEvent(event)), [source]);
}
