import type { IBufferCell, Terminal } from '@xterm/headless';

/** A palette index 0..255, '#rrggbb', or null for the terminal's own colour. */
export type Colour = number | string | null;

export interface Style {
  readonly fg: Colour;
  readonly bg: Colour;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
}

export interface Cell extends Style {
  /** The grapheme; '' for the right half of a wide one, ' ' for an empty cell. */
  readonly char: string;
}

/** What a terminal shows at one moment. Positions count from 0. */
export class Screen {
  readonly columns: number;
  readonly rows: number;
  readonly cursor: { readonly x: number; readonly y: number; readonly isVisible: boolean };
  readonly isAlternate: boolean;
  /** Modes that the program switched on and has to switch off before it leaves. */
  readonly modes: { readonly bracketedPaste: boolean; readonly mouse: boolean };
  declare readonly cells: readonly (readonly Cell[])[];
  readonly #lines: readonly string[];

  /** `isGlance`: it is looked at before the terminal changes, so that cells need not be read unless they are asked for. */
  constructor(terminal: Terminal, isCursorVisible: boolean, isGlance = false) {
    const buffer = terminal.buffer.active;
    this.columns = terminal.cols;
    this.rows = terminal.rows;
    this.cursor = { x: buffer.cursorX, y: buffer.cursorY, isVisible: isCursorVisible };
    this.isAlternate = buffer.type === 'alternate';
    this.modes = {
      bracketedPaste: terminal.modes.bracketedPasteMode,
      mouse: terminal.modes.mouseTrackingMode !== 'none',
    };
    this.#lines = Array.from({ length: terminal.rows }, (_, y) =>
      (buffer.getLine(buffer.baseY + y)?.translateToString(true, 0, terminal.cols) ?? '').trimEnd(),
    );
    let cells = isGlance ? null : cellsOf(terminal);
    Object.defineProperty(this, 'cells', { enumerable: true, get: () => (cells ??= cellsOf(terminal)) });
  }

  /** The rows from top to bottom, without the blanks at their ends. */
  lines(): string[] {
    return [...this.#lines];
  }

  text(): string {
    return this.#lines.join('\n').trimEnd();
  }

  shows(matching: string | RegExp): boolean {
    return find(this.text(), matching) !== null;
  }

  /** The first row that contains `matching`. */
  line(matching: string | RegExp): string | null {
    return this.lines().find((line) => find(line, matching) !== null) ?? null;
  }

  cell(x: number, y: number): Cell {
    const cell = this.cells[y]?.[x];
    if (!cell) throw new RangeError(`no cell ${x},${y} on a screen of ${this.columns}x${this.rows}`);
    return cell;
  }

  /** Where `matching` first begins, as a cell; null when it is not on the screen. */
  positionOf(matching: string | RegExp): { readonly x: number; readonly y: number } | null {
    for (const [y, line] of this.lines().entries()) {
      const index = find(line, matching);
      if (index === null) continue;
      let length = 0;
      const x = this.cells[y]!.findIndex((cell) => {
        length += cell.char.length;
        return length > index;
      });
      return { x, y };
    }
    return null;
  }

  /** The style of the first character of `matching`; null when it is not on the screen. */
  styleOf(matching: string | RegExp): Cell | null {
    const position = this.positionOf(matching);
    return position && this.cell(position.x, position.y);
  }
}

function cellsOf(terminal: Terminal): Cell[][] {
  const buffer = terminal.buffer.active;
  const reused = buffer.getNullCell();
  return Array.from({ length: terminal.rows }, (_, y) => {
    const line = buffer.getLine(buffer.baseY + y);
    return Array.from({ length: terminal.cols }, (_, x) => toCell(line?.getCell(x, reused)));
  });
}

/** Index of the match; null where there is none. */
export function find(text: string, matching: string | RegExp): number | null {
  const index = typeof matching === 'string' ? text.indexOf(matching) : text.search(matching);
  return index < 0 ? null : index;
}

function toCell(cell: IBufferCell | undefined): Cell {
  if (!cell) return emptyCell;
  return {
    char: cell.getWidth() === 0 ? '' : cell.getChars() || ' ',
    fg: toColour(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
    bg: toColour(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
    inverse: cell.isInverse() !== 0,
  };
}

export const emptyCell: Cell = {
  char: ' ',
  fg: null,
  bg: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  inverse: false,
};

function toColour(isDefault: boolean, isRgb: boolean, colour: number): Colour {
  if (isDefault) return null;
  return isRgb ? `#${colour.toString(16).padStart(6, '0')}` : colour;
}
