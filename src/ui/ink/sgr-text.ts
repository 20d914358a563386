import { displayWidth } from '../../domain/text/text-width.ts';

const sgr = /\u001B\[[\d;]*m/g;
const reset = '\u001B[0m';

const withoutSgr = (text: string): string => text.replace(sgr, '');

/** Columns of a text with colours in it. */
export const sgrWidth = (text: string): number => displayWidth(withoutSgr(text));

/**
 * The columns `from` (inclusive) to `to` (exclusive) of a text with colours in it, in their colours and closed by a
 * reset. A wide character that a bound cuts in two leaves spaces.
 */
export function sliceSgr(text: string, from: number, to: number): string {
  let column = 0;
  let style = '';
  let sliced = '';
  const add = (plain: string): void => {
    const width = displayWidth(plain);
    const start = Math.max(from, column);
    const end = Math.min(to, column + width);
    if (end > start) sliced += slicePlain(plain, start - column, end - column);
    column += width;
  };
  let at = 0;
  for (const match of text.matchAll(sgr)) {
    add(text.slice(at, match.index));
    at = match.index + match[0].length;
    style = match[0] === reset ? '' : style + match[0];
    // Codes before the slice are gathered, since a span may begin before it.
    if (column < to) sliced = column <= from ? style : sliced + match[0];
  }
  add(text.slice(at));
  return style === '' && !sliced.includes('\u001B') ? sliced : `${sliced}${reset}`;
}

function slicePlain(plain: string, from: number, to: number): string {
  if (from === 0 && to === displayWidth(plain)) return plain;
  const segments = Array.from(new Intl.Segmenter().segment(plain), ({ segment }) => segment);
  let column = 0;
  let sliced = '';
  for (const segment of segments) {
    const width = displayWidth(segment);
    const overlap = Math.min(to, column + width) - Math.max(from, column);
    if (overlap > 0) sliced += overlap === width ? segment : ' '.repeat(overlap);
    column += width;
  }
  return sliced;
}
