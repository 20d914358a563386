import { type Line, lineWidth, span } from './span.ts';

const gap = span('   ');

/** Lays parts out side by side, wrapping between parts. */
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
