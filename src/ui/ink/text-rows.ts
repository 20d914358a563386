import { sgrWidth } from './sgr-text.ts';

/** One row of a text. */
export interface TextRow {
  readonly text: string;
  /** Columns. */
  readonly width: number;
}

/** More texts than a screen has: panes, bars and overlays. */
const mostKept = 64;
let recent = new Map<string, readonly TextRow[]>();
let older = new Map<string, readonly TextRow[]>();

/**
 * The rows of a text with colours in it. Ink asks three times a frame for each text on screen, most of which were in the last
 * frame: they are kept, but only few, as each is a whole pane.
 */
export function rowsOf(text: string): readonly TextRow[] {
  const known = recent.get(text) ?? older.get(text);
  const rows = known ?? text.split('\n').map((row) => ({ text: row, width: sgrWidth(row) }));
  if (recent.has(text)) return rows;
  if (recent.size >= mostKept / 2) {
    older = recent;
    recent = new Map();
  }
  recent.set(text, rows);
  return rows;
}
