import { smallest } from '../../src/ui/workspaces/layout.ts';
import type { Screen } from '../driver/screen.ts';

/** What is wrong with a screen of the desk, whatever it shows; empty when nothing is. */
export function faultsOf(screen: Screen): string[] {
  const lines = screen.lines();
  const isTooSmall = screen.columns < smallest.columns || screen.rows < smallest.rows;
  return [
    ...(screen.isAlternate ? [] : ['the alternate screen is off']),
    ...(screen.cursor.isVisible ? ['the cursor is shown'] : []),
    ...(isTooSmall
      ? /swapdeck\s+needs/.test(`${lines[0]} ${lines[1]}`)
        ? []
        : ['it does not say that it is too small']
      : [...headFaults(lines), ...brokenBoxes(screen)]),
    ...lines.flatMap(
      (line) => /\bundefined\b|\bNaN\b|\[object |\bInfinity\b|\{[a-z]+\.[A-Za-z]+\}/.exec(line)?.[0] ?? [],
    ),
  ];
}

const headFaults = ([head = '']: readonly string[]): string[] =>
  /^ (PAPER|LIVE|REPLAY) /.test(head) ? [] : [`the first row is no header: ${JSON.stringify(head)}`];

interface Box {
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly bottom: number;
}

const styles = ['╭╮╰╯─│', '┏┓┗┛━┃'].map((signs) => {
  const [topLeft, topRight, bottomLeft, bottomRight, across, down] = signs;
  return { topLeft, topRight, bottomLeft, bottomRight, across, down };
});

/**
 * Every box is closed, or what lies over its border is a whole box itself (a form over a pane), or the command line, whose
 * upper edge runs from one side of the screen to the other.
 */
function brokenBoxes(screen: Screen): string[] {
  const chars = screen.cells.map((row) => row.map(({ char }) => char));
  const promptAt = chars.findIndex((row) => row.every((char) => char === '─'));
  const last = promptAt < 0 ? screen.rows : promptAt;
  const corners = chars.flatMap((row, y) =>
    row.flatMap((char, x) => {
      const style = styles.find(({ topLeft }) => topLeft === char);
      return style && y < last ? [{ x, y, style }] : [];
    }),
  );
  const whole: Box[] = [];
  const broken: (typeof corners)[number][] = [];
  for (const corner of corners) {
    const box = wholeBox(chars, corner, last);
    if (box) whole.push(box);
    else broken.push(corner);
  }
  const isCovered = (x: number, y: number): boolean =>
    y >= last || whole.some((box) => x >= box.x && x <= box.right && y >= box.y && y <= box.bottom);
  return broken.flatMap((corner) => brokenAt(chars, corner, isCovered));
}

interface Corner {
  readonly x: number;
  readonly y: number;
  readonly style: (typeof styles)[number];
}

function wholeBox(chars: readonly (readonly string[])[], { x, y, style }: Corner, last: number): Box | null {
  const right = chars[y]!.findIndex((char, at) => at > x && (char === style.topRight || char === style.topLeft));
  if (chars[y]![right] !== style.topRight) return null;
  let bottom = y + 1;
  while (chars[bottom]?.[x] === style.down && chars[bottom]?.[right] === style.down) bottom++;
  // The lower border may be under the command line.
  if (bottom >= last && last < chars.length) return { x, y, right, bottom: last };
  const inside = chars[bottom]?.slice(x + 1, right) ?? [];
  const isClosed =
    chars[bottom]?.[x] === style.bottomLeft &&
    chars[bottom]?.[right] === style.bottomRight &&
    inside.every((char) => char === style.across);
  return isClosed ? { x, y, right, bottom } : null;
}

/** Follows the sides of a box that something lies over, as far as they are seen. */
function brokenAt(
  chars: readonly (readonly string[])[],
  { x, y, style }: Corner,
  isCovered: (x: number, y: number) => boolean,
): string[] {
  const name = `the box at ${x},${y}`;
  let bottom = y + 1;
  while (chars[bottom]?.[x] === style.down && !isCovered(x, bottom)) bottom++;
  if (isCovered(x, bottom)) return [];
  if (chars[bottom]?.[x] !== style.bottomLeft) return [`the left side of ${name} ends at row ${bottom}`];
  let right = x + 1;
  while (chars[bottom]?.[right] === style.across && !isCovered(right, bottom)) right++;
  if (isCovered(right, bottom)) return [];
  if (chars[bottom]?.[right] !== style.bottomRight) return [`the lower side of ${name} ends at column ${right}`];
  for (let at = bottom - 1; at > y; at--)
    if (chars[at]?.[right] !== style.down && !isCovered(right, at))
      return [`the right side of ${name} ends at row ${at}`];
  return [];
}
