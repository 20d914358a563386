import type { EventEmitter } from 'node:events';
import { useStdin } from 'ink';
import type { Props as InkStdin } from 'ink/build/components/StdinContext.js';
import { useEffect, useEffectEvent } from 'react';

/**
 * Hears each key as the terminal sends it, one sequence at a time and in its place among those that `useInput` hears: for keys
 * that Ink has no name for.
 *
 * Hangs on the emitter that Ink's own hooks take their keys from. It is in Ink's types, though not in what it exports; an Ink
 * that has it no longer does not compile, or ends the desk before it draws: the function keys would be dead without a word.
 */
export function useRawInput(listener: (sequence: string) => void): void {
  const keys = keysOf(useStdin());
  const hear = useEffectEvent((sequence: unknown) => listener(String(sequence)));
  useEffect(() => {
    keys.on('input', hear);
    return () => void keys.off('input', hear);
  }, [keys]);
}

/** Throws where there is none. */
export function keysOf(stdin: Partial<InkStdin>): EventEmitter {
  const { internal_eventEmitter: keys } = stdin;
  if (typeof keys?.on !== 'function')
    throw new Error('Ink no longer says which keys it reads, so that no function key would be heard');
  return keys;
}
