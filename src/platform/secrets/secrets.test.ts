import { describe, expect, test } from 'vitest';
import {
  credentialProblem,
  dropKeyFromEnv,
  jsonWithoutSecrets,
  redact,
  registerSecret,
  takeKeyFromEnv,
  withoutSecrets,
} from './secrets.ts';

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
  expect(redact(text)).toBe('a sk_*** b "sk_***" Authorization: Bearer ***\nx=jwt_***; risk_free task_1');
});

test('an escape before a key does not hide it', () => {
  for (const before of ['\\n', '\\u001b', '%20', '_', '=', '{"'])
    expect(redact(`${before}${KEY}`)).toBe(`${before}sk_***`);
});

test('an invalid key is reported without repeating it', () => {
  expect(credentialProblem(KEY)).toBeNull();
  expect(credentialProblem('eyJh.eyJz.c2ln')).toBeNull();
  for (const text of ['', 'hunter2', 'sk_only', `${KEY} x`, 'sk_ключ_x']) {
    expect(credentialProblem(text)).toMatch(/key/);
    if (text) expect(credentialProblem(text)).not.toContain(text);
  }
});

describe('a key of this run', () => {
  const keys = {
    'an API key': 'sk_k1d2_c4n4ry5ecretPart',
    'a JWT': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjNG40cnkifQ.c4n4ryS1gn4ture',
    'of a shape of its own': 'N0-Sh4pe.At+All/c4n4ry==',
  };
  const bytesOf = (key: string) => [...Buffer.from(key)];
  const hex = (byte: number) => byte.toString(16).padStart(2, '0');
  const spelt: Readonly<Record<string, (key: string) => string>> = {
    'as it is': (key) => key,
    'in escapes of JSON': (key) =>
      bytesOf(key)
        .map((byte) => `\\u00${hex(byte)}`)
        .join(''),
    'in escapes of a URL': (key) =>
      bytesOf(key)
        .map((byte) => `%${hex(byte).toUpperCase()}`)
        .join(''),
    'in escapes of HTML': (key) =>
      bytesOf(key)
        .map((byte) => `&#${byte};`)
        .join(''),
    'in base64': (key) => Buffer.from(key).toString('base64'),
    'in base64 for URLs': (key) => Buffer.from(key).toString('base64url'),
    'in hex': (key) => Buffer.from(key).toString('hex'),
    'as a form field': (key) => encodeURIComponent(key),
  };
  const all = Object.entries(keys).flatMap(([what, key]) =>
    Object.entries(spelt).map(([how, spell]) => [what, how, key, spell(key)] as const),
  );

  test.each(all)('%s, %s: is found in no text', (_what, _how, key, quoted) => {
    registerSecret(key);
    expect(redact(`before ${quoted} behind`)).not.toContain(quoted.replace(/=+$/, ''));
    expect(redact(`before ${quoted} behind`)).toMatch(/^before .* behind$/);
  });

  test.each(all)('%s, %s: is found in no JSON, however deep', (_what, _how, key, quoted) => {
    registerSecret(key);
    const inner = JSON.stringify({ message: `no: ${quoted}` });
    const sent = [{ data: inner, [quoted]: 1 }, { list: ['x', quoted] }].map((value) => JSON.stringify(value));
    // As a service might write it: the escapes of JSON are read with it.
    const read = `{"error":{"message":"bad key ${quoted.replaceAll('"', '')}"}}`;
    for (const json of [...sent, read]) {
      const shown = jsonWithoutSecrets(json);
      for (const text of textsIn(JSON.parse(shown))) {
        expect(text).not.toContain(quoted.replace(/=+$/, ''));
        expect(text).not.toContain(key);
      }
      for (const text of textsIn(withoutSecrets(JSON.parse(json)))) expect(text).not.toContain(key);
    }
  });

  test('is not found in parts either, but its id is not a secret', () => {
    registerSecret(keys['an API key']);
    registerSecret(keys['a JWT']);
    for (const part of ['c4n4ry5ecretPart', 'c4n4ryS1gn4ture', 'eyJzdWIiOiJjNG40cnkifQ'])
      expect(redact(`<${part}>`)).toBe('<[key]>');
    expect(redact('key k1d2 of risk_free task_1')).toBe('key k1d2 of risk_free task_1');
  });

  test('a text without a key is returned unchanged', () => {
    const value = { amount: 1.5, text: 'caf\u00e9', list: [null, true] };
    expect(withoutSecrets(value)).toEqual(value);
    const json = '{"a": 1.0, "b": 12345678901234567890}';
    expect(jsonWithoutSecrets(json)).toBe(json);
  });
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...textsIn(tryJson(value))];
  if (typeof value !== 'object' || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap(textsIn)];
}

function tryJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? null : value;
  } catch {
    return null;
  }
}
