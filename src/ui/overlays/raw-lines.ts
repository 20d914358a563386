import { cleanText } from '../../domain/clean-text.ts';
import { hanging } from '../text/hanging.ts';
import { type Line, muted } from '../text/span.ts';

const longestLine = 2_000;
const mostLines = 1_000;

/** An item of an answer as the service sent it, as JSON. Its texts are as hostile as any. */
export function rawLines(raw: unknown, width: number): Line[] {
  if (raw === undefined) return [[muted('No answer of the service stands behind this row.')]];
  return JSON.stringify(raw, null, 2)
    .split('\n')
    .slice(0, mostLines)
    .flatMap((line) => {
      const indent = line.length - line.trimStart().length;
      return hanging(`${' '.repeat(indent)}${cleanText(line.trimStart(), longestLine)}`, width);
    });
}
