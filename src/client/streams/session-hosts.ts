import { isIPv6 } from 'node:net';
import { isLoopbackHost, looksLikeAddress } from '../../platform/config/base-url.ts';
import { registrableDomain } from '../http/registrable-domain.ts';

/** Where a session says the socket is. */
export interface SocketTarget {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly appKey: string;
}

/**
 * Why the desk must not open a socket there; null if it may. The session comes over the wire and may name any host, so
 * the socket must be under the base URL's registrable domain (or on the host that the user pinned), and encrypted
 * unless it is loopback.
 */
export function refuseSocketTarget(target: SocketTarget, baseUrl: string, pinnedHost?: string | null): string | null {
  const typed = target.host.toLowerCase();
  if (!Number.isInteger(target.port) || target.port < 1 || target.port > 65_535) return 'the socket port is not valid';
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(target.appKey)) return 'the app key has characters that are not allowed in a URL';
  // A host with a path, port or user name in it would change the meaning of the socket URL.
  if (!isHostName(typed) && !isIpv6Literal(typed)) return 'the socket host is not a host name';
  if (looksLikeAddress(typed)) return 'the socket host looks like an address but is not a valid one';
  const [host, base] = [new URL(`https://${typed}`).hostname, new URL(baseUrl).hostname];
  if (isLoopbackHost(host)) return isLoopbackHost(base) ? null : 'the socket host is loopback, but the service is not';
  if (!target.tls) return 'the socket is not encrypted';
  if (host === base || host === pinnedHost?.toLowerCase()) return null;
  const domain = registrableDomain(base);
  if (domain !== null && registrableDomain(host) === domain) return null;
  return `the socket host ${host.slice(0, 100)} is not under ${domain ?? base}; pin it in the configuration if it is right`;
}

const isHostName = (host: string): boolean => /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(host);

const isIpv6Literal = (host: string): boolean => /^\[[0-9a-f:.]+\]$/.test(host) && isIPv6(host.slice(1, -1));
