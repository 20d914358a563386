import type { RawData, WebSocket } from 'ws';
import type { Clock, TimerHandle } from '../../platform/time/clock.ts';
import { type ClientFrame, readFrame, writeError, writeFrame } from './frame.ts';
import { RateLimit } from './rate-limit.ts';

export interface ConnectionOptions {
  readonly socket: WebSocket;
  readonly socketId: string;
  readonly clock: Clock;
  /** Silence after which the client is pinged, seconds. */
  readonly activityTimeoutS: number;
  readonly onFrame: (frame: ClientFrame) => void;
  readonly onClose: () => void;
}

/** How long a client may take to answer a ping. */
const pongTimeoutMs = 30_000;
/** A reader this far behind would cost too much memory: it is disconnected and may reconnect. */
const maxBufferedBytes = 4 * 1024 * 1024;
/** A burst for a client that subscribes to all its channels at once, and a lower sustained rate. */
const frameRate = { burst: 1_000, perSecond: 100 };
/** The protocol's own limit on client events. */
const clientEventRate = { burst: 10, perSecond: 10 };

/** One client socket: handshake, liveness, frame parsing, and a limit on unread output. */
export class Connection {
  readonly socketId: string;
  readonly #socket: WebSocket;
  readonly #options: ConnectionOptions;
  readonly #frames: RateLimit;
  readonly #clientEvents: RateLimit;
  #timer: TimerHandle;
  #isMute = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#socket = options.socket;
    this.socketId = options.socketId;
    this.#frames = new RateLimit(options.clock, frameRate);
    this.#clientEvents = new RateLimit(options.clock, clientEventRate);
    this.#socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    // ws closes the socket itself after a protocol error or an oversized frame; an unhandled 'error' event would end
    // the process.
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      options.clock.clearTimeout(this.#timer);
      options.onClose();
    });
    this.#timer = this.#startIdleTimer();
    const { socketId, activityTimeoutS } = options;
    this.send(writeFrame('pusher:connection_established', { socket_id: socketId, activity_timeout: activityTimeoutS }));
  }

  send(frame: string | Buffer): void {
    if (this.#isMute) return;
    if (this.#socket.bufferedAmount > maxBufferedBytes) this.#socket.terminate();
    else this.#socket.send(frame, textFrame, ignore);
  }

  sendError(code: number | null, message: string): void {
    this.send(writeError(code, message));
  }

  /** Sends the reason, if any, then closes. */
  close(code: number, reason: string): void {
    if (code >= 4000) this.sendError(code, reason);
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  /** Makes the socket half-open: it stays open, but nothing is sent or read, not even a ping. */
  mute(): void {
    this.#isMute = true;
    this.#options.clock.clearTimeout(this.#timer);
    // Paused, not only ignored: ws would still answer protocol pings and a close.
    this.#socket.pause();
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#isMute) return;
    this.#options.clock.clearTimeout(this.#timer);
    this.#timer = this.#startIdleTimer();
    const frame = isBinary ? null : readFrame(data.toString());
    if (!this.#frames.take()) this.sendError(4301, 'too many messages a second on this socket; this one was dropped');
    else if (!frame) this.sendError(4000, 'the frame is not a JSON object with an event');
    else if (frame.event === 'pusher:ping') this.send(writeFrame('pusher:pong', {}));
    else if (frame.event.startsWith('client-') && !this.#clientEvents.take())
      this.sendError(
        4301,
        `a socket may send ${clientEventRate.perSecond} client events a second; this one was dropped`,
      );
    else if (frame.event !== 'pusher:pong') this.#options.onFrame(frame);
  }

  #startIdleTimer(): TimerHandle {
    const { clock, activityTimeoutS } = this.#options;
    return clock.setTimeout(() => {
      this.send(writeFrame('pusher:ping', {}));
      this.#timer = clock.setTimeout(() => {
        this.close(4201, 'no answer to a ping');
        // A dead peer never answers the closing handshake either.
        this.#timer = clock.setTimeout(() => this.terminate(), 2_000);
      }, pongTimeoutMs);
    }, activityTimeoutS * 1_000);
  }
}

const textFrame = { binary: false };
const ignore = () => {};
