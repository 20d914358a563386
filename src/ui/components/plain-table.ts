import { displayWidth } from '../../domain/text/text-width.ts';
import { type Line, muted, type Span } from '../text/span.ts';

/** A simple table, first column left-aligned; columns that do not fit are dropped from the right. */
export function plainTable(heads: readonly string[], rows: readonly (readonly Span[])[], width: number): Line[] {
  const widths = heads.map((head, at) =>
    Math.max(displayWidth(head), ...rows.map((cells) => displayWidth(cells[at]?.text ?? ''))),
  );
  const used = (at: number): number => widths.slice(0, at + 1).reduce((sum, one) => sum + one + 2, -2);
  const kept = widths.filter((_, at) => used(at) <= width).length;
  const padded = (cell: Span, at: number): Span => {
    const gap = ' '.repeat(Math.max(0, (widths[at] ?? 0) - displayWidth(cell.text)));
    return { ...cell, text: at === 0 ? cell.text + gap : `  ${gap}${cell.text}` };
  };
  return [heads.map(muted), ...rows].map((cells) => cells.slice(0, kept).map(padded));
}
