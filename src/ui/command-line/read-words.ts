/** A word of the typed line and where it stands, in UTF-16 units. */
export interface Word {
  readonly text: string;
  readonly from: number;
}

/** The words of a line; `<` and `>` are words of their own, so that `mcap<400M` reads as it is meant. */
export const readWords = (line: string): Word[] =>
  Array.from(line.matchAll(/[<>]|[^\s<>]+/g), ({ 0: text, index }) => ({ text, from: index }));
