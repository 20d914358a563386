import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { PaperError } from '../handler.ts';
import type { PusherHub } from '../pusher/pusher-hub.ts';
import { errorResponse } from './envelope.ts';
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
  /** Takes no more, cuts what is open, and resolves when the port is free. */
  close(): Promise<void>;
}

/** Serves the app and the hub on one port of 127.0.0.1; port 0 takes a free one. Throws PaperStartError. */
export async function listen(app: Hono, hub: PusherHub, port: number): Promise<Listening> {
  const handle = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => {
    if (isLoopbackCall(request.headers)) return void handle(request, response);
    const refusal = errorResponse(new PaperError(403, 'FORBIDDEN', 'only this machine is served here'), 'req_refused');
    response.writeHead(refusal.status, Object.fromEntries(refusal.headers));
    void refusal.text().then((text) => response.end(text));
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const status = !isLoopbackCall(request.headers) ? 403 : hub.serves(request.url ?? '') ? null : 404;
    if (status === null) hub.accept(request, socket, head);
    else socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
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

const opened = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(startError(error, port)));
    server.listen(port, '127.0.0.1', resolve);
  });

function startError(error: NodeJS.ErrnoException, port: number): PaperStartError {
  if (error.code === 'EADDRINUSE')
    return new PaperStartError(
      `port ${port} is taken; stop what uses it, or choose another (0 takes any free one)`,
      error,
    );
  if (error.code === 'EACCES')
    return new PaperStartError(`port ${port} is not open to this user; choose one above 1023`, error);
  return new PaperStartError(`the paper service can't listen on port ${port}: ${error.message}`, error);
}
