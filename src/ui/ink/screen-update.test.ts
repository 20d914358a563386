import xterm from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import screenUpdate from './screen-update.ts';

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A terminal, and what the program knows of its size: the news of another one comes later than the size itself. */
class Played {
  readonly #terminal: InstanceType<typeof xterm.Terminal>;
  readonly tty: { columns: number; rows: number; write(bytes: string): void };
  readonly update: ReturnType<typeof screenUpdate.create>;
  #written: Promise<void> = Promise.resolve();
  bytes = '';

  constructor({ columns, rows }: Size) {
    this.#terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
    const write = (bytes: string): void => {
      this.bytes += bytes;
      this.#written = new Promise((resolve) => this.#terminal.write(bytes, resolve));
    };
    // The alternate screen, with line feeds as the kernel makes them.
    this.#terminal.options.convertEol = true;
    this.tty = { columns, rows, write };
    write('\u001B[?1049h');
    this.update = screenUpdate.create(this.tty);
  }

  async resizes({ columns, rows }: Size): Promise<void> {
    await this.#written;
    this.#terminal.resize(columns, rows);
  }

  async lines(): Promise<string[]> {
    await this.#written;
    const buffer = this.#terminal.buffer.active;
    return Array.from({ length: this.#terminal.rows }, (_, y) =>
      buffer.getLine(buffer.baseY + y)!.translateToString(true, 0, this.#terminal.cols),
    );
  }
}

/** A frame that fills a screen of this size, and says with each row which it is. */
const frameOf = ({ columns, rows }: Size, sign: string): string[] =>
  Array.from({ length: rows }, (_, row) => `${sign}${row}`.padEnd(columns, sign).slice(0, columns));

const size = fc.record({ columns: fc.integer({ min: 4, max: 40 }), rows: fc.integer({ min: 2, max: 12 }) });
const frame = fc.record({ sign: fc.constantFrom('a', 'b', 'c', '│'), rows: fc.integer({ min: 1, max: 14 }) });
const story = fc.array(fc.oneof(frame, fc.record({ to: size, late: frame })), { minLength: 1, maxLength: 8 });

test('whatever is still on its way when the terminal changes its size, the screen is the last frame', async () => {
  await fc.assert(
    fc.asyncProperty(size, story, async (first, steps) => {
      const played = new Played(first);
      const { tty, update } = played;
      const draw = ({ sign, rows }: { readonly sign: string; readonly rows: number }): string[] => {
        const lines = frameOf({ columns: tty.columns, rows }, sign);
        update(lines.join('\n'));
        return lines;
      };
      for (const step of steps) {
        if ('to' in step) {
          await played.resizes(step.to);
          draw(step.late);
          Object.assign(tty, step.to);
        }
        const lines = draw('to' in step ? { ...step.late, rows: step.to.rows } : step);
        const shown = await played.lines();
        expect(shown).toEqual(Array.from({ length: tty.rows }, (_, row) => lines[row] ?? ''));
      }
    }),
    { numRuns: cases(100, 2_000) },
  );
});

test('only the rows that differ are written, and none twice', () => {
  const played = new Played({ columns: 10, rows: 3 });
  const { update } = played;
  update('one\ntwo\nthree');
  played.bytes = '';
  expect(update('one\ntwo\nthree')).toBe(false);
  expect(update('one\nzwei')).toBe(true);
  expect(played.bytes).toBe('\u001B[?7l\u001B[2;1Hzwei\u001B[3;1H\u001B[K\u001B[?7h');
});

test('what Ink has drawn by itself, or another program, is drawn anew', async () => {
  const played = new Played({ columns: 10, rows: 3 });
  const { update, tty } = played;
  for (const elsewhere of [() => update.sync('x'), () => update.reset(), () => update.done()]) {
    update('one\ntwo');
    tty.write('\u001B[2;1Hrubbish\nmore');
    elsewhere();
    update('one\nthree');
    expect(await played.lines()).toEqual(['one', 'three', '']);
  }
  update.clear();
  expect(await played.lines()).toEqual(['', '', '']);
});
