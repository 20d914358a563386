import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface RawFrame {
  readonly event: string;
  readonly channel?: string;
  readonly data: unknown;
}

/** A Pusher client on a bare WebSocket: stores frames in order until the test takes them. */
export class RawClient {
  readonly #socket: WebSocket;
  readonly #frames: RawFrame[] = [];
  /** Set to see each frame as it arrives. */
  onRaw: ((text: string) => void) | undefined;
  readonly closed: Promise<{ code: number; reason: string }>;

  constructor(baseUrl: string, path: string, headers: Record<string, string> = {}) {
    this.#socket = new WebSocket(`${baseUrl.replace('http', 'ws')}${path}`, { headers });
    this.#socket.on('message', (data) => {
      this.onRaw?.(String(data));
      const frame = JSON.parse(String(data)) as RawFrame;
      this.#frames.push(typeof frame.data === 'string' ? { ...frame, data: JSON.parse(frame.data) } : frame);
      this.#socket.emit('frame');
    });
    this.#socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      this.#socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
    });
  }

  send(event: string, data: unknown): void {
    this.sendRaw(JSON.stringify({ event, data }));
  }

  sendRaw(text: string | Buffer): void {
    this.#socket.send(text);
  }

  /** The next frame that was not taken yet. */
  async next(): Promise<RawFrame> {
    if (this.#frames.length === 0) await once(this.#socket, 'frame');
    return this.#frames.shift()!;
  }

  /** Socket id of the handshake, which must come first. */
  async greeting(): Promise<string> {
    const { event, data } = await this.next();
    if (event !== 'pusher:connection_established') throw new Error(`greeted with ${event}`);
    return (data as { socket_id: string }).socket_id;
  }

  /** A round trip: resolves when every frame that the hub had sent before has arrived. */
  async settle(): Promise<RawFrame[]> {
    this.send('pusher:ping', {});
    const before: RawFrame[] = [];
    for (;;) {
      const frame = await this.next();
      if (frame.event === 'pusher:pong') return before;
      before.push(frame);
    }
  }

  /** Stops reading, as a stuck client does. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#socket.close();
  }
}
