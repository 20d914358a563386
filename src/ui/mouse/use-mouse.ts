import { useEffect, useEffectEvent } from 'react';

/** What was done with the mouse; cells count from 0 at the top left. */
export interface MouseEvent {
  readonly kind: 'press' | 'wheelUp' | 'wheelDown';
  readonly x: number;
  readonly y: number;
}

export interface MouseSource {
  /** Returns how to stop it. */
  onMouse(listener: (event: MouseEvent) => void): () => void;
}

/** Hears the mouse as `useInput` hears keys: between them, in the order of what was done. */
export function useMouse(source: MouseSource | undefined, listener: (event: MouseEvent) => void): void {
  const hear = useEffectEvent(listener);
  useEffect(() => source?.onMouse((event) => hear(event)), [source]);
}
