import { expect, test } from 'vitest';
import { isLoopbackUrl, parseBaseUrl, serviceOrigin } from './base-url.ts';

test.each([
  ['https://api.example.com/', 'https://api.example.com'],
  [' https://example.com:8443/trade/ ', 'https://example.com:8443/trade'],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
  ['http://[::1]:4010', 'http://[::1]:4010'],
  ['https://[2001:DB8::1]:8443', 'https://[2001:db8::1]:8443'],
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
  'https://2130706433',
  'http://0x7f.1:4010',
  'http://127.1',
  'http://0177.0.0.1',
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

test.each([
  ['https://api.example.com', 'https://api.example.com:443'],
  ['https://API.Example.com:443/', 'https://api.example.com:443'],
  ['https://api.example.com.', 'https://api.example.com:443'],
  ['https://api.example.com:8443/desk/', 'https://api.example.com:8443/desk'],
  ['http://127.0.0.1:4000', 'http://localhost:4000'],
  ['http://127.8.9.1:4000', 'http://localhost:4000'],
  ['http://LOCALHOST.:4000', 'http://localhost:4000'],
  ['http://[::1]:4000', 'http://localhost:4000'],
  ['http://localhost', 'http://localhost:80'],
  ['https://localhost', 'https://localhost:443'],
])('the service at %s is %s', (baseUrl, origin) => {
  expect(serviceOrigin(baseUrl)).toBe(origin);
});
