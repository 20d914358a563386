import { expect, test } from 'vitest';
import { errorEnvelope, successEnvelope } from './envelope.ts';

test.each([
  ['an object', { data: {}, requestId: 'r' }],
  ['a list', { data: [], requestId: 'r', pagination: null }],
  ['a page', { data: [], requestId: 'r', pagination: { hasMore: true, limit: 20, page: 1 } }],
])('success with %s is read', (_, json) => {
  expect(successEnvelope.parse(json)).toEqual(json);
});

test('a malformed pagination costs the pagination, not the data', () => {
  expect(successEnvelope.parse({ data: [1], requestId: 'r', pagination: { page: 'one' } })).toEqual({
    data: [1],
    requestId: 'r',
    pagination: undefined,
  });
});

test.each([[{ requestId: 'r' }], [{ data: {} }], [null], ['ok']])('%j is no success envelope', (json) => {
  expect(successEnvelope.safeParse(json).success).toBe(false);
});

test('an error is read with and without details', () => {
  const json = { error: { code: 'INVALID_PARAMS', message: 'no' }, requestId: 'r' };
  expect(errorEnvelope.parse(json)).toEqual(json);
  const detailed = { ...json, error: { ...json.error, details: { field: 'amount' } } };
  expect(errorEnvelope.parse(detailed)).toEqual(detailed);
});

test.each([[{ error: 'no', requestId: 'r' }], [{ error: { code: 'X', message: 'y' } }], [{}]])(
  '%j is no error envelope',
  (json) => {
    expect(errorEnvelope.safeParse(json).success).toBe(false);
  },
);
