import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMouseReports, type MouseReport } from './mouse-reports.ts';

type Item = string | MouseReport;

/** All that comes out of the chunks, keys beside each other joined. */
function taken(chunks: readonly string[]): Item[] {
  const reports = createMouseReports();
  const items = [...chunks.flatMap((chunk) => reports.take(chunk)), reports.giveUp()];
  return joined(items);
}

function joined(items: readonly Item[]): Item[] {
  const all: Item[] = [];
  for (const item of items) {
    const last = all.at(-1);
    if (typeof item === 'string' && typeof last === 'string') all[all.length - 1] = last + item;
    else if (item !== '') all.push(item);
  }
  return all;
}

const sgr = (code: number, column: number, row: number, end = 'M'): string => `\x1b[<${code};${column};${row}${end}`;

interface Piece {
  readonly bytes: string;
  readonly means: Item;
}

const place = fc.integer({ min: 1, max: 300 });
const oldPlace = fc.integer({ min: 1, max: 223 });
const wheel = fc.constantFrom([64, 'wheelUp'] as const, [65, 'wheelDown'] as const);
const pieces: fc.Arbitrary<Piece> = fc.oneof(
  fc
    .tuple(place, place)
    .map(([x, y]): Piece => ({ bytes: sgr(0, x, y), means: { kind: 'press', x: x - 1, y: y - 1 } })),
  fc
    .tuple(place, place, wheel, fc.constantFrom(0, 4, 8, 16, 28))
    .map(
      ([x, y, [code, kind], keys]): Piece => ({ bytes: sgr(code + keys, x, y), means: { kind, x: x - 1, y: y - 1 } }),
    ),
  fc.tuple(oldPlace, oldPlace).map(
    ([x, y]): Piece => ({
      bytes: `\x1b[M ${String.fromCharCode(x + 32, y + 32)}`,
      means: { kind: 'press', x: x - 1, y: y - 1 },
    }),
  ),
  // A release, another button, a button with Ctrl, a drag, a wheel to the side: taken out, and nothing comes of them.
  fc
    .constantFrom(
      sgr(0, 3, 4, 'm'),
      sgr(2, 3, 4),
      sgr(16, 3, 4),
      sgr(32, 3, 4),
      sgr(66, 3, 4),
      '\x1b[M#!!',
      sgr(0, 0, 1),
    )
    .map((bytes): Piece => ({ bytes, means: '' })),
  fc
    .constantFrom(
      'y',
      'q',
      '\r',
      'é'.normalize(),
      '\x1b[A',
      '\x1b[200~a\x1b[<0;1;1My\x1b[201~',
      '\x1bOP',
      '\x1b[15~',
      '\x1bx',
      '<',
      '[',
      'M',
      '0;1',
    )
    .map((bytes): Piece => ({ bytes, means: bytes })),
);

test('however the bytes are split, the same reports and keys come in the same order', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 6 })), (sent, cuts) => {
      let rest = sent.map(({ bytes }) => bytes).join('');
      const chunks: string[] = [];
      for (let at = 0; rest !== ''; at++) {
        const length = cuts[at] ?? 1;
        chunks.push(rest.slice(0, length));
        rest = rest.slice(length);
      }
      expect(taken(chunks)).toEqual(joined(sent.map(({ means }) => means)));
    }),
    { numRuns: 2_000 },
  );
});

test('no bytes are lost except those that start like a report', () => {
  const bytes = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) });
  fc.assert(
    fc.property(fc.array(bytes), (chunks) => {
      const sent = chunks.join('');
      const out = taken(chunks)
        .filter((item) => typeof item === 'string')
        .join('');
      if (!/\x1b\[[<M]/.test(sent)) expect(out).toBe(sent);
    }),
  );
});

describe('an incomplete sequence', () => {
  test('is the key Esc if nothing follows', () => {
    const reports = createMouseReports();
    expect(reports.take('\x1b')).toEqual([]);
    expect(reports.mayBeKey).toBe(true);
    expect(reports.giveUp()).toBe('\x1b');
    expect(reports.take('y')).toEqual(['y']);
  });

  test('is waited for if it can only be a report', () => {
    for (const begun of ['\x1b[<', '\x1b[<0;12', '\x1b[M', '\x1b[M y']) {
      const reports = createMouseReports();
      expect(reports.take(begun)).toEqual([]);
      expect(reports.mayBeKey).toBe(false);
      expect(reports.giveUp()).toBe('');
    }
  });

  test('is not text if the rest of a report arrives late', () => {
    const reports = createMouseReports();
    reports.take('\x1b');
    reports.giveUp();
    expect(reports.take('[<0;5;6My')).toEqual([{ kind: 'press', x: 4, y: 5 }, 'y']);
    reports.take('\x1b[');
    reports.giveUp();
    expect(reports.take('<65;5;6M')).toEqual([{ kind: 'wheelDown', x: 4, y: 5 }]);
  });

  test('that is broken off is dropped, and the next key works', () => {
    const reports = createMouseReports();
    reports.take('\x1b[<0;1');
    expect(reports.take('q')).toEqual(['q']);
    expect(reports.take('\x1b[<0;1\x1b[A')).toEqual(['\x1b[A']);
  });
});

test('Esc followed by a click gives both', () => {
  expect(taken(['\x1b', sgr(0, 1, 1)])).toEqual(['\x1b', { kind: 'press', x: 0, y: 0 }]);
});
