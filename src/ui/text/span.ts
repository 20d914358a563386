import { cutEnd, displayWidth } from '../../domain/text/text-width.ts';

/** Semantic colour; the theme defines its appearance. */
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

/** A run of text in one style. */
export interface Span {
  readonly text: string;
  readonly tone: Tone;
  readonly bold?: boolean;
  readonly inverse?: boolean;
  /** Direction of the number's last change, shown for a moment. */
  readonly tint?: 'up' | 'down' | null;
  /** Click target, defined by the drawing component: a row key, field id or list index. */
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

/** Mutes a line with stale or inactive data. */
export const quiet = (line: Line): Line =>
  line.map(({ text, target }) => (target === undefined ? muted(text) : { ...muted(text), target }));

/** Sets the click target of the lines. */
export const aimed = (lines: readonly Line[], target: string): Line[] =>
  lines.map(([first = span(''), ...others]) => [{ ...first, target }, ...others]);

/** Click target of a line; null if it has none. */
export const targetOf = (line: Line): string | null => line.find(({ target }) => target !== undefined)?.target ?? null;

/** Truncates or pads a line to exactly `width` cells. */
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

/** Aligns `left` and `right` to the edges of `width` cells; `left` is truncated if needed. */
export function spread(left: Line, right: Line, width: number): Line {
  const rightWidth = Math.min(lineWidth(right), width);
  return [...fitTo(left, width - rightWidth), ...fitTo(right, rightWidth)];
}

/** Wraps words to lines of at most `width` cells; longer words are split. */
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
