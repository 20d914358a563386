import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { http } from '../../platform/process/node-http.ts';
import type { PusherHub } from '../pusher/pusher-hub.ts';
import { PaperError } from '../service/handler.ts';
import type { App } from './app.ts';
import type { CallFaults } from './call-faults.ts';
import { errorAnswer, send } from './envelope.ts';
import { isLoopbackCall } from './loopback.ts';

/** The service could not start; the message says why and what to do. */
export class PaperStartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PaperStartError';
  }
}

export interface Listening {
  readonly port: number;
  /** Stops accepting, closes open connections, and resolves when the port is free. */
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly app: App;
  readonly hub: PusherHub;
  /** 0 picks a free port. */
  readonly port: number;
  readonly faults?: CallFaults;
  /** For the head of a request, ms; 10 s when absent. */
  readonly headersTimeoutMs?: number;
}

/** Serves the app and the hub on one port of 127.0.0.1. Throws PaperStartError. */
export async function listen({ app, hub, port, faults, headersTimeoutMs = 10_000 }: ListenOptions): Promise<Listening> {
  const timeouts = { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: headersTimeoutMs / 4 };
  const server = http.createServer(timeouts, (request, response) => {
    if (!isLoopbackCall(request.headers)) return send(response, onlyLoopback);
    if (faults) void faults.answer(app, request, response);
    else void app(request).then((answer) => send(response, answer));
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const status = !isLoopbackCall(request.headers) ? 403 : hub.serves(request.url ?? '') ? null : 404;
    if (status === null) hub.accept(request, socket, head);
    else
      socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy();
    const { status, body, headers } = errorAnswer(headRefusal(error.code), 'req_refused');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nconnection: close\r\n${lines.join('')}`;
    socket.end(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  });
  await opened(server, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        hub.close();
        server.closeAllConnections();
      }),
  };
}

const headRefusal = (code: string | undefined): PaperError => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new PaperError(408, 'REQUEST_TIMEOUT', 'the request came too slowly');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new PaperError(431, 'INVALID_PARAMS', 'the head of the request is too large');
  return new PaperError(400, 'INVALID_PARAMS', 'this is not an HTTP request');
};

const onlyLoopback = errorAnswer(
  new PaperError(403, 'FORBIDDEN', 'only requests from this machine are served'),
  'req_refused',
);

const opened = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(startError(error, port)));
    server.listen(port, '127.0.0.1', resolve);
  });

function startError(error: NodeJS.ErrnoException, port: number): PaperStartError {
  if (error.code === 'EADDRINUSE')
    return new PaperStartError(
      `port ${port} is in use; stop the program that uses it, or choose another (0 picks a free one)`,
      error,
    );
  if (error.code === 'EACCES')
    return new PaperStartError(`no permission to use port ${port}; choose one above 1023`, error);
  return new PaperStartError(`the paper service can't listen on port ${port}: ${error.message}`, error);
}
