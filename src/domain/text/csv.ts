import { cleanText } from './clean-text.ts';

/**
 * Rows as CSV (RFC 4180): CRLF line ends, cells quoted where needed and sanitised as on screen. A spreadsheet would
 * evaluate a cell that begins like a formula, and service text is untrusted: such a cell gets a leading apostrophe.
 */
export const csv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** A negative number begins like a formula but is not one: it must stay a number. */
const plainNumber = /^-?\d+(?:\.\d+)?$/;

// Also behind blanks, which some programs drop, and for full-width signs, which some treat as plain ones.
const formula = /^[\s']*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/;

function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = cleanText(value);
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  // Some locales separate cells with semicolons or tabs.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
