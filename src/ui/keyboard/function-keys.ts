import { useRawInput } from '../ink/raw-input.ts';
import { functionKeySequences } from '../keys/function-key-sequences.ts';

/** Ink recognises function keys but gives `useInput` no name for them, so they are read from the raw input. */
export function useFunctionKeys(listener: (name: string) => void): void {
  useRawInput((sequence) => {
    const name = functionKeySequences.get(sequence);
    if (name !== undefined) listener(name);
  });
}
