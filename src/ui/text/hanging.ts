import { displayWidth } from '../../domain/text/text-width.ts';
import { type Line, span, wrap } from './span.ts';

/** Wraps a line, keeping its indentation. */
export function hanging(line: string, width: number): Line[] {
  const rest = line.trimStart();
  const indent = Math.min(displayWidth(line) - displayWidth(rest), Math.floor(width / 2));
  const lines = wrap(rest, width - indent);
  return (lines.length > 0 ? lines : [[]]).map((part): Line => [span(' '.repeat(indent)), ...part]);
}
