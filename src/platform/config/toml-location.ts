export interface TextLocation {
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/**
 * Finds the position of a key in TOML text that has already been parsed: the parser keeps no positions, and error
 * messages need one. Returns the deepest part of the path that has a line of its own, otherwise the first line.
 */
export function locateKey(toml: string, path: readonly PropertyKey[]): TextLocation {
  const wanted = path.map(String);
  let table: string[] = [];
  let best = { line: 1, column: 1, depth: 0 };
  toml.split('\n').forEach((text, index) => {
    const header = /^(\s*\[\[?)([^\]]+)\]/.exec(text);
    const assignment = header ? null : /^(\s*)((?:"[^"]*"|'[^']*'|[\w-]+|\s*\.\s*)+?)\s*=/.exec(text);
    const found = header ?? assignment;
    if (!found) return;
    const [, indent = '', name = ''] = found;
    const key = splitKey(name);
    if (header) table = key;
    const full = header ? key : [...table, ...key];
    const isPrefix = full.length <= wanted.length && full.every((part, at) => part === wanted[at]);
    // A table that is only opened by a deeper header, such as [profiles.main] for `profiles`, counts too.
    const isOpener = wanted.every((part, at) => part === full[at]);
    const depth = isPrefix ? full.length : isOpener ? wanted.length : 0;
    if (depth > best.depth) best = { line: index + 1, column: indent.length + 1, depth };
  });
  return { line: best.line, column: best.column };
}

const splitKey = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
