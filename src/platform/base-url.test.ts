import { expect, test } from 'vitest';
import { isLoopbackUrl, parseBaseUrl } from './base-url.ts';

test.each([
  ['https://api.example.com/', 'https://api.example.com'],
  [' https://example.com:8443/trade/ ', 'https://example.com:8443/trade'],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
  ['http://[::1]:4010', 'http://[::1]:4010'],
])('%s is an address', (text, url) => expect(parseBaseUrl(text)).toBe(url));

test.each([
  'example.com',
  'http://example.com',
  'http://127.0.0.1.evil.com',
  'ftp://example.com',
  'https://me:pw@example.com',
  'https://example.com?x=1',
  'https://example.com/#a',
  'https://example.com/api/v2',
])('%s is refused', (text) =>
  expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ name: 'BaseUrlError' })),
);

test.each([
  ['http://127.9.8.7:1', true],
  ['http://localhost:1', true],
  ['https://localhost.example.com', false],
  ['https://127.0.0.1.nip.io', false],
  ['not a url', false],
])('loopback: %s %s', (url, isLoopback) => expect(isLoopbackUrl(url)).toBe(isLoopback));
