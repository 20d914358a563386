import { isIPv6 } from 'node:net';
import { isLoopbackHost, looksLikeAddress } from '../platform/base-url.ts';
import { registrableDomain } from './registrable-domain.ts';

/** Where a session bootstrap says the socket is. */
export interface SocketTarget {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly appKey: string;
}

/**
 * Why the desk must not open a socket there; null when it may. The bootstrap comes over the wire, so it may name any host:
 * the socket stays under the base URL's registrable domain (or on the host the user pinned), encrypted unless it is loopback.
 */
export function refuseSocketTarget(target: SocketTarget, baseUrl: string, pinnedHost?: string): string | null {
  const typed = target.host.toLowerCase();
  if (!Number.isInteger(target.port) || target.port < 1 || target.port > 65_535) return 'the socket port is not a port';
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(target.appKey)) return 'the app key has characters that do not belong in a URL';
  // A host with a path, port or user name in it would change what the socket's URL means.
  if (!isHostName(typed) && !isIpv6Literal(typed)) return 'the socket host is not a host name';
  if (looksLikeAddress(typed)) return 'the socket host only looks like an address';
  const [host, base] = [new URL(`https://${typed}`).hostname, new URL(baseUrl).hostname];
  if (isLoopbackHost(host)) return isLoopbackHost(base) ? null : 'the socket host is loopback and the service is not';
  if (!target.tls) return 'the socket is not encrypted';
  if (host === base || host === pinnedHost?.toLowerCase()) return null;
  const domain = registrableDomain(base);
  if (domain !== null && registrableDomain(host) === domain) return null;
  return `the socket host ${host.slice(0, 100)} is not under ${domain ?? base}; pin it in the configuration if it is right`;
}

const isHostName = (host: string): boolean => /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(host);

const isIpv6Literal = (host: string): boolean => /^\[[0-9a-f:.]+\]$/.test(host) && isIPv6(host.slice(1, -1));
