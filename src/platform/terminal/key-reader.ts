/** Keys by what terminals send for them, beside function keys and plain characters. */
const sequences: ReadonlyMap<string, string> = new Map([
  ['\x1b[A', 'Up'],
  ['\x1b[B', 'Down'],
  ['\x1b[C', 'Right'],
  ['\x1b[D', 'Left'],
  ['\x1bOA', 'Up'],
  ['\x1bOB', 'Down'],
  ['\x1bOC', 'Right'],
  ['\x1bOD', 'Left'],
  ['\x1b[H', 'Home'],
  ['\x1b[F', 'End'],
  ['\x1bOH', 'Home'],
  ['\x1bOF', 'End'],
  ['\x1b[1~', 'Home'],
  ['\x1b[4~', 'End'],
  ['\x1b[7~', 'Home'],
  ['\x1b[8~', 'End'],
  ['\x1b[3~', 'Delete'],
  ['\x1b[5~', 'PageUp'],
  ['\x1b[6~', 'PageDown'],
  ['\x1b[Z', 'S-Tab'],
]);

const single: ReadonlyMap<string, string> = new Map([
  ['\x1b', 'Esc'],
  ['\r', 'Enter'],
  ['\n', 'Enter'],
  ['\t', 'Tab'],
  [' ', 'Space'],
  ['\x7f', 'Backspace'],
  ['\b', 'Backspace'],
]);

/** Input this soon after a paste belongs to it, except the keys that leave. */
const pasteTailMs = 60;
const leaving = ['\x1b', '\x03'];

export type KeyReaderEvent =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'paste'; readonly text: string };

/**
 * Reads what a terminal in raw mode sends, in the names of the key table. Without bracketed paste, which would have to be
 * asked for by an escape sequence, several characters at once are taken for pasted text: it presses nothing.
 *
 * @param now Monotonic, ms.
 * @param functionKeys What a terminal sends → the name of the function key.
 */
export function createKeyReader(
  now: () => number,
  functionKeys: ReadonlyMap<string, string>,
): (chunk: string) => KeyReaderEvent[] {
  const sequenceOf = (text: string): string | undefined => sequences.get(text) ?? functionKeys.get(text);
  let pastedAtMs = Number.NEGATIVE_INFINITY;
  return (chunk) => {
    const keys = keysOf(chunk, sequenceOf);
    if (keys) {
      const isTail = now() - pastedAtMs < pasteTailMs && !leaving.includes(chunk);
      const isMarker = chunk.includes('\x1b[200~') || chunk.includes('\x1b[201~');
      if (isTail || isMarker) pastedAtMs = now();
      if (!isTail) return keys.map((key): KeyReaderEvent => ({ kind: 'key', key }));
    }
    pastedAtMs = now();
    // A line end would activate whatever the text was pasted into.
    return isCharacter(chunk) || keys === null ? [{ kind: 'paste', text: chunk }] : [];
  };
}

/**
 * The keys of a chunk; null for text that nobody types in one stroke. A repeating key may arrive several times at once.
 */
function keysOf(chunk: string, sequenceOf: (text: string) => string | undefined): string[] | null {
  const known = single.get(chunk) ?? sequenceOf(chunk);
  if (known) return [known];
  if (isCharacter(chunk)) return [chunk];
  const control = /^[\x01-\x1a]$/.test(chunk) ? `C-${String.fromCharCode(chunk.charCodeAt(0) + 0x60)}` : null;
  if (control) return [control];
  if (chunk.startsWith('\x1b') && isCharacter(chunk.slice(1))) return [`M-${chunk.slice(1)}`];
  if (!chunk.startsWith('\x1b')) return null;
  const parts = chunk.split(/(?=\x1b)/).map(sequenceOf);
  // An unknown sequence is ignored: it must not be read as letters.
  return parts.every((key) => key !== undefined) ? parts : [];
}

const isCharacter = (text: string): boolean => [...text].length === 1 && !/\p{Cc}/u.test(text);
