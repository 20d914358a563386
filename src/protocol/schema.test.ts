import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  anything,
  baseUnitsText,
  carryRaw,
  decimal,
  decimalNumber,
  decimalText,
  isUnreadable,
  list,
  openEnum,
  opt,
  rawOf,
  readable,
  readInTurns,
  time,
} from './schema.ts';

const item = z.object({ coin: z.string(), szi: decimal(), kind: opt(openEnum('long', 'short')) });

test('a bad item keeps its place as unreadable and does not affect the others', () => {
  const items = list(item).parse([
    { coin: 'BTC', szi: '1' },
    { coin: 7 },
    null,
    { coin: 'ETH', szi: '-2', kind: 'flat' },
  ]);
  expect(items.map(isUnreadable)).toEqual([false, true, true, false]);
  expect(items[1]).toEqual({ unreadable: expect.stringContaining('coin') });
  expect(readable(items)).toEqual([
    { coin: 'BTC', szi: '1' },
    { coin: 'ETH', szi: '-2', kind: 'flat' },
  ]);
});

test('a long list is read in turns, with the same result', async () => {
  const answer = z.object({ rows: list(item), short: list(item) });
  const sent = {
    rows: Array.from({ length: 2_001 }, (_, index) => (index === 1_500 ? null : { coin: `C${index}`, szi: index })),
    short: [{ coin: 'BTC', szi: '1' }],
  };
  let pauses = 0;
  const read = await readInTurns(answer, sent, async () => pauses++);
  expect(read.data).toEqual(answer.parse(sent));
  expect(rawOf(read.data!.rows[2_000]!)).toBe(sent.rows[2_000]);
  expect(pauses).toBe(4);
  expect(await readInTurns(answer, { rows: sent.rows }, async () => pauses++)).toMatchObject({ success: false });
  expect(pauses).toBe(4);
  expect(answer.parse(sent).rows).toHaveLength(2_001);
});

test('a value that is not a list is refused, not read as empty', () => {
  expect(list(item).safeParse({}).success).toBe(false);
  expect(list(item).safeParse(undefined).success).toBe(false);
});

test('unknown fields are dropped, unknown values pass, optional may be null', () => {
  expect(item.parse({ coin: 'BTC', szi: '1', kind: null, extra: {} })).toEqual({ coin: 'BTC', szi: '1', kind: null });
  expect(openEnum('a').safeParse(3).success).toBe(false);
});

test.each([
  ['1.50', '1.50'],
  [12.5, '12.5'],
  [1.2e-7, '0.00000012'],
  [-1e-9, '-0.000000001'],
  [1.5e21, '1500000000000000000000'],
  [1.2345e22, '12345000000000000000000'],
  [0, '0'],
])('decimal %j is read as %s', (given, text) => {
  expect(decimal().parse(given)).toBe(text);
  expect(decimalNumber().parse(given)).toBe(text);
});

test.each([null, true, {}, Number.NaN, Number.POSITIVE_INFINITY, '1'.repeat(201)])('decimal %j is refused', (given) => {
  expect(decimal().safeParse(given).success).toBe(false);
});

test('any number becomes plain text that is the same number', () => {
  fc.assert(
    fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
      const text = decimal().parse(value);
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(text) === value).toBe(true);
    }),
  );
});

test.each(['1', '-1.5', '0.01'])('request decimal %s is taken', (text) => {
  expect(decimalText('size').safeParse(text).success).toBe(true);
});

test.each(['1e5', '1,5', '+1', '.5', '1.', ' 1', '0x1', '', '9'.repeat(81)])(
  'request decimal "%s" is refused',
  (text) => {
    expect(decimalText('size').safeParse(text).success).toBe(false);
  },
);

test.each(['0', '-1', '1.0', '1e9', ''])('base units "%s" are refused', (text) => {
  expect(baseUnitsText('amount').safeParse(text).success).toBe(false);
});

test('an item of a list keeps its raw data, unknown fields included', () => {
  const sent = [{ coin: 'BTC', szi: '1', extra: { deep: [1] } }, { coin: 7 }];
  const items = list(item).parse(sent);
  expect(items[0]).not.toHaveProperty('extra');
  expect(items.map((entry) => rawOf(entry))).toEqual(sent);
  expect(rawOf({})).toBeUndefined();
});

test('an object reused for equal data has the raw data of the last response', () => {
  const read = (extra: number) => ({ orders: list(item).parse([{ coin: 'BTC', szi: '1', extra }]) });
  const [before, now] = [read(1), read(2)];
  carryRaw(now, before);
  expect(rawOf(before.orders[0]!)).toEqual({ coin: 'BTC', szi: '1', extra: 2 });
  carryRaw(now, { orders: [] });
  carryRaw(null, now);
});

test('no number is read as Infinity, in any notation', () => {
  const answer = JSON.parse('{"of":1e999,"list":[-1e999],"decimal":1e999}');
  expect(z.object({ of: anything(), list: anything() }).parse(answer)).toEqual({ of: '�', list: ['�'] });
  expect(z.object({ of: z.number() }).safeParse(answer).success).toBe(false);
  expect(z.object({ decimal: decimal() }).safeParse(answer).success).toBe(false);
});

test.each([
  [1_767_268_800, 1_767_268_800_000],
  ['1767268800', 1_767_268_800_000],
  [1_767_268_800_123, 1_767_268_800_123],
  [0, undefined],
  [1e300, undefined],
  ['soon', undefined],
  [null, undefined],
])('the time %j is %j ms', (sent, ms) => {
  expect(time().safeParse(sent).data).toBe(ms);
});
