/** Something to announce. It is announced when its key is new, so keys contain no constantly changing numbers. */
export interface Part {
  readonly key: string;
  readonly lines: readonly string[];
  /** Announced immediately instead of after the next key press. */
  readonly isUrgent?: boolean;
  /** Key of an earlier part that already includes this one: not repeated when that one is announced. */
  readonly within?: string;
  /** Repeated on request. */
  readonly isPlace?: boolean;
}

/** Keys of the parts announced so far. */
export type Said = ReadonlySet<string>;

/** The lines to announce now and the updated keys. `isAsked`: a key was pressed; otherwise only urgent parts are announced. */
export function sayNew(
  said: Said,
  parts: readonly Part[],
  isAsked: boolean,
): { readonly lines: string[]; readonly said: Said } {
  const spoken = new Set<string>();
  const heard = new Set<string>();
  const lines: string[] = [];
  for (const part of parts.filter(({ key }) => !said.has(key))) {
    const isInside = part.within !== undefined && spoken.has(part.within);
    if (!isInside && !isAsked && part.isUrgent !== true) continue;
    heard.add(part.key);
    if (isInside) continue;
    spoken.add(part.key);
    lines.push(...part.lines);
  }
  const now = new Set(parts.map(({ key }) => key));
  return { lines, said: new Set([...[...said].filter((key) => now.has(key)), ...heard]) };
}
