import { getDomain } from 'tldts';

/**
 * The registrable part of a host name (`example.com`, `desk.com.pl`, `desk.github.io`), by the public suffix list
 * including its private domains; null for addresses and single labels.
 */
export const registrableDomain = (host: string): string | null =>
  getDomain(host, { allowPrivateDomains: true, extractHostname: false });
