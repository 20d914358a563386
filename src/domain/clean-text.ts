/** Graphemes kept of a text from outside, by what it is. */
export const textLimits = { symbol: 32, name: 64, message: 2000 } as const;

/** Stands where something was dropped, so that a hidden character can't make two texts look alike. */
export const droppedMark = '�';

// A grapheme of real writing has few code points; a hostile one can have a million. Measuring starts after this cut.
const codeUnitsPerGrapheme = 32;
const maxCodePointsPerGrapheme = 8;
const maxMarksPerGrapheme = 2;

// Whole sequences, so that no parameter is left behind as text. A string sequence without its end runs to the
// next escape or to the end of the text, as it would in a terminal.
const csi = String.raw`(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]?`;
const stringSequence = String.raw`(?:\x1b[PX\]^_]|[\x90\x98\x9d-\x9f])[^\x07\x18\x1a\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?`;
const otherEscape = String.raw`\x1b[\x20-\x2f]*[\x30-\x7e]?`;
// Controls, format and bidi characters, surrogates, private use, unassigned code points, everything zero-width.
const invisible = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`;
// The conjoining jamo that NFC left over, and rare Indic prefix letters: either chains into one grapheme without end,
// and terminals disagree about its width.
const chaining = String.raw`\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\u0d4e\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}`;
const unwanted = `[${invisible}${chaining}]`;
const dropped = new RegExp(`(?:${csi}|${stringSequence}|${otherEscape}|${unwanted}|${droppedMark})+`, 'gu');

const spaces = /\r\n|[\t\n\v\f\r\x85\u2028\u2029]|\p{Zs}/gu;

// Joiners, presentation selectors and skin tones only change how an emoji is drawn, and terminals disagree about the
// width of the result. They go without a mark, so 👩🏽‍🚀 becomes 👩🚀.
const emojiDress =
  /(?<=\p{Extended_Pictographic})(?:[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]|\u200d(?=\p{Extended_Pictographic}))+|(?<=[0-9#*])\ufe0f(?=\u20e3)/gu;

const leadingMarks = /^\p{M}+/u;
const printableAscii = /^[\x20-\x7e]*$/;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * A text from outside made safe for a terminal cell: well-formed, NFC, without escape sequences, controls, bidi,
 * invisible or private characters, at most 2 combining marks and 8 code points per grapheme, at most `maxLength`
 * graphemes. Line breaks, tabs and other blanks become plain spaces. What was dropped leaves one � per place, what was
 * cut off leaves … at the end. Cleaning a clean text changes nothing. Null and undefined give ''; objects give �.
 */
export function cleanText(raw: unknown, maxLength: number = textLimits.message): string {
  const text = textOf(raw);
  if (text.length <= maxLength && printableAscii.test(text)) return text;
  const bound = maxLength * codeUnitsPerGrapheme;
  const bounded = text.length > bound ? `${text.slice(0, bound)}…` : text;
  const clean = bounded
    .normalize('NFC')
    .replace(emojiDress, '')
    // Escape sequences before line breaks: a break inside one must not split it into harmless-looking text.
    .replace(dropped, (run) => run.replace(/[^\t\n\v\f\r\x85\u2028\u2029]+/g, droppedMark))
    .replace(spaces, ' ')
    .replace(leadingMarks, droppedMark);
  return limitGraphemes(clean, maxLength);
}

/** JSON from outside with each text in it cleaned, names of fields too. A number beyond all numbers, as 1e999 is read, gives �. */
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

const graphemes = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

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
