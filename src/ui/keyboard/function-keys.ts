import type { EventEmitter } from 'node:events';
import { useStdin } from 'ink';
import { useEffect, useEffectEvent } from 'react';

/** F1 to F4 as xterm, as a Linux console and as older terminals send them; the others are alike everywhere. */
const sequences: Readonly<Record<string, readonly string[]>> = {
  F1: ['\x1bOP', '\x1b[11~', '\x1b[[A'],
  F2: ['\x1bOQ', '\x1b[12~', '\x1b[[B'],
  F3: ['\x1bOR', '\x1b[13~', '\x1b[[C'],
  F4: ['\x1bOS', '\x1b[14~', '\x1b[[D'],
  F5: ['\x1b[15~', '\x1b[[E'],
  F6: ['\x1b[17~'],
  F7: ['\x1b[18~'],
  F8: ['\x1b[19~'],
  F9: ['\x1b[20~'],
  F10: ['\x1b[21~'],
  F11: ['\x1b[23~'],
  F12: ['\x1b[24~'],
};

const names = new Map(Object.entries(sequences).flatMap(([name, texts]) => texts.map((text) => [text, name] as const)));

/** The function key that a terminal sends as `input`; null for anything else. */
export const functionKey = (input: string): string | null => names.get(input) ?? null;

/** Ink recognises function keys, but hands `useInput` an empty text and no name for them: they are read one step before. */
export function useFunctionKeys(listener: (name: string) => void): void {
  const { internal_eventEmitter: events } = useStdin() as { readonly internal_eventEmitter?: EventEmitter };
  const hear = useEffectEvent((input: unknown) => {
    const name = functionKey(String(input));
    if (name !== null) listener(name);
  });
  useEffect(() => {
    events?.on('input', hear);
    return () => void events?.removeListener('input', hear);
  }, [events]);
}
