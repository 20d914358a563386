import { isIPv4 } from 'node:net';
import { PlainError } from '../process/plain-error.ts';

export class BaseUrlError extends PlainError {
  constructor(message: string) {
    super(message);
    this.name = 'BaseUrlError';
  }
}

/**
 * Validates the service's address and removes a trailing slash. https only, except for loopback; nothing but scheme,
 * host, port and path. Throws BaseUrlError with a sentence for the user.
 */
export function parseBaseUrl(text: string): string {
  const url = URL.parse(text.trim());
  if (!url?.host) throw new BaseUrlError('is not an address; use the form https://api.example.com');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackUrl(url.href)))
    throw new BaseUrlError('must begin with https:// (http:// is allowed for loopback only)');
  const typedHost = /^[a-z]+:\/\/([^/?#:@[]*)/i.exec(text.trim())?.[1] ?? '';
  if (looksLikeAddress(typedHost))
    throw new BaseUrlError(`the host looks like an address but is not in standard form; write ${url.hostname}`);
  if (url.username || url.password) throw new BaseUrlError('must not contain a user name or password');
  if (url.search || url.hash) throw new BaseUrlError('must not contain ? or #');
  if (url.pathname.replace(/\/$/, '').endsWith('/api/v2'))
    throw new BaseUrlError('must end before /api/v2, which the desk adds itself');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/**
 * The normalised origin of a service: all loopback names become one, the port is explicit, case and a trailing dot are
 * ignored. `https://API.example.com./` becomes `https://api.example.com:443`.
 */
export function serviceOrigin(baseUrl: string): string {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const host = hostname.replace(/\.$/, '');
  const place = isLoopbackHost(host) ? 'localhost' : host;
  return `${protocol}//${place}:${port || (protocol === 'https:' ? 443 : 80)}${pathname.replace(/\/+$/, '')}`;
}

/**
 * `2130706433`, `0x7f.1` and `127.1` are addresses to some programs and names to others; only four plain numbers are
 * unambiguous.
 */
export const looksLikeAddress = (host: string): boolean =>
  /(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i.test(host) && !isIPv4(host);

/** Whether an address is loopback. */
export const isLoopbackUrl = (text: string): boolean => isLoopbackHost(URL.parse(text)?.hostname ?? '');

/** Whether a host name is loopback; IPv6 with or without brackets. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
