/** A word of the typed line and its offset in UTF-16 units. */
export interface Word {
  readonly text: string;
  readonly from: number;
}

/** `<` and `>` are separate words, so `mcap<400M` works. A number and its unit are one word: `50 usd`. */
const word = /[<>]|[+−-]?[\d.]+[kmb]?\s+(?:usd|coin)(?![^\s<>])|[^\s<>]+/gi;

/** Splits a line into words. */
export const readWords = (line: string): Word[] =>
  Array.from(line.matchAll(word), ({ 0: text, index }) => ({ text, from: index }));
