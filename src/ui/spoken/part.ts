/** Something that can be said. It is said when its key has not been said yet: a number that only moves is in no key. */
export interface Part {
  readonly key: string;
  readonly lines: readonly string[];
  /** Said at once, not only after a key of the person's. */
  readonly isUrgent?: boolean;
  /** Said with the part of this key, which stands before it, and not once more beside it. */
  readonly within?: string;
  /** Said again when it is asked for. */
  readonly isPlace?: boolean;
}

/** What has been said, by key. */
export type Said = ReadonlySet<string>;

/**
 * The lines to say now, and what counts as said afterwards. `isAsked`: a key was pressed; otherwise only what is urgent is
 * said, and the rest waits for the next key.
 */
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
