import { type Line, lineWidth, span } from './span.ts';

const gap = span('   ');

/** Puts parts beside each other, each whole, over as many lines as they need. */
export function flow(parts: readonly Line[], width: number): Line[] {
  const lines: Line[] = [];
  for (const part of parts) {
    const current = lines.at(-1);
    if (current && lineWidth(current) + gap.text.length + lineWidth(part) <= width)
      lines[lines.length - 1] = [...current, gap, ...part];
    else lines.push(part);
  }
  return lines;
}
