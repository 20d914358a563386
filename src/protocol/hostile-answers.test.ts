import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { answersOf } from '../../test/run/answers-of.ts';
import { cases } from '../../test/run/cases.ts';
import { hostileText } from '../../test/run/hostile-text.ts';
import { cleanText } from '../domain/text/clean-text.ts';
import { allEndpoints } from './endpoint-list.ts';
import { isUnreadable } from './schema.ts';
import { allStreams } from './stream-list.ts';

/** Read, changed in one place and written back whole; the pane cleans what it shows. */
const givenOnUntouched = new Set(['account.settings', 'account.updateSettings', 'account.patchSettings']);

const schemas: readonly (readonly [string, z.ZodType])[] = [
  ...allEndpoints.filter(({ id }) => !givenOnUntouched.has(id)).map(({ id, response }) => [id, response] as const),
  ...allStreams.map(({ id, payload }) => [id, payload] as const),
];

const answerOf = answersOf(hostileText, fc.constant('as it came'));
let texts = 0;

test.each(schemas)(
  '%s gives no text with control or invisible characters, and none of unlimited length',
  (_, schema) => {
    fc.assert(
      fc.property(answerOf(schema), (answer) => {
        const read = schema.safeParse(answer);
        if (!read.success) throw new Error(read.error.message);
        texts += countTexts(read.data);
        expect(unsafeIn(read.data)).toEqual([]);
      }),
      { numRuns: cases(20, 600) },
    );
  },
);

test('every text field was reached, often', () => {
  expect(texts).toBeGreaterThan(cases(3_000, 100_000));
});

function unsafeIn(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') return cleanText(value, 20_000) === value ? [] : [`${path}: ${JSON.stringify(value)}`];
  if (typeof value !== 'object' || value === null) return [];
  if (isUnreadable(value)) return [`${path} is ${value.unreadable}`];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(cleanText(name) === name ? [] : [`${path}: the field ${JSON.stringify(name)}`]),
    ...unsafeIn(inner, `${path}.${name}`),
  ]);
}

const countTexts = (value: unknown): number =>
  typeof value === 'string'
    ? 1
    : typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, inner) => sum + countTexts(inner), 0)
      : 0;
