import { expect, test } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from './endpoint-list.ts';
import { errorEnvelope, unwrap } from './envelope.ts';
import { list, openObject, opt } from './schema.ts';

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

const session = z.object({ connection: z.object({}), session: opt(z.object({})) });

test.each([
  ['an envelope', { data: { connection: {} }, requestId: 'r' }, { data: { connection: {} }, isBare: false }],
  ['an envelope without request id', { data: [] }, { data: [], isBare: false }],
  [
    'data beside its own fields',
    { data: { connection: {} }, connection: 1 },
    { data: { connection: {} }, isBare: false },
  ],
  ['null as data', { data: null, requestId: 'r' }, { data: null, isBare: false }],
  ['a bare object', { connection: {}, more: 1 }, { data: { connection: {}, more: 1 }, isBare: true }],
  ['a bare list', [1], { data: [1], isBare: true }],
  ['nothing', {}, null],
  ['a request id alone', { requestId: 'r' }, null],
  ['an error', { error: { code: 'X', message: 'y' }, requestId: 'r' }, null],
  ["a gateway's page", { status: 'ok' }, null],
  ['text', 'ok', null],
  ['null', null, null],
])('%s', (_, body, payload) => {
  expect(unwrap(session, body)).toEqual(payload);
});

test('an open object is recognised by the fields that are known of it', () => {
  expect(unwrap(openObject({ state: opt(z.string()) }), { state: 'OPEN' })).toEqual({
    data: { state: 'OPEN' },
    isBare: true,
  });
  expect(unwrap(openObject({ state: opt(z.string()) }), { other: 1 })).toBeNull();
  expect(unwrap(list(z.string()), { length: 1 })).toBeNull();
});

test.each(allEndpoints.map(({ id, response }) => [id, response] as const))(
  '%s takes neither an error nor an empty object for its answer',
  (_, response) => {
    for (const body of [{}, { requestId: 'r' }, { error: { code: 'X', message: 'y' }, requestId: 'r' }]) {
      const payload = unwrap(response, body);
      expect(payload !== null && response.safeParse(payload.data).success).toBe(false);
    }
  },
);
