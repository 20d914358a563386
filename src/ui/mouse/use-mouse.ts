import type { EventEmitter } from 'node:events';
import { useStdin } from 'ink';
import { useEffect, useEffectEvent } from 'react';
import { type MouseEvent, mouseEvent } from './mouse-event.ts';

/** Ink hands `useInput` an empty text for a report of the mouse: it is read one step before, like the function keys. */
export function useMouse(listener: (event: MouseEvent) => void): void {
  const { internal_eventEmitter: events } = useStdin() as { readonly internal_eventEmitter?: EventEmitter };
  const hear = useEffectEvent((input: unknown) => {
    const event = mouseEvent(String(input).replace('\u001B', ''));
    if (event) listener(event);
  });
  useEffect(() => {
    events?.on('input', hear);
    return () => void events?.removeListener('input', hear);
  }, [events]);
}
