import { expect, test } from 'vitest';
import { credentialProblem, dropKeyFromEnv, scrub, takeKeyFromEnv } from './secrets.ts';

const KEY = 'sk_k1d_5ecr3t-part.with+more/parts=';

test('the key of the environment can be taken once', () => {
  const env = { SWAPDECK_API_KEY: ` ${KEY}\n` };
  expect(takeKeyFromEnv(env)).toBe(KEY);
  expect(env).toEqual({});
  expect(takeKeyFromEnv(env)).toBeUndefined();
});

test('taking a key from a copy of the environment clears the process too', () => {
  process.env.SWAPDECK_API_KEY = KEY;
  takeKeyFromEnv({ SWAPDECK_API_KEY: KEY });
  expect(process.env.SWAPDECK_API_KEY).toBeUndefined();
});

test('a key can be dropped unread', () => {
  const env = { SWAPDECK_API_KEY: KEY, HOME: '/h' };
  dropKeyFromEnv(env);
  expect(env).toEqual({ HOME: '/h' });
});

test('scrubbing takes every credential out of a text and leaves the rest', () => {
  const jwt = 'eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl';
  const text = `a ${KEY} b "${KEY}" Authorization: Bearer abc123\nx=${jwt}; risk_free task_1`;
  expect(scrub(text)).toBe('a sk_*** b "sk_***" Authorization: Bearer ***\nx=jwt_***; risk_free task_1');
});

test('an escape before a key does not hide it', () => {
  for (const before of ['\\n', '\\u001b', '%20', '_', '=', '{"'])
    expect(scrub(`${before}${KEY}`)).toBe(`${before}sk_***`);
});

test('what cannot be a key is told without repeating it', () => {
  expect(credentialProblem(KEY)).toBeNull();
  expect(credentialProblem('eyJh.eyJz.c2ln')).toBeNull();
  for (const text of ['', 'hunter2', 'sk_only', `${KEY} x`, 'sk_ключ_x']) {
    expect(credentialProblem(text)).toMatch(/key/);
    if (text) expect(credentialProblem(text)).not.toContain(text);
  }
});
