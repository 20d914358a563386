import type { Socket } from 'node:net';
import type { FaultScript } from './order-fault-server.ts';

export interface OrderFault {
  readonly name: string;
  readonly script: (good: unknown) => FaultScript;
  /** How the request must end. Two where the system decides which of two things comes first. */
  readonly kinds: readonly ('accepted' | 'rejected' | 'unknown' | 'not-sent')[];
  /** Of the outcome, where it is no acceptance. */
  readonly code: RegExp;
  /** Whole requests that must have come; null: none or one. */
  readonly arrivals: 0 | 1 | null;
  /** Nothing ends it but the client's deadline. */
  readonly hangs?: boolean;
  /** The request goes over a connection that a read has opened. */
  readonly isReused?: boolean;
}

const anyCode = /^[A-Z0-9_]+$/;
const lost = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|NETWORK)$/;
const unreadable = /^UNREADABLE_ANSWER$/;

/** An answer of HTTP/1.1 with its length. */
function answer(status: number | string, body: string, headers: readonly string[] = []): string {
  const length = Buffer.byteLength(body);
  const isTyped = headers.some((header) => header.startsWith('content-type'));
  const lines = [...headers, ...(isTyped ? [] : ['content-type: application/json']), `content-length: ${length}`];
  return `HTTP/1.1 ${status} X\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

const envelope = (good: unknown) => JSON.stringify({ data: good, requestId: 'req-1' });
const refusal = JSON.stringify({ error: { code: 'SAID_NO', message: 'no, because' }, requestId: 'req-2' });
const page = '<html><body>an error page of something in between</body></html>';
const html = ['content-type: text/html'];

const says =
  (text: (good: unknown) => string) =>
  (good: unknown): FaultScript => ({
    onRequest: (socket) => socket.write(text(good)),
  });
/** Everything is written out before the connection ends in the given way. */
const saysThen =
  (text: (good: unknown) => string, end: (socket: Socket) => void) =>
  (good: unknown): FaultScript => ({
    onRequest: (socket) => socket.write(text(good), () => end(socket)),
  });
const reset = (socket: Socket): void => void socket.resetAndDestroy();
const finish = (socket: Socket): void => void socket.end();

type Rest = Omit<OrderFault, 'name' | 'script'>;
const unknown = (code: RegExp): Rest => ({ kinds: ['unknown'], code, arrivals: 1 });
const accepted: Rest = { kinds: ['accepted'], code: anyCode, arrivals: 1 };
const timesOut: Rest = { ...unknown(/^TIMEOUT$/), hangs: true };

const connections: readonly OrderFault[] = [
  { name: 'connection refused', script: () => ({}), kinds: ['not-sent'], code: /^ECONNREFUSED$/, arrivals: 0 },
  {
    name: 'reset before the request is read',
    script: () => ({ onConnect: reset }),
    kinds: ['unknown'],
    code: lost,
    arrivals: 0,
  },
  {
    name: 'reset at the first bytes of the request',
    script: () => ({ onFirstBytes: reset }),
    ...unknown(lost),
    arrivals: null,
  },
  { name: 'request read, then reset', script: () => ({ onRequest: reset }), ...unknown(lost) },
  { name: 'request read, then closed without an answer', script: () => ({ onRequest: finish }), ...unknown(lost) },
  {
    name: 'reset within the head of the answer',
    script: saysThen(() => 'HTTP/1.1 200 OK\r\ncontent-', reset),
    ...unknown(lost),
  },
  {
    name: 'reset within the body',
    script: saysThen((good) => answer(200, envelope(good)).slice(0, -3), reset),
    ...unknown(lost),
  },
  {
    name: 'closed within the body',
    script: saysThen((good) => answer(200, envelope(good)).slice(0, -3), finish),
    ...unknown(lost),
  },
  {
    name: 'closed within a chunked body',
    script: saysThen(() => 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"dat\r\n', finish),
    ...unknown(lost),
  },
  {
    name: 'a kept connection, reset as the request comes',
    script: () => ({ onFirstBytes: reset }),
    ...unknown(lost),
    arrivals: null,
    isReused: true,
  },
  {
    name: 'a kept connection, closed after the read',
    script: (good) => ({
      ...says(() => answer(200, envelope(good)))(good),
      onRead: (socket) => socket.end(answer(200, '{"data":{},"requestId":"r"}')),
    }),
    // Whether the client has seen the end before it writes is up to the system; a new connection is then as good.
    kinds: ['accepted', 'unknown'],
    code: lost,
    arrivals: null,
    isReused: true,
  },
];

const hangs: readonly OrderFault[] = [
  { name: 'no answer', script: () => ({}), ...timesOut },
  { name: 'half a head, then nothing', script: says(() => 'HTTP/1.1 200 OK\r\nconte'), ...timesOut },
  { name: 'half a body, then nothing', script: says((good) => answer(200, envelope(good)).slice(0, -3)), ...timesOut },
  { name: '100 Continue, then nothing', script: says(() => 'HTTP/1.1 100 Continue\r\n\r\n'), ...timesOut },
];

const withEnvelope = (status: number, rest: Rest): OrderFault => ({
  name: `HTTP ${status} with an envelope`,
  script: says(() => answer(status, refusal, ['retry-after: 0'])),
  ...rest,
});
const withPage = (status: number, rest: Rest = unknown(/^HTTP_[45]\d\d$/)): OrderFault => ({
  name: `HTTP ${status} with a page`,
  script: says(() => answer(status, page, [...html, 'retry-after: 0', 'www-authenticate: Basic'])),
  ...rest,
});
const rejected: Rest = { kinds: ['rejected'], code: /^SAID_NO$/, arrivals: 1 };
/** Node's fetch keeps these answers to itself or asks once more; what must hold is that nobody does. */
const ofFetch: Rest = { kinds: ['rejected', 'unknown'], code: anyCode, arrivals: 1 };

const statuses: readonly OrderFault[] = [
  ...[500, 501, 502, 503, 504].flatMap((status) => [withEnvelope(status, unknown(/^SAID_NO$/)), withPage(status)]),
  { name: 'HTTP 503 with nothing', script: says(() => answer(503, '', ['retry-after: 1'])), ...unknown(/^HTTP_503$/) },
  ...[400, 401, 403, 404, 409, 422, 429].flatMap((status) => [withEnvelope(status, rejected), withPage(status)]),
  ...[407, 421].flatMap((status) => [withEnvelope(status, ofFetch), withPage(status, ofFetch)]),
  ...[408, 425].map((status) => withPage(status)),
];

const redirects: readonly OrderFault[] = [301, 302, 303, 307, 308].map((status) => ({
  name: `HTTP ${status} to the same place`,
  script: says(() => answer(status, '', ['location: /api/v2/perp/position/close'])),
  ...unknown(/^REDIRECTED$/),
}));

const bodies: readonly OrderFault[] = [
  { name: '200 with bad JSON', script: says(() => answer(200, '{"data":oops}')), ...unknown(unreadable) },
  { name: '200 with an empty body', script: says(() => answer(200, '')), ...unknown(unreadable) },
  {
    name: '200 with truncated JSON',
    script: says((good) => answer(200, envelope(good).slice(0, -2))),
    ...unknown(unreadable),
  },
  { name: '200 with a page', script: says(() => answer(200, page, html)), ...unknown(unreadable) },
  { name: '200 with an error envelope', script: says(() => answer(200, refusal)), ...unknown(unreadable) },
  { name: '200 with data null', script: says(() => answer(200, envelope(null))), ...unknown(unreadable) },
  { name: '200 with a list for an envelope', script: says(() => answer(200, '[]')), ...unknown(unreadable) },
  { name: '200 with a huge body', script: says(() => answer(200, ' '.repeat(5_200_000))), ...unknown(unreadable) },
  { name: '200 with 100,000 levels', script: says(() => answer(200, '['.repeat(100_000))), ...unknown(unreadable) },
  { name: '204', script: says(() => 'HTTP/1.1 204 X\r\n\r\n'), ...unknown(unreadable) },
  { name: 'no HTTP at all', script: saysThen(() => 'SSH-2.0-OpenSSH_9.9\r\n', finish), ...unknown(anyCode) },
  {
    name: '101 Switching Protocols',
    script: saysThen(() => 'HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', finish),
    ...unknown(anyCode),
  },
  {
    name: 'gzip that is none',
    script: says((good) => answer(200, envelope(good), ['content-encoding: gzip'])),
    ...unknown(anyCode),
  },
  {
    name: 'HTTP/1.0, its body cut by the close',
    script: saysThen((good) => `HTTP/1.0 200 OK\r\n\r\n${envelope(good).slice(0, -5)}`, finish),
    ...unknown(unreadable),
  },
];

const odd: readonly OrderFault[] = [
  { name: 'a good answer', script: says((good) => answer(200, envelope(good))), ...accepted },
  {
    name: 'a good answer called text',
    script: says((good) => answer(200, envelope(good), ['content-type: text/plain'])),
    ...accepted,
  },
  {
    name: 'a good answer of HTTP/1.0, ended by the close',
    script: saysThen((good) => `HTTP/1.0 200 OK\r\n\r\n${envelope(good)}`, finish),
    ...accepted,
  },
  {
    name: 'a good answer after 103 Early Hints',
    script: says((good) => `HTTP/1.1 103 X\r\n\r\n${answer(200, envelope(good))}`),
    ...accepted,
  },
  { name: 'a good answer twice', script: says((good) => answer(200, envelope(good)).repeat(2)), ...accepted },
  {
    name: 'a good answer in drips',
    script: (good) => ({ onRequest: (socket) => drip(socket, answer(200, envelope(good))) }),
    ...accepted,
  },
];

/** One byte a turn. */
function drip(socket: Socket, text: string): void {
  let at = 0;
  const next = (): void => {
    if (at === text.length || socket.destroyed) return;
    socket.write(text[at++]!, () => setImmediate(next));
  };
  next();
}

/** Every way in which an answer may go wrong between the desk and the service, and a few in which it goes right. */
export const orderFaults: readonly OrderFault[] = [
  ...connections,
  ...hangs,
  ...statuses,
  ...redirects,
  ...bodies,
  ...odd,
];

/** The service's own words under HTTP 200. */
export const bodyAnswer = (data: unknown): FaultScript => says(() => answer(200, envelope(data)))(data);
