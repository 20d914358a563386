import { sgrWidth } from './sgr-text.ts';

const reset = '\u001B[0m';

/**
 * The bytes that turn a row on screen into the next one, from the first span that differs. Takes the place of Ink's own
 * (tools/build.js), which measures both rows grapheme by grapheme and repeats every colour of the part that stays.
 */
export default function rowUpdate(previous: string, next: string, columns: number | undefined): string {
  const start = startOfChange(previous, next);
  const column = start === 0 ? 0 : sgrWidth(next.slice(0, start));
  // A cursor in the last column may hang behind it: such a row is written whole.
  if (column === 0 || columns === undefined || column >= columns) return `\u001B[1G\u001B[K${next}`;
  return `\u001B[${column + 1}G\u001B[K${next.slice(start)}`;
}

/** Index behind the last span that both rows begin with: every colour is closed there. */
function startOfChange(previous: string, next: string): number {
  let common = 0;
  while (common < previous.length && common < next.length && previous[common] === next[common]) common++;
  const end = next.lastIndexOf(reset, common - reset.length);
  return common < reset.length || end < 0 ? 0 : end + reset.length;
}
