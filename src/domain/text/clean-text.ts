import { graphemes } from './graphemes.ts';

/** Maximum graphemes of text from outside, by kind. */
export const textLimits = { symbol: 32, name: 64, message: 2000 } as const;

/** Marks a dropped character, so that a hidden character cannot make two texts look alike. */
export const droppedMark = '�';

// A grapheme of real writing has few code points; a hostile one can have a million. Longer text is cut before
// measuring.
const codeUnitsPerGrapheme = 32;
const maxCodePointsPerGrapheme = 8;
const maxMarksPerGrapheme = 2;

// Complete sequences, so that no parameter remains as text. A string sequence without an end runs to the next escape or
// the end of the text, as in a terminal.
const csi = String.raw`(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]?`;
const stringSequence = String.raw`(?:\x1b[PX\]^_]|[\x90\x98\x9d-\x9f])[^\x07\x18\x1a\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?`;
const otherEscape = String.raw`\x1b[\x20-\x2f]*[\x30-\x7e]?`;
// Controls, format and bidi characters, surrogates, private use, unassigned code points, everything zero-width.
const invisible = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`;
// The conjoining jamo that NFC leaves, and rare Indic prefix letters: both chain into one endless grapheme, and
// terminals disagree about its width.
const chaining = String.raw`\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\u0d4e\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}`;
const unwanted = `[${invisible}${chaining}]`;
/** Made when first used: preparing its classes takes several milliseconds of a start, and most text is plain ASCII. */
let dropped: RegExp | undefined;
const droppedNow = (): RegExp => {
  dropped ??= new RegExp(`(?:${csi}|${stringSequence}|${otherEscape}|${unwanted}|${droppedMark})+`, 'gu');
  return dropped;
};

const spaces = /\r\n|[\t\n\v\f\r\x85\u2028\u2029]|\p{Zs}/gu;

// Joiners, presentation selectors and skin tones only change how an emoji is drawn, and terminals disagree about the
// width. They are dropped without a mark, so 👩🏽‍🚀 becomes 👩🚀.
const emojiDress =
  /(?<=\p{Extended_Pictographic})(?:[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]|\u200d(?=\p{Extended_Pictographic}))+|(?<=[0-9#*])\ufe0f(?=\u20e3)/gu;

const leadingMarks = /^\p{M}+/u;
const printableAscii = /^[\x20-\x7e]*$/;

/**
 * Makes text from outside safe for a terminal cell: well-formed, NFC, no escape sequences, control, bidi, invisible or
 * private characters, at most 2 combining marks and 8 code points per grapheme, at most `maxLength` graphemes. Line
 * breaks, tabs and other blanks become spaces. Dropped characters leave one � each, a truncated text ends with ….
 * Idempotent. Null and undefined give ''; objects give �.
 */
export function cleanText(raw: unknown, maxLength: number = textLimits.message): string {
  const text = textOf(raw);
  // Addresses and figures: nothing to drop, and each character is a grapheme.
  if (printableAscii.test(text))
    return text.length <= maxLength ? text : `${text.slice(0, Math.max(0, maxLength - 1))}…`;
  const bound = maxLength * codeUnitsPerGrapheme;
  const bounded = text.length > bound ? `${text.slice(0, bound)}…` : text;
  const clean = bounded
    .normalize('NFC')
    .replace(emojiDress, '')
    // Escape sequences before line breaks: a break inside a sequence must not split it into harmless-looking text.
    .replace(droppedNow(), (run) => run.replace(/[^\t\n\v\f\r\x85\u2028\u2029]+/g, droppedMark))
    .replace(spaces, ' ')
    .replace(leadingMarks, droppedMark);
  return limitGraphemes(clean, maxLength);
}

/** Untrusted JSON with every text sanitised, including field names. An infinite number, as 1e999 parses, gives �. */
export function cleanTree(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : droppedMark;
  if (Array.isArray(value)) return value.map(cleanTree);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), cleanTree(inner)]));
}

function textOf(raw: unknown): string {
  if (typeof raw === 'string') return raw;
  if (raw === null || raw === undefined) return '';
  return typeof raw === 'object' || typeof raw === 'function' || typeof raw === 'symbol' ? droppedMark : String(raw);
}

function limitGraphemes(text: string, maxLength: number): string {
  const limited = graphemes(text).map(limitGrapheme).join('').replace(/�{2,}/g, droppedMark);
  const parts = graphemes(limited);
  return parts.length <= maxLength ? limited : `${parts.slice(0, Math.max(0, maxLength - 1)).join('')}…`;
}

function limitGrapheme(grapheme: string): string {
  let kept = '';
  let points = 0;
  let marks = 0;
  for (const point of grapheme) {
    if (/\p{M}/u.test(point)) marks++;
    if (++points > maxCodePointsPerGrapheme || marks > maxMarksPerGrapheme) return kept + droppedMark;
    kept += point;
  }
  return kept;
}
