import { fitTo, type Line, lineWidth, span, type Tone } from '../text/span.ts';

export interface PaneFrame {
  /** Shown before the title: the key that focuses the pane. */
  readonly number?: number | string | undefined;
  readonly title: string;
  /** Right side of the top border, most important first; spans that do not fit are dropped. */
  readonly right?: Line;
  readonly focused: boolean;
  readonly width: number;
  readonly height: number;
  readonly body: readonly Line[];
  /** Border tone when focused; forms use the colour of the mode. */
  readonly tone?: Tone;
}

const thin = { topLeft: '╭', topRight: '╮', bottomLeft: '╰', bottomRight: '╯', across: '─', down: '│' };
const heavy = { topLeft: '┏', topRight: '┓', bottomLeft: '┗', bottomRight: '┛', across: '━', down: '┃' };

/** Draws a border around lines; returns exactly `height` lines of exactly `width` cells. */
export function paneFrame(frame: PaneFrame): Line[] {
  const { width, height, focused } = frame;
  const box = focused ? heavy : thin;
  const tone = focused ? (frame.tone ?? 'accent') : 'muted';
  const inner = width - 4;
  const side = span(box.down, tone);
  const body = Array.from(
    { length: Math.max(0, height - 2) },
    (_, index): Line => [side, span(' '), ...fitTo(frame.body[index] ?? [], inner), span(' '), side],
  );
  return [
    topBorder(frame, box, tone),
    ...body,
    [span(`${box.bottomLeft}${box.across.repeat(width - 2)}${box.bottomRight}`, tone)],
  ];
}

function topBorder({ number, title, right = [], width, focused }: PaneFrame, box: typeof thin, tone: Tone): Line {
  const name: Line = [
    ...(number === undefined ? [] : [span(`${number} `, focused ? tone : 'muted')]),
    span(title, focused ? 'title' : 'plain', { bold: focused }),
  ];
  const room = width - 4;
  const shown = wholeSpans(right, room - lineWidth(name) - 5);
  const rightPart: Line = shown.length > 0 ? [span(' '), ...shown, span(' ')] : [];
  const left = fitTo(name, Math.min(lineWidth(name), room - 2 - lineWidth(rightPart)));
  const dashes = Math.max(0, width - 5 - lineWidth(left) - lineWidth(rightPart) - 1);
  return [
    span(`${box.topLeft}${box.across} `, tone),
    ...left,
    span(` ${box.across.repeat(dashes)}`, tone),
    ...rightPart,
    span(`${box.across}${box.topRight}`, tone),
  ].flat();
}

/** The first spans that fit completely; a truncated number would be wrong. */
function wholeSpans(line: Line, width: number): Line {
  const kept = [...line];
  while (kept.length > 0 && (lineWidth(kept) > width || kept.at(-1)?.text.trim() === '')) kept.pop();
  return kept;
}
