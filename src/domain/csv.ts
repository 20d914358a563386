import { cleanText } from './clean-text.ts';

/**
 * Rows as CSV after RFC 4180: lines end with CRLF, a cell is quoted where it must be, and is clean as it is on screen. A spreadsheet would calculate a cell
 * that begins like a formula, and the texts of a service are not ours: such a cell gets an apostrophe before it.
 */
export const csv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** A negative number begins like a formula and is none: it is to be reckoned with, not to be read as text. */
const plainNumber = /^-?\d+(?:\.\d+)?$/;

// Also behind blanks, which some programs drop, and the full-width signs, which some take for the plain ones.
const formula = /^[\s']*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/;

function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = cleanText(value);
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  // A semicolon and a tab divide cells in some countries.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
