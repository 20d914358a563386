import { cleanText } from '../../domain/text/clean-text.ts';
import { hanging } from '../text/hanging.ts';
import { type Line, muted } from '../text/span.ts';

const longestLine = 2_000;
const mostLines = 1_000;

/** An item of a response as JSON. Its texts are untrusted, so they are cleaned. */
export function rawLines(raw: unknown, width: number): Line[] {
  if (raw === undefined) return [[muted('This row has no response of the service behind it.')]];
  return JSON.stringify(raw, null, 2)
    .split('\n')
    .slice(0, mostLines)
    .flatMap((line) => {
      const indent = line.length - line.trimStart().length;
      return hanging(`${' '.repeat(indent)}${cleanText(line.trimStart(), longestLine)}`, width);
    });
}
