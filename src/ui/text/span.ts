import { cutEnd, displayWidth } from '../../domain/text-width.ts';

/** What a colour means; the theme gives it its looks. */
export type Tone =
  | 'plain'
  | 'muted'
  | 'up'
  | 'down'
  | 'accent'
  | 'warn'
  | 'danger'
  | 'paper'
  | 'live'
  | 'replay'
  | 'title';

/** A run of text in one look. Panes are made of spans, so that they can be tested as plain text. */
export interface Span {
  readonly text: string;
  readonly tone: Tone;
  readonly bold?: boolean;
  readonly inverse?: boolean;
  /** The number has just gone that way. */
  readonly tint?: 'up' | 'down' | null;
  /** What a click there means to whoever drew it: the key of a row, the id of a field, a place in a list. */
  readonly target?: string;
}

export type Line = readonly Span[];

export const span = (text: string, tone: Tone = 'plain', look: { bold?: boolean; inverse?: boolean } = {}): Span => ({
  text,
  tone,
  ...look,
});

export const muted = (text: string): Span => span(text, 'muted');
export const blank: Line = [];

export const plainText = (line: Line): string => line.map(({ text }) => text).join('');
export const lineWidth = (line: Line): number => line.reduce((width, { text }) => width + displayWidth(text), 0);

/** A line whose data is old or out of use steps back. */
export const quiet = (line: Line): Line =>
  line.map(({ text, target }) => (target === undefined ? muted(text) : { ...muted(text), target }));

/** The same lines, each of them meaning `target` to a click. */
export const aimed = (lines: readonly Line[], target: string): Line[] =>
  lines.map(([first = span(''), ...others]) => [{ ...first, target }, ...others]);

/** What a click on a line means; null for nothing. */
export const targetOf = (line: Line): string | null => line.find(({ target }) => target !== undefined)?.target ?? null;

/** Cuts or pads a line to exactly `width` cells, so that data can never break a frame. */
export function fitTo(line: Line, width: number): Line {
  const fitted: Span[] = [];
  let left = width;
  for (const piece of line) {
    if (left <= 0) break;
    const pieceWidth = displayWidth(piece.text);
    if (pieceWidth <= left) {
      fitted.push(piece);
      left -= pieceWidth;
    } else {
      const text = cutEnd(piece.text, left);
      fitted.push({ ...piece, text });
      left -= displayWidth(text);
      if (left > 0) fitted.push(span(' '.repeat(left)));
      left = 0;
    }
  }
  if (left > 0) fitted.push(span(' '.repeat(left)));
  return fitted;
}

/** `left` at the left, `right` at the right of `width` cells; the left side gives way. */
export function spread(left: Line, right: Line, width: number): Line {
  const rightWidth = Math.min(lineWidth(right), width);
  return [...fitTo(left, width - rightWidth), ...fitTo(right, rightWidth)];
}

/** Breaks words over lines of at most `width` cells; a word longer than a line is cut into pieces. */
export function wrap(text: string, width: number, tone: Tone = 'plain'): Line[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    for (let rest = word; ; ) {
      const joined = current === '' ? rest : `${current} ${rest}`;
      if (displayWidth(joined) <= width) {
        current = joined;
        break;
      }
      if (current !== '') {
        lines.push(current);
        current = '';
        continue;
      }
      const head = takeWidth(rest, width);
      lines.push(head);
      rest = rest.slice(head.length);
    }
  }
  if (current !== '') lines.push(current);
  return lines.map((line) => [span(line, tone)]);
}

function takeWidth(text: string, width: number): string {
  let taken = '';
  for (const char of text) {
    if (taken !== '' && displayWidth(taken + char) > width) break;
    taken += char;
  }
  return taken;
}
