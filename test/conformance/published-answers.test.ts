import { describe, expect, test } from 'vitest';
import { allEndpoints } from '../../src/protocol/endpoint-list.ts';
import { unwrap } from '../../src/protocol/envelope.ts';
import { lostFields, unreadableItems } from './lost-fields.ts';
import { publishedAnswers } from './published/answers.ts';

/** What becomes of a field that may be absent. */
type Optional = 'present' | 'absent' | 'null';

/** The example as JSON, with its optional fields in one of three ways; `novelty` adds a field nobody knows to every object. */
function written(value: unknown, optional: Optional, novelty = false): unknown {
  if (Array.isArray(value)) return value.map((item) => written(item, optional, novelty));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).flatMap(([name, field]) => {
    const isOptional = name.endsWith('?');
    if (isOptional && optional === 'absent') return [];
    const inner = isOptional && optional === 'null' ? null : written(field, optional, novelty);
    return [[name.replace(/\?$/, ''), inner] as const];
  });
  // In a map by network another key would be another network.
  const isMap = Object.keys(value).every((name) => /^\d+$/.test(name));
  return Object.fromEntries(novelty && !isMap ? [...fields, ['novelty', { deep: [1] }] as const] : fields);
}

/** The answer with an item that is none in front of each list of objects. */
function withBadItems(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withBadItems);
    return typeof value[0] === 'object' ? [5, ...items] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withBadItems(inner)]));
}

test('every operation has its example', () => {
  expect(Object.keys(publishedAnswers).sort()).toEqual(allEndpoints.map(({ id }) => id).sort());
});

describe.each(allEndpoints.map(({ id, response }) => [id, response] as const))('%s', (id, response) => {
  const read = (body: unknown) => {
    const payload = unwrap(response, body);
    const parsed = response.safeParse(payload?.data);
    expect(parsed.error?.message).toBeUndefined();
    return parsed.data;
  };
  const example = publishedAnswers[id];

  test('is read whole, in the envelope and bare', () => {
    const sent = written(example, 'present');
    for (const body of [{ data: sent, requestId: 'r' }, sent]) {
      const data = read(body);
      expect(unreadableItems(data)).toEqual([]);
      expect(lostFields(sent, data)).toEqual([]);
    }
  });

  test.each(['absent', 'null'] as const)('is read with each optional field %s', (optional) => {
    expect(unreadableItems(read({ data: written(example, optional), requestId: 'r' }))).toEqual([]);
  });

  test('is read with fields that nobody knows', () => {
    expect(unreadableItems(read({ data: written(example, 'present', true), requestId: 'r' }))).toEqual([]);
  });
});

test('one bad item keeps the others', () => {
  for (const { id, response } of allEndpoints) {
    // Settings are passed on as they are; results tell of an order, so a bad one makes all of them unknown.
    if (passedOn.has(id)) continue;
    const bad = withBadItems(written(publishedAnswers[id], 'present'));
    const read = response.safeParse(bad);
    expect(read.error?.message, id).toBeUndefined();
    if (JSON.stringify(bad).includes('[5,')) expect(unreadableItems(read.data).length, id).toBeGreaterThan(0);
  }
});

const passedOn = new Set(['account.settings', 'account.updateSettings', 'account.patchSettings']);
