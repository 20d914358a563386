import { getDomain } from 'tldts';

/**
 * The part of a host name that somebody had to register (`example.com`, `desk.com.pl`, `desk.github.io`), by the public suffix
 * list with the domains under which anybody may have a name; null for addresses and for bare names.
 */
export const registrableDomain = (host: string): string | null =>
  getDomain(host, { allowPrivateDomains: true, extractHostname: false });
