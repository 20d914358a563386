import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { listenOnOwnPort } from './own-port.ts';

/** A request as it came over the wire, told by its first line. */
export interface WireRequest {
  readonly line: string;
  readonly body: string;
}

/** What the server does with a connection. All bytes are counted before it is asked. */
export interface FaultScript {
  /** A connection stands; nothing was read of it. */
  readonly onConnect?: (socket: Socket) => void;
  /** The first bytes of a request that changes something are there. */
  readonly onFirstBytes?: (socket: Socket) => void;
  /** A whole request that changes something is there. */
  readonly onRequest?: (socket: Socket, request: WireRequest) => void;
  /** A read is there; without this it is answered with an empty envelope. */
  readonly onRead?: (socket: Socket, request: WireRequest) => void;
}

export interface FaultServer {
  readonly baseUrl: string;
  /** Whole requests that change something, in order of arrival. */
  readonly requests: readonly WireRequest[];
  /** Requests that change something of which at least one byte came. */
  readonly begun: number;
  /** Resolves when so many whole requests have come. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

interface Listeners {
  readonly script: FaultScript;
  /** Before the script hears of it. */
  readonly onArrival?: (request: WireRequest) => void;
}

/** A TCP server on a port of 127.0.0.1 that reads HTTP itself: what a library would hide is counted too. */
export async function startFaultServer({ script, onArrival }: Listeners): Promise<FaultServer> {
  const running = new RunningServer(script, onArrival ?? (() => {}));
  await running.listen();
  return running;
}

const readBody = 'HTTP/1.1 200 OK\r\ncontent-length: 27\r\n\r\n{"data":{},"requestId":"r"}';

class RunningServer implements FaultServer {
  readonly #script: FaultScript;
  readonly #onArrival: (request: WireRequest) => void;
  readonly #server: Server = createServer((socket) => this.#accept(socket));
  readonly #sockets = new Set<Socket>();
  readonly #waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  readonly requests: WireRequest[] = [];
  baseUrl = '';
  begun = 0;

  constructor(script: FaultScript, onArrival: (request: WireRequest) => void) {
    this.#script = script;
    this.#onArrival = onArrival;
  }

  async listen(): Promise<void> {
    await listenOnOwnPort(this.#server);
    this.baseUrl = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async arrived(count: number): Promise<void> {
    if (this.requests.length >= count) return;
    await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #accept(socket: Socket): void {
    socket.setNoDelay(true);
    socket.on('error', () => {});
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    let pending = '';
    let isBegun = false;
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      for (;;) {
        const isRead = pending.startsWith('GET ');
        if (!isBegun && !isRead && pending !== '') {
          isBegun = true;
          this.begun++;
          this.#script.onFirstBytes?.(socket);
        }
        const request = takeRequest(pending);
        if (!request) return;
        pending = request.rest;
        isBegun = false;
        if (isRead) (this.#script.onRead ?? ((to) => to.write(readBody)))(socket, request);
        else this.#arrive(socket, request);
      }
    });
    this.#script.onConnect?.(socket);
  }

  #arrive(socket: Socket, { line, body }: WireRequest): void {
    const request = { line, body };
    this.requests.push(request);
    this.#onArrival(request);
    this.#script.onRequest?.(socket, request);
    for (const { count, resolve } of this.#waiting) if (this.requests.length >= count) resolve();
  }
}

/** The first whole request of what has come; null when it is not whole yet. */
function takeRequest(pending: string): (WireRequest & { readonly rest: string }) | null {
  const headEnd = pending.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const head = pending.slice(0, headEnd);
  const [line = ''] = head.split('\r\n');
  const bodyStart = headEnd + 4;
  if (/^transfer-encoding: *chunked/im.test(head)) {
    const end = pending.indexOf('0\r\n\r\n', bodyStart);
    return end === -1 ? null : { line, body: pending.slice(bodyStart, end), rest: pending.slice(end + 5) };
  }
  const bodyEnd = bodyStart + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  if (pending.length < bodyEnd) return null;
  return { line, body: pending.slice(bodyStart, bodyEnd), rest: pending.slice(bodyEnd) };
}
