import type { Line } from '../text/span.ts';
import { plainText } from '../text/span.ts';

/** Signs that are drawn for the eye, by what they say; what only frames or fills says nothing. */
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

/** A text as it is to be read aloud: one line, signs as words, nothing that steers a terminal. */
export function speakable(text: string): string {
  let spoken = text.replace(/\s*[\r\n]\s*/g, ' ').replace(/\p{Cc}/gu, ' ');
  for (const [sign, word] of signs) spoken = spoken.replace(sign, word);
  return spoken
    .replace(/ {2,}/g, ', ')
    .replace(/^[\s,]+|[\s,]+$/g, '')
    .replace(/ ,/g, ',')
    .replace(/(?:, ){2,}/g, ', ');
}

/** Drawn lines as lines to be read: frames and charts leave nothing behind. */
export const spokenLines = (lines: readonly Line[]): string[] =>
  lines.map((line) => speakable(plainText(line))).filter((text) => /[\p{L}\d]/u.test(text));

/** A key by its name, as it is found on a keyboard. */
export function keyWords(key: string): string {
  if (/^\p{Lu}$/u.test(key)) return `capital ${key}`;
  return key.replace(/^C-/, 'Control-').replace(/^M-/, 'Alt-').replace(/^S-/, 'Shift-');
}
