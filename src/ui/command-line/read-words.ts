/** A word of the typed line and its offset in UTF-16 units. */
export interface Word {
  readonly text: string;
  readonly from: number;
}

/** Splits a line into words. `<` and `>` are separate words, so `mcap<400M` works. */
export const readWords = (line: string): Word[] =>
  Array.from(line.matchAll(/[<>]|[^\s<>]+/g), ({ 0: text, index }) => ({ text, from: index }));
