import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../platform/time/clock.ts';
import type { Random } from '../../platform/time/random.ts';
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
 * A Pusher server, protocol 7: public, private and presence channels, and client events on the last two. Close and
 * error codes are the protocol's: 4001 unknown app, 4006–4008 protocol version, 4009 authorisation withdrawn, 4100 too
 * many connections, 4201 no pong, 4301 too many messages. An unreadable frame gets an error, never ends the hub.
 */
export class PusherHub {
  readonly #options: HubOptions;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });
  readonly #clients = new Map<string, ClientSession>();
  readonly #realms = new Map<string, Channels<Connection>>();

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /** True for a path of this hub: `/app/{appKey}`. */
  serves(url: string): boolean {
    return appKeyOf(url) !== null;
  }

  /** Accepts an upgrade request. Refusals are sent as `pusher:error` and a close code, which browsers can read too. */
  accept(request: IncomingMessage, raw: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, raw, head, (socket) => {
      const url = new URL(request.url ?? '/', 'http://hub');
      const app = this.#options.findApp(appKeyOf(url.pathname) ?? '');
      const refusal = this.#refusal(app, url.searchParams.get('protocol'));
      if (refusal) refuse(socket, ...refusal);
      else if (app) this.#open(socket, app);
    });
  }

  /** Publishes an event to a channel; it is serialised once. Returns the number of receivers. */
  publish(channel: string, event: string, data: unknown): number {
    return this.#isHeard(channel, '') ? this.publishText(channel, event, JSON.stringify(data)) : 0;
  }

  /** The same for data that is already JSON text, in any realm, to everyone except one socket. */
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

  /** The app of an open socket, or null. */
  appOf(socketId: string): PusherApp | null {
    return this.#clients.get(socketId)?.app ?? null;
  }

  get connectionCount(): number {
    return this.#clients.size;
  }

  /** Closes the sockets of one API key, or all. Returns how many. */
  closeSockets(code: number, reason: string, keyId?: string): number {
    const closing = [...this.#clients.values()].filter(({ app }) => keyId === undefined || app.keyId === keyId);
    for (const { connection } of closing) connection.close(code, reason);
    return closing.length;
  }

  /** Makes every open socket half-open. Returns how many. */
  muteSockets(): number {
    for (const { connection } of this.#clients.values()) connection.mute();
    return this.#clients.size;
  }

  /** Closes every socket at once and stops accepting. */
  close(): void {
    this.closeSockets(1001, 'the paper service stops');
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }

  #refusal(app: PusherApp | null, protocol: string | null): [code: number, message: string] | null {
    if (!app) return [4001, 'the app key is unknown or its API key was revoked'];
    if (protocol === null) return [4008, 'the protocol version is missing'];
    if (!/^\d+$/.test(protocol)) return [4006, 'the protocol version is not a number'];
    if (Number(protocol) < 5 || Number(protocol) > 7) return [4007, 'only protocol versions 5 to 7 are supported'];
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
