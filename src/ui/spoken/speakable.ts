import { type Line, plainText } from '../text/span.ts';

/** Spoken replacements of symbols; frames and fills become spaces. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/[\u2500-\u259f\u2800-\u28ff▏▕▸▲▼◂●◌◍○▮▯]/gu, ' '],
  [/⇧Tab/g, 'Shift-Tab'],
  [/⏎/g, 'Enter'],
  [/↑↓/g, 'Up and Down'],
  [/↑/g, 'Up'],
  [/↓/g, 'Down'],
  [/≈/g, 'about'],
  [/→/g, 'to'],
  [/≥/g, 'at least'],
  [/≤/g, 'at most'],
  [/(\d)×i\b/g, '$1 times, isolated'],
  [/(\d)×c\b/g, '$1 times, cross'],
  [/(\d)×/g, '$1 times'],
  [/✓/g, 'done,'],
  [/✕/g, 'failed,'],
  [/[‹›“”]/g, ''],
  [/\s*·\s*/g, ', '],
];

/** Text for a screen reader: one line, symbols as words, no control characters. */
export function speakable(text: string): string {
  let spoken = text.replace(/\s*[\r\n]\s*/g, ' ').replace(/\p{Cc}/gu, ' ');
  for (const [sign, word] of signs) spoken = spoken.replace(sign, word);
  return spoken
    .replace(/ {2,}/g, ', ')
    .replace(/^[\s,]+|[\s,]+$/g, '')
    .replace(/ ,/g, ',')
    .replace(/(?:, ){2,}/g, ', ');
}

/** Drawn lines as spoken lines; frames and charts are dropped. */
export const spokenLines = (lines: readonly Line[]): string[] =>
  lines.map((line) => speakable(plainText(line))).filter((text) => /[\p{L}\d]/u.test(text));

/** Spoken name of a key. */
export function keyWords(key: string): string {
  if (/^\p{Lu}$/u.test(key)) return `capital ${key}`;
  return key.replace(/^C-/, 'Control-').replace(/^M-/, 'Alt-').replace(/^S-/, 'Shift-');
}
