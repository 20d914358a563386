import stringWidth from 'string-width';
import { graphemes } from './graphemes.ts';

const ellipsis = '…';
/**
 * ASCII and the signs that the desk itself writes, each one column wide: · × – … ‹ › ← ↑ → ↓ − ≈ ≤ ≥ ⏎, frames, blocks,
 * Braille, ▮ ▯ ▸ ◌ ◍ ● ✓ ✗.
 */
const narrow = String.raw`\x20-\x7e\xb7\xd7\u2013\u2026\u2039\u203a\u2190-\u2193\u2212\u2248\u2264\u2265\u23ce\u2500-\u259f\u25ae\u25af\u25b8\u25cc\u25cd\u25cf\u2713\u2717\u2800-\u28ff`;
const plainlyNarrow = new RegExp(`^[${narrow}]*$`);
/** Runs of other characters: terminals disagree about the width of some, above all flags and Indic vowels. */
export const ofDoubtfulWidth = new RegExp(`[^${narrow}\\x1b]+`, 'g');

/**
 * Terminal columns of a sanitised text. Nearly every cell is plain, and segmenting it would take a tenth of a frame.
 */
export const displayWidth = (text: string): number => (plainlyNarrow.test(text) ? text.length : stringWidth(text));

/** Truncates the text at its end to at most `width` columns, with …; never inside a grapheme. */
export function cutEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return width < 1 ? '' : takeStart(graphemes(text), width - 1) + ellipsis;
}

/** Truncates the text in its middle to at most `width` columns, for addresses; the start keeps the odd column. */
export function cutMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return '';
  const parts = graphemes(text);
  const tailWidth = Math.floor((width - 1) / 2);
  return takeStart(parts, width - 1 - tailWidth) + ellipsis + takeEnd(parts, tailWidth);
}

/** Pads the text with leading spaces to `width` columns; a wider text stays as it is. */
export const padStart = (text: string, width: number): string => padding(text, width) + text;

/** Pads the text with trailing spaces to `width` columns; a wider text stays as it is. */
export const padEnd = (text: string, width: number): string => text + padding(text, width);

const padding = (text: string, width: number): string => ' '.repeat(Math.max(0, width - displayWidth(text)));

function takeStart(parts: readonly string[], width: number): string {
  let taken = '';
  let left = width;
  for (const part of parts) {
    left -= displayWidth(part);
    if (left < 0) break;
    taken += part;
  }
  return taken;
}

function takeEnd(parts: readonly string[], width: number): string {
  let taken = '';
  let left = width;
  for (const part of parts.toReversed()) {
    left -= displayWidth(part);
    if (left < 0) break;
    taken = part + taken;
  }
  return taken;
}
