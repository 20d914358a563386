import type { Screen } from '../driver/screen.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const styles = [
  { topLeft: '╭', topRight: '╮', bottomLeft: '╰', bottomRight: '╯', across: '─', down: '│' },
  { topLeft: '┏', topRight: '┓', bottomLeft: '┗', bottomRight: '┛', across: '━', down: '┃' },
];

/** The boxes drawn on the screen, each followed round its border; null for one that is not closed. */
export function boxesOf(screen: Screen): (Box | null)[] {
  return screen.cells.flatMap((row, y) =>
    row.flatMap(({ char }, x) => {
      const style = styles.find(({ topLeft }) => topLeft === char);
      return style ? [follow(screen, x, y, style)] : [];
    }),
  );
}

/** Whether closed boxes cover everything between header and footer, each cell once. */
export function isTiled(screen: Screen, columns: number, rows: number): boolean {
  const boxes = boxesOf(screen);
  const cells = boxes.reduce((sum, box) => sum + (box ? box.width * box.height : 0), 0);
  return boxes.every((box) => box !== null && box.y >= 1) && cells === columns * (rows - 2);
}

function follow(screen: Screen, x: number, y: number, style: (typeof styles)[number]): Box | null {
  const char = (atX: number, atY: number) => screen.cells[atY]?.[atX]?.char;
  const right = screen.cells[y]!.findIndex((cell, at) => at > x && cell.char === style.topRight);
  let bottom = y + 1;
  while (char(x, bottom) === style.down && char(right, bottom) === style.down) bottom++;
  const inside = screen.cells[bottom]?.slice(x + 1, right) ?? [];
  const isClosed =
    char(x, bottom) === style.bottomLeft &&
    char(right, bottom) === style.bottomRight &&
    inside.every((cell) => cell.char === style.across);
  return isClosed ? { x, y, width: right - x + 1, height: bottom - y + 1 } : null;
}
