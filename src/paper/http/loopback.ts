import type { IncomingHttpHeaders } from 'node:http';

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

const isLoopbackUrl = (url: string) => URL.canParse(url) && loopbackNames.has(new URL(url).hostname);

/**
 * True if the caller addressed this machine. A page that rebinds its name to 127.0.0.1 still sends that name as Host,
 * and a page that opens a WebSocket sends its Origin.
 */
export const isLoopbackCall = (headers: IncomingHttpHeaders): boolean =>
  headers.host !== undefined &&
  isLoopbackUrl(`http://${headers.host}`) &&
  (headers.origin === undefined || isLoopbackUrl(headers.origin));
