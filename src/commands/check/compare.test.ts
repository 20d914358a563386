import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { getSettings } from '../../protocol/endpoints/account.ts';
import { decimal, decimalNumber, list, openEnum, openObject, opt, safeText, verbatim } from '../../protocol/schema.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { compare } from './compare.ts';

const position = z.object({
  coin: verbatim(),
  szi: decimal(),
  side: openEnum('long', 'short'),
  entryPx: opt(decimal()),
});
const schema = z.object({ positions: list(position), total: decimalNumber(), note: opt(safeText()) });
const good = { coin: 'BTC', szi: '1.5', side: 'long', entryPx: null };

/** Findings as lines. */
const lines = (...[of, ...values]: [z.ZodType, ...unknown[]]) =>
  compare(of, values).map(({ kind, path, detail, count, of: all }) =>
    [kind, path, detail, `${count}/${all}`].filter((part) => part !== null).join(' '),
  );

describe('an answer is compared with its schema', () => {
  test('as expected: only what is optional and never came', () => {
    expect(lines(schema, { positions: [good, { ...good, entryPx: '1' }], total: 1 })).toEqual(['optional note 1/1']);
    expect(lines(schema, { positions: [good, good], total: 1, note: 'x' })).toEqual([
      'optional positions[].entryPx 2/2',
    ]);
  });

  test('a missing, a new and a null field, counted over the items', () => {
    const { szi, ...without } = good;
    const renamed = { ...without, size: szi, entryPx: '1' };
    expect(lines(schema, { positions: [good, renamed, renamed], total: null, note: '' })).toEqual([
      'absent positions[].szi 2/3',
      'new positions[].size 2/3',
      'type total expected a number, came null 1/1',
    ]);
  });

  test('another type, also where the reader takes either', () => {
    const item = { coin: 7, szi: 1.5, side: false, entryPx: 'n/a' };
    expect(lines(schema, { positions: [item, 'x'], total: '1', note: '' })).toEqual([
      'type positions[].coin expected text, came a number 1/1',
      'type positions[].szi expected a decimal as text, came a number 1/1',
      'type positions[].side expected text, came true or false 1/1',
      'type positions[].entryPx expected a decimal as text, came text that is no decimal 1/1',
      'type positions[] expected an object, came text 1/2',
      'type total expected a number, came text 1/1',
    ]);
    expect(lines(schema, { positions: {}, total: 1, note: '' })).toEqual([
      'type positions expected a list, came an object 1/1',
    ]);
    expect(lines(schema, 'hello')).toEqual(['type  expected an object, came text 1/1']);
  });

  test('a number outside its bounds says so', () => {
    expect(lines(z.object({ decimals: z.number().int().min(0) }), { decimals: -1 })[0]).toMatch(
      /^type decimals expected a number, came .*>=0/,
    );
  });

  test('an empty list, and what an open object holds', () => {
    const open = z.object({ items: list(openObject({ id: verbatim() })) });
    expect(lines(open, { items: [] })).toEqual(['empty items 1/1']);
    expect(lines(open, { items: [{ id: 'a', 'x.y\u001b[2J': 1 }] })).toEqual(['open items[].x·y\ufffd 1/1']);
  });

  test('records and unions', () => {
    const either = z.object({ by: z.record(z.string(), decimal().nullable()), of: z.union([verbatim(), position]) });
    expect(lines(either, { by: { a: '1', b: null, c: false }, of: 'text' })).toEqual([
      'type by.* expected a decimal as text, came true or false 1/3',
    ]);
    expect(lines(either, { by: {}, of: { ...good, entryPx: '1', coin: undefined } })).toEqual(['absent of.coin 1/1']);
  });

  test('several events are one comparison', () => {
    expect(lines(schema, { positions: [], total: 1, note: '' }, { positions: [], total: 1 }, { total: 1 })).toEqual([
      'empty positions 2/2',
      'absent positions 1/3',
    ]);
  });

  test('the settings are looked into, although they are passed on unread', () => {
    expect(lines(getSettings.response, { tradeSettings: { autoEnableMultisend: 'yes', more: 1 } })).toEqual(
      expect.arrayContaining([
        'type tradeSettings.autoEnableMultisend expected true or false, came text 1/1',
        'open tradeSettings.more 1/1',
      ]),
    );
  });

  test('a service with endless names gives a limited report', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]));
    expect(lines(schema, { positions: [], total: 1, ...many })).toHaveLength(200);
  });

  test('every schema of an answer and of an event can be walked', () => {
    for (const walked of [...allEndpoints.map(({ response }) => response), ...allStreams.map(({ payload }) => payload)])
      for (const value of [null, {}, [], { data: [] }, 'x']) expect(() => compare(walked, [value])).not.toThrow();
  });
});
