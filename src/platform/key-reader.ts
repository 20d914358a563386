/** Keys of the key table by what terminals send for them, beside those with parameters and plain characters. */
const sequences: Readonly<Record<string, string>> = {
  '\x1b[A': 'Up',
  '\x1b[B': 'Down',
  '\x1b[C': 'Right',
  '\x1b[D': 'Left',
  '\x1bOA': 'Up',
  '\x1bOB': 'Down',
  '\x1bOC': 'Right',
  '\x1bOD': 'Left',
  '\x1b[H': 'Home',
  '\x1b[F': 'End',
  '\x1bOH': 'Home',
  '\x1bOF': 'End',
  '\x1b[1~': 'Home',
  '\x1b[4~': 'End',
  '\x1b[7~': 'Home',
  '\x1b[8~': 'End',
  '\x1b[3~': 'Delete',
  '\x1b[5~': 'PageUp',
  '\x1b[6~': 'PageDown',
  '\x1b[Z': 'S-Tab',
  ...functionKeys([
    // The last of each as a Linux console sends it.
    ['\x1bOP', '\x1b[11~', '\x1b[[A'],
    ['\x1bOQ', '\x1b[12~', '\x1b[[B'],
    ['\x1bOR', '\x1b[13~', '\x1b[[C'],
    ['\x1bOS', '\x1b[14~', '\x1b[[D'],
    ['\x1b[15~', '\x1b[[E'],
  ]),
  ...functionKeys(
    [['\x1b[17~'], ['\x1b[18~'], ['\x1b[19~'], ['\x1b[20~'], ['\x1b[21~'], ['\x1b[23~'], ['\x1b[24~']],
    6,
  ),
};

const single: Readonly<Record<string, string>> = {
  '\x1b': 'Esc',
  '\r': 'Enter',
  '\n': 'Enter',
  '\t': 'Tab',
  ' ': 'Space',
  '\x7f': 'Backspace',
  '\b': 'Backspace',
};

function functionKeys(texts: readonly (readonly string[])[], from = 1): Record<string, string> {
  return Object.fromEntries(texts.flatMap((list, index) => list.map((text) => [text, `F${from + index}`])));
}

/** What follows a paste so soon belongs to it, but for the keys that lead away. */
const pasteTailMs = 60;
const leaving = ['\x1b', '\x03'];

export type Heard = { readonly kind: 'key'; readonly key: string } | { readonly kind: 'paste'; readonly text: string };

/**
 * Reads what a terminal in raw mode sends, in the names of the key table. Without bracketed paste, which would have to be
 * asked for by an escape sequence, several characters at once are taken for pasted text: it presses nothing.
 */
export function createKeyReader(now: () => number): (chunk: string) => Heard[] {
  let pastedAtMs = Number.NEGATIVE_INFINITY;
  return (chunk) => {
    const keys = keysOf(chunk);
    if (keys) {
      const isTail = now() - pastedAtMs < pasteTailMs && !leaving.includes(chunk);
      const isMarker = chunk.includes('\x1b[200~') || chunk.includes('\x1b[201~');
      if (isTail || isMarker) pastedAtMs = now();
      if (!isTail) return keys.map((key): Heard => ({ kind: 'key', key }));
    }
    pastedAtMs = now();
    // A line's end would press what the line was pasted into.
    return isCharacter(chunk) || keys === null ? [{ kind: 'paste', text: chunk }] : [];
  };
}

/** The keys of a chunk; null for text that nobody types in one stroke. A key that repeats may come several times at once. */
function keysOf(chunk: string): string[] | null {
  const known = single[chunk] ?? sequences[chunk];
  if (known) return [known];
  if (isCharacter(chunk)) return [chunk];
  const control = /^[\x01-\x1a]$/.test(chunk) ? `C-${String.fromCharCode(chunk.charCodeAt(0) + 0x60)}` : null;
  if (control) return [control];
  if (chunk.startsWith('\x1b') && isCharacter(chunk.slice(1))) return [`M-${chunk.slice(1)}`];
  if (!chunk.startsWith('\x1b')) return null;
  const parts = chunk.split(/(?=\x1b)/).map((part) => sequences[part]);
  // A sequence that is not known means nothing: it must not be taken for letters.
  return parts.every((key) => key !== undefined) ? parts : [];
}

const isCharacter = (text: string): boolean => [...text].length === 1 && !/\p{Cc}/u.test(text);
