import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import { Channels } from './channels.ts';
import { ClientSession, type PusherApp } from './client-session.ts';
import { Connection } from './connection.ts';
import type { EventFaults } from './event-faults.ts';
import { writeError, writeTextFrame } from './frame.ts';

export interface HubOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly findApp: (appKey: string) => PusherApp | null;
  readonly activityTimeoutS?: number;
  readonly maxConnections?: number;
  readonly faults?: EventFaults;
}

const maxFrameBytes = 256 * 1024;

/**
 * A Pusher server, protocol 7: public, private and presence channels over the sockets that it accepts, and client
 * events on the last two. Close and error codes are the protocol's: 4001 unknown app, 4006–4008 protocol version, 4009
 * authorisation withdrawn, 4100 too many connections, 4201 no pong, 4301 too many messages. A frame it cannot read is
 * answered, never fatal.
 */
export class PusherHub {
  readonly #options: HubOptions;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });
  readonly #clients = new Map<string, ClientSession>();
  readonly #realms = new Map<string, Channels<Connection>>();

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /** True for a path that this hub serves: `/app/{appKey}`. */
  serves(url: string): boolean {
    return appKeyOf(url) !== null;
  }

  /** Takes an upgrade request over. Refusals come as `pusher:error` and a close code, which a browser can read too. */
  accept(request: IncomingMessage, raw: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, raw, head, (socket) => {
      const url = new URL(request.url ?? '/', 'http://hub');
      const app = this.#options.findApp(appKeyOf(url.pathname) ?? '');
      const refusal = this.#refusal(app, url.searchParams.get('protocol'));
      if (refusal) refuse(socket, ...refusal);
      else if (app) this.#open(socket, app);
    });
  }

  /** Sends an event to everyone on a channel; it is serialised once. Gives the number of receivers. */
  publish(channel: string, event: string, data: unknown): number {
    return this.#isHeard(channel, '') ? this.publishText(channel, event, JSON.stringify(data)) : 0;
  }

  /** The same with data that is JSON text already, in any realm, to everyone but one socket. */
  publishText(channel: string, event: string, data: string, { realm = '', exceptSocketId = '' } = {}): number {
    const { faults } = this.#options;
    const frame = Buffer.from(writeTextFrame(event, data, channel));
    let count = 0;
    for (const socket of this.#realms.get(realm)?.socketsOf(channel)?.keys() ?? []) {
      if (socket.socketId === exceptSocketId) continue;
      count++;
      if (faults) faults.deliver(socket, { channel, event, data, frame });
      else socket.send(frame);
    }
    return count;
  }

  /** The app that an open socket was opened with, or null. */
  appOf(socketId: string): PusherApp | null {
    return this.#clients.get(socketId)?.app ?? null;
  }

  get connectionCount(): number {
    return this.#clients.size;
  }

  /** Closes the sockets of one API key, or all of them. Gives how many. */
  closeSockets(code: number, reason: string, keyId?: string): number {
    const closing = [...this.#clients.values()].filter(({ app }) => keyId === undefined || app.keyId === keyId);
    for (const { connection } of closing) connection.close(code, reason);
    return closing.length;
  }

  /** Makes every open socket half-open. Gives how many. */
  muteSockets(): number {
    for (const { connection } of this.#clients.values()) connection.mute();
    return this.#clients.size;
  }

  /** Ends every socket at once and takes no more. */
  close(): void {
    this.closeSockets(1001, 'the paper service stops');
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }

  #refusal(app: PusherApp | null, protocol: string | null): [code: number, message: string] | null {
    if (!app) return [4001, 'the app key is unknown or its API key was revoked'];
    if (protocol === null) return [4008, 'no protocol version was named'];
    if (!/^\d+$/.test(protocol)) return [4006, 'the protocol version is not a number'];
    if (Number(protocol) < 5 || Number(protocol) > 7) return [4007, 'only protocol versions 5 to 7 are spoken here'];
    if (this.#clients.size >= (this.#options.maxConnections ?? 200)) return [4100, 'too many connections'];
    return null;
  }

  #open(socket: WebSocket, app: PusherApp): void {
    const { random, clock, activityTimeoutS = 120, faults } = this.#options;
    const socketId = `${random.int(1e9)}.${random.int(1e9)}`;
    const connection = new Connection({
      socket,
      socketId,
      clock,
      activityTimeoutS,
      onFrame: (frame) => client.handle(frame),
      onClose: () => {
        this.#clients.delete(socketId);
        client.leaveAll();
      },
    });
    const client = new ClientSession(connection, app, this.#channelsOf(app.realm ?? ''));
    this.#clients.set(socketId, client);
    faults?.opened(connection);
  }

  #isHeard(channel: string, realm: string): boolean {
    return this.#realms.get(realm)?.socketsOf(channel) !== undefined;
  }

  #channelsOf(realm: string): Channels<Connection> {
    const channels = this.#realms.get(realm) ?? new Channels<Connection>();
    this.#realms.set(realm, channels);
    return channels;
  }
}

function refuse(socket: WebSocket, code: number, message: string): void {
  socket.on('error', () => {});
  socket.send(writeError(code, message));
  socket.close(code, message);
}

const appKeyOf = (url: string): string | null => /^\/app\/([^/?]+)\/?(?:\?|$)/.exec(url)?.[1] ?? null;
