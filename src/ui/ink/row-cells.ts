/** A row of which every character is one column wide: its characters, and for each the number of its style. */
export class RowCells {
  text = '';
  styles = new Uint16Array(512);

  /** Takes a row apart: text, with SGR sequences each of which adds to the last or resets. Reused, since a frame has many rows. */
  read(row: string): this {
    // A row of SGR sequences alone is longer than it is wide.
    if (row.length > this.styles.length) this.styles = new Uint16Array(row.length);
    this.text = '';
    let width = 0;
    let style = 0;
    for (let at = 0; at < row.length; ) {
      const sequence = row.indexOf('\u001B', at);
      const end = sequence < 0 ? row.length : sequence;
      this.text += row.slice(at, end);
      this.styles.fill(style, width, width + end - at);
      width += end - at;
      if (sequence < 0) break;
      at = row.indexOf('m', sequence) + 1;
      style = styleAfter(style, row.slice(sequence + 2, at - 1));
    }
    this.styles.fill(0, width);
    return this;
  }
}

const reset = '\u001B[0m';
const blank = 0x20;
/** SGR parameters. Number 0 is the terminal's own style. */
const codesOf: string[] = [''];
const numbers = new Map<string, number>([['', 0]]);

function styleAfter(style: number, added: string): number {
  if (added === '' || added === '0') return 0;
  const codes = style === 0 ? added : `${codesOf[style]};${added}`;
  const known = numbers.get(codes);
  if (known !== undefined) return known;
  numbers.set(codes, codesOf.length);
  return codesOf.push(codes) - 1;
}

/** Whether both rows show the same at a column; behind its end a row shows blanks. */
export const isSameCell = (one: RowCells, other: RowCells, column: number): boolean =>
  (one.styles[column] ?? 0) === (other.styles[column] ?? 0) && charAt(one, column) === charAt(other, column);

const charAt = ({ text }: RowCells, column: number): number => (column < text.length ? text.charCodeAt(column) : blank);

/** The columns `from` (inclusive) to `to` (exclusive) as terminal text. Begins and ends in the terminal's own style. */
export function cellText({ text, styles }: RowCells, from: number, to: number): string {
  let written = '';
  let style = 0;
  for (let start = from; start < to; ) {
    const next = styles[start] ?? 0;
    let end = start + 1;
    while (end < to && (styles[end] ?? 0) === next) end++;
    if (next !== style) written += next === 0 ? reset : `\u001B[${style === 0 ? '' : '0;'}${codesOf[next]}m`;
    written += text.slice(start, end).padEnd(end - start);
    style = next;
    start = end;
  }
  return style === 0 ? written : written + reset;
}
