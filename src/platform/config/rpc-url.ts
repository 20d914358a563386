import { BaseUrlError, isLoopbackUrl, looksLikeAddress } from './base-url.ts';

/**
 * Validates the address of a chain's RPC endpoint: https only, except for loopback; a path and a query are allowed, and
 * may hold a key. Throws BaseUrlError with a sentence that does not repeat them.
 */
export function parseRpcUrl(text: string): string {
  const url = URL.parse(text.trim());
  if (!url?.host) throw new BaseUrlError('is not an address; use the form https://rpc.example.com/KEY');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackUrl(url.href)))
    throw new BaseUrlError('must begin with https:// (http:// is allowed for loopback only)');
  const typedHost = /^[a-z]+:\/\/([^/?#:@[]*)/i.exec(text.trim())?.[1] ?? '';
  if (looksLikeAddress(typedHost))
    throw new BaseUrlError(`the host looks like an address but is not in standard form; write ${url.hostname}`);
  if (url.username || url.password) throw new BaseUrlError('must not contain a user name or password');
  if (url.hash) throw new BaseUrlError('must not contain #');
  return url.href;
}
