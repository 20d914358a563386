import { describe, expect, test } from 'vitest';
import { parseBaseUrl } from '../../platform/config/base-url.ts';
import { registrableDomain } from '../http/registrable-domain.ts';
import { refuseSocketTarget } from './session-hosts.ts';

const target = { host: 'ws.example.com', port: 443, tls: true, appKey: 'k3y_-' };
const refuse = (change: Partial<typeof target>, baseUrl = 'https://api.example.com', pinned?: string) =>
  refuseSocketTarget({ ...target, ...change }, baseUrl, pinned);

describe('socket hosts of a bootstrap', () => {
  test.each([
    [{}, 'https://api.example.com'],
    [{ host: 'example.com' }, 'https://api.example.com'],
    [{ host: 'EU.WS.Example.com' }, 'https://example.com'],
    [{ host: 'ws.desk.co.uk' }, 'https://api.desk.co.uk'],
    [{ host: '10.1.2.3' }, 'https://10.1.2.3:8443'],
    [{ host: '127.0.0.1', tls: false, port: 8080 }, 'http://127.0.0.1:8080'],
    [{ host: 'localhost', tls: false }, 'http://127.0.0.1:8080'],
    [{ host: '[::1]', tls: false }, 'http://[::1]:8080'],
    [{ host: '[2001:DB8:0::1]' }, 'https://[2001:db8::1]:8443'],
    [{ host: 'ws.desk.com.pl' }, 'https://api.desk.com.pl'],
  ])('%o is allowed under %s', (change, baseUrl) => {
    expect(refuse(change, baseUrl)).toBeNull();
  });

  const hostile: [Partial<typeof target>, string?][] = [
    [{ host: 'evil.com' }],
    [{ host: 'example.com.evil.com' }],
    [{ host: 'evilexample.com' }],
    [{ host: 'example.org' }],
    [{ host: 'com' }],
    [{ host: '' }],
    [{ host: '.' }],
    [{ host: '.example.com' }],
    [{ host: 'ws.example.com.' }],
    [{ host: 'ws.example.com/' }],
    [{ host: 'ws.example.com/@evil.com' }],
    [{ host: 'ws.example.com@evil.com' }],
    [{ host: 'user:pass@ws.example.com' }],
    [{ host: 'evil.com#.example.com' }],
    [{ host: 'evil.com?.example.com' }],
    [{ host: 'evil.com\\.example.com' }],
    [{ host: 'evil.com:443/.example.com' }],
    [{ host: 'ws.example.com:8443' }],
    [{ host: 'ws.ex\u0430mple.com' }],
    [{ host: 'ws.example\u3002com' }],
    [{ host: 'ws.example.com\u0000' }],
    [{ host: ' ws.example.com' }],
    [{ host: 'ws.example.com\n' }],
    [{ host: 'ws%2eexample.com' }],
    [{ host: '-ws.example.com' }],
    [{ host: '127.0.0.1' }],
    [{ host: 'localhost' }],
    [{ host: '[::1]' }],
    [{ host: '169.254.169.254' }],
    [{ host: '10.0.0.1' }],
    [{ host: '0x7f000001' }],
    [{ host: '2130706433' }],
    [{ host: '[::ffff:127.0.0.1]' }],
    [{ host: '[fe80::1]' }],
    [{ tls: false }],
    [{ tls: false, port: 80 }],
    [{ port: 0 }],
    [{ port: -1 }],
    [{ port: 65_536 }],
    [{ port: 443.5 }],
    [{ port: Number.NaN }],
    [{ appKey: '' }],
    [{ appKey: '../evil' }],
    [{ appKey: 'k?protocol=4' }],
    [{ appKey: 'k#' }],
    [{ appKey: 'x'.repeat(129) }],
    [{ host: 'evil.co.uk' }, 'https://api.desk.co.uk'],
    [{ host: 'evil.com.pl' }, 'https://api.desk.com.pl'],
    [{ host: 'evil.com.ua' }, 'https://api.desk.com.ua'],
    [{ host: 'evil.gov.in' }, 'https://api.desk.gov.in'],
    [{ host: 'evil.or.at' }, 'https://api.desk.or.at'],
    [{ host: 'evil.co.id' }, 'https://api.desk.co.id'],
    [{ host: 'evil.com.vn' }, 'https://api.desk.com.vn'],
    [{ host: 'evil.com.my' }, 'https://api.desk.com.my'],
    [{ host: 'evil.co.th' }, 'https://api.desk.co.th'],
    [{ host: 'evil.com.ph' }, 'https://api.desk.com.ph'],
    [{ host: 'evil.eu.org' }, 'https://desk.eu.org'],
    [{ host: 'evil.duckdns.org' }, 'https://desk.duckdns.org'],
    [{ host: 'evil.s3.amazonaws.com' }, 'https://desk.s3.amazonaws.com'],
    [{ host: 'evil.azurewebsites.net' }, 'https://desk.azurewebsites.net'],
    [{ host: '[2001:db8::2]' }, 'https://[2001:db8::1]'],
    [{ host: '2001:db8::1' }, 'https://[2001:db8::1]'],
    [{ host: '127.1', tls: false }, 'http://127.0.0.1:8080'],
    [{ host: '0x7f.0.0.1', tls: false }, 'http://127.0.0.1:8080'],
    [{ host: 'evil.github.io' }, 'https://desk.github.io'],
    [{ host: '10.1.2.4' }, 'https://10.1.2.3'],
    [{ host: 'evil.com' }, 'http://127.0.0.1:8080'],
    [{ host: 'ws.example.com' }, 'http://localhost:8080'],
    [{ host: 'other' }, 'https://intranet'],
  ];

  test(`${hostile.length} hostile bootstraps are refused`, () => {
    const passed = hostile.filter(([change, baseUrl]) => refuse(change, baseUrl) === null);
    expect(passed).toEqual([]);
    expect(hostile.length).toBeGreaterThanOrEqual(50);
  });

  test('only the pinned host is allowed, encrypted', () => {
    const pinned = (change: Partial<typeof target>) => refuse(change, undefined, 'push.vendor.net');
    expect(pinned({ host: 'push.vendor.net' })).toBeNull();
    expect(pinned({ host: 'push.vendor.net', tls: false })).toMatch(/not encrypted/);
    expect(pinned({ host: 'push2.vendor.net' })).toMatch(/pin it/);
  });
});

test('registrable domains', () => {
  expect(registrableDomain('a.b.example.com')).toBe('example.com');
  expect(registrableDomain('a.b.example.co.uk')).toBe('example.co.uk');
  expect(registrableDomain('co.uk')).toBeNull();
  expect(registrableDomain('localhost')).toBeNull();
  expect(registrableDomain('10.0.0.1')).toBeNull();
});

test.each([
  'http://api.example.com',
  'ftp://x.com',
  'https://u:p@x.com',
  'https://x.com/?a=1',
  'https://x.com/#a',
  'nonsense',
])('the base URL %s is refused', (url) => {
  expect(() => parseBaseUrl(url)).toThrow(/must|not an address/);
});
