import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test('reads plain JSON as JSON.parse does', () => {
  expect(parseJson('{"a":[1,"]}\\"["]}')).toEqual({ a: [1, ']}"['] });
  expect(() => parseJson('')).toThrow(SyntaxError);
});

test('takes 1,000 levels and refuses 1,001, 10,000 and 2 million', () => {
  expect(parseJson(nested(1_000))).toBeInstanceOf(Array);
  for (const levels of [1_001, 10_000, 2_000_000]) expect(() => parseJson(nested(levels))).toThrow(/levels/);
});

test('brackets inside strings do not count as levels', () => {
  expect(parseJson(JSON.stringify({ a: '['.repeat(5_000) }))).toEqual({ a: '['.repeat(5_000) });
});

test.each(['{"__proto__":{"evil":1},"a":2}', '{"\\u005f_proto__":{"evil":1},"a":2}'])('drops the key of %s', (text) => {
  const value = parseJson(text) as Record<string, unknown>;
  expect(Object.keys(value)).toEqual(['a']);
  expect(Object.assign({}, value)).not.toHaveProperty('evil');
});
