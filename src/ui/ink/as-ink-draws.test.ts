import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import packageWidestLine from 'widest-line';
import inkUpdates from '../../../node_modules/ink/build/log-update.js';
import InkOutput from '../../../node_modules/ink/build/output.js';
import inkSanitizes from '../../../node_modules/ink/build/sanitize-ansi.js';
import { TerminalEmulator } from '../../../test/driver/terminal-emulator.ts';
import { cases } from '../../../test/run/cases.ts';
import { cutEnd, padEnd } from '../../domain/text/text-width.ts';
import { type Line, type Span, span, type Tone } from '../text/span.ts';
import { createTheme, paint } from '../theme/theme.ts';
import sanitizeRow from './clean-row.ts';
import RowOutput from './row-output.ts';
import screenUpdate from './screen-update.ts';
import widestLine from './widest-line.ts';

/*
 * The modules of Ink that others take the place of, against those others: the same writes, and the same cells on a terminal.
 * It is their inside that ours hang on, so that they are fetched by their paths.
 */

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A text from a cell on, as Ink hands it to its output; later ones cover earlier ones. */
interface Write {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

const theme = createTheme('dark', 24);
const tones = ['plain', 'muted', 'up', 'down', 'accent', 'warn', 'danger', 'title'] as const satisfies readonly Tone[];

type Output = new (size: { width: number; height: number }) => Pick<InkOutput, 'write' | 'get'>;

function frameBy(Drawn: Output, { columns, rows }: Size, writes: readonly Write[]): string {
  const output = new Drawn({ width: columns, height: rows });
  for (const { x, y, text } of writes) output.write(x, y, text, { transformers: [] });
  return output.get().output;
}

/** A terminal on which one of both draws, one frame after another. */
class Side {
  readonly #Drawn: Output;
  readonly #size: Size;
  readonly #terminal: TerminalEmulator;
  readonly #update: ReturnType<typeof inkUpdates.create>;

  constructor(Drawn: Output, updates: typeof inkUpdates, size: Size) {
    this.#Drawn = Drawn;
    this.#size = size;
    this.#terminal = new TerminalEmulator(size.columns, size.rows, () => {});
    this.#terminal.take('\u001B[?1049h\u001B[H');
    // Line feeds as the kernel makes them.
    const write = (bytes: string) => this.#terminal.take(bytes.replaceAll('\n', '\r\n'));
    const tty = { columns: size.columns, rows: size.rows, isTTY: true, write };
    this.#update = updates.create(tty as unknown as NodeJS.WriteStream, { showCursor: true, incremental: true });
  }

  /** The cells of the screen after a frame, a text a row. */
  draws(writes: readonly Write[]): string[] {
    this.#update(frameBy(this.#Drawn, this.#size, writes));
    return this.#terminal.screen().cells.map((row) => JSON.stringify(row));
  }

  dispose(): void {
    this.#terminal.dispose();
  }
}

function expectSameCells(size: Size, frames: readonly (readonly Write[])[]): void {
  const inks = new Side(InkOutput, inkUpdates, size);
  const ours = new Side(RowOutput, screenUpdate, size);
  for (const writes of frames) expect(ours.draws(writes)).toEqual(inks.draws(writes));
  inks.dispose();
  ours.dispose();
}

const lineWrites = (lines: readonly Line[], x: number, y: number): Write[] =>
  lines.map((line, row) => ({ x, y: y + row, text: paint(line, theme) || ' ' }));

const anySpan: fc.Arbitrary<Span> = fc
  .record({
    text: fc.string({
      unit: fc.constantFrom('a', 'b', '7', ' ', ' ', '│', '─', '▁', '−', '…', '漢', '字', '🚀'),
      minLength: 1,
      maxLength: 6,
    }),
    tone: fc.constantFrom(...tones),
    bold: fc.boolean(),
    inverse: fc.boolean(),
    tint: fc.constantFrom(undefined, undefined, 'up' as const, 'down' as const),
  })
  .map(({ text, tone, bold, inverse, tint }) => span(text, tone, { bold, inverse, ...(tint && { tint }) }));

/** A line that is cut to its pane, as the desk cuts its own, and fills it or ends before its side. */
function cutTo(width: number, spans: readonly Span[], isFilled: boolean): Line {
  const line: Span[] = [];
  let left = width;
  for (const each of spans) {
    const text = cutEnd(each.text, left);
    left -= packageWidestLine(text);
    if (text !== '') line.push({ ...each, text });
  }
  return isFilled ? [...line, span(padEnd('', left))] : line;
}

/** A pane or an overlay: rows from a cell on, inside the screen. */
const anyPane = ({ columns, rows }: Size): fc.Arbitrary<Write[]> =>
  fc.record({ x: fc.nat(columns - 1), y: fc.nat(rows - 1) }).chain(({ x, y }) =>
    fc
      .record({
        width: fc.integer({ min: 1, max: columns - x }),
        rows: fc.array(fc.tuple(fc.array(anySpan, { maxLength: 6 }), fc.boolean()), { maxLength: rows - y }),
      })
      .map(({ width, rows: drawn }) =>
        lineWrites(
          drawn.map(([spans, isFilled]) => cutTo(width, spans, isFilled)),
          x,
          y,
        ),
      ),
  );

/** A size, and the frames that are drawn at it: the trees of one differ from those before in what they hold and where. */
const anyStory = fc
  .record({ columns: fc.integer({ min: 2, max: 36 }), rows: fc.integer({ min: 2, max: 8 }) })
  .chain((size) =>
    fc.record({
      size: fc.constant(size),
      frames: fc.array(
        fc.array(anyPane(size), { maxLength: 4 }).map((panes) => panes.flat()),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
    }),
  );

test('random trees of rows, places, colours and wide characters are the same cells', () => {
  fc.assert(
    fc.property(anyStory, ({ size, frames }) => expectSameCells(size, frames)),
    { numRuns: cases(250, 3_000) },
  );
});

const golden = join(import.meta.dirname, '../../../test/frames/golden');

/** A row of a kept frame, in which each piece has a colour, and which one depends on where it stands. */
const coloured = (row: string, y: number): Line =>
  row.split(/(\s{2,}|[│╭╮╰╯]+)/).map((text, index) => {
    const at = index + y;
    return span(text, tones[at % tones.length], { bold: at % 5 === 0, inverse: at % 11 === 0 });
  });

describe('the frames of the desk, one after another, are the same cells', () => {
  const files = readdirSync(golden);
  const sizes = [...new Set(files.map((file) => /(\d+x\d+)\.txt$/.exec(file)?.[1] ?? ''))];
  test.each(sizes)('%s', (name) => {
    const [columns = 0, rows = 0] = name.split('x').map(Number);
    const kept = files.filter((file) => file.endsWith(`-${name}.txt`));
    // Those of a large screen take their time: the short form draws a few of them.
    const frames = kept.slice(0, cases(columns > 100 ? 5 : kept.length, kept.length)).map((file) => {
      const lines = readFileSync(join(golden, file), 'utf8').replace(/\n$/, '').split('\n');
      return lineWrites(lines.map(coloured), 0, 0);
    });
    expectSameCells({ columns, rows }, frames);
  });
});

test('a row of the desk is as wide as Ink takes it for, and as clean', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anySpan, { maxLength: 6 }), { minLength: 1, maxLength: 3 }), (lines) => {
      const text = lines.map((line) => paint(line, theme)).join('\n');
      expect(widestLine(text)).toBe(packageWidestLine(text));
      expect(sanitizeRow(text)).toBe(inkSanitizes(text));
    }),
    { numRuns: cases(200, 2_000) },
  );
});
