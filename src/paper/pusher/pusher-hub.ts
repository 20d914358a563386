import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import { isChannelName } from '../../protocol/channel-name.ts';
import { isPresence, needsAuth } from './channel-name.ts';
import { Channels, type Member } from './channels.ts';
import { Connection } from './connection.ts';
import { type ClientFrame, writeError, writeFrame } from './frame.ts';
import { isSigned, type Subscription } from './signature.ts';

/** A Pusher app: each API key has its own. */
export interface PusherApp {
  readonly keyId: string;
  readonly appKey: string;
  readonly appSecret: string;
}

export interface HubOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly findApp: (appKey: string) => PusherApp | null;
  readonly activityTimeoutS?: number;
  readonly maxConnections?: number;
}

const maxFrameBytes = 256 * 1024;
const maxChannelsPerSocket = 500;

/**
 * A Pusher server, protocol 7: public, private and presence channels over the sockets that it accepts. Close and error
 * codes are the protocol's: 4001 unknown app, 4006–4008 protocol version, 4009 authorisation withdrawn, 4100 too many
 * connections, 4201 no pong, 4301 client event refused. A frame it cannot read is answered, never fatal.
 */
export class PusherHub {
  readonly #options: HubOptions;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });
  readonly #connections = new Map<string, Connection>();
  readonly #apps = new Map<Connection, PusherApp>();
  readonly #channels = new Channels<Connection>();

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
    const sockets = [...this.#channels.socketsOf(channel)];
    if (sockets.length === 0) return 0;
    const frame = Buffer.from(writeFrame(event, data, channel));
    for (const socket of sockets) socket.send(frame);
    return sockets.length;
  }

  /** The app that an open socket was opened with, or null. */
  appOf(socketId: string): PusherApp | null {
    const connection = this.#connections.get(socketId);
    return connection ? (this.#apps.get(connection) ?? null) : null;
  }

  get connectionCount(): number {
    return this.#connections.size;
  }

  /** Closes the sockets of one API key, or all of them. Gives how many. */
  closeSockets(code: number, reason: string, keyId?: string): number {
    const closing = [...this.#connections.values()].filter((one) => keyId === undefined || one.keyId === keyId);
    for (const connection of closing) connection.close(code, reason);
    return closing.length;
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
    if (this.#connections.size >= (this.#options.maxConnections ?? 200)) return [4100, 'too many connections'];
    return null;
  }

  #open(socket: WebSocket, app: PusherApp): void {
    const { random, clock, activityTimeoutS = 120 } = this.#options;
    const socketId = `${random.int(1e9)}.${random.int(1e9)}`;
    const connection: Connection = new Connection({
      socket,
      socketId,
      keyId: app.keyId,
      clock,
      activityTimeoutS,
      onFrame: (frame) => this.#handle(connection, app, frame),
      onClose: () => {
        this.#connections.delete(socketId);
        this.#apps.delete(connection);
        for (const channel of this.#channels.channelsOf(connection)) this.#leave(connection, channel);
      },
    });
    this.#connections.set(socketId, connection);
    this.#apps.set(connection, app);
  }

  #handle(connection: Connection, app: PusherApp, { event, data }: ClientFrame): void {
    const channel = data['channel'];
    if (event.startsWith('client-')) connection.sendError(4301, 'client events are not taken here');
    if (typeof channel !== 'string') return;
    if (event === 'pusher:subscribe') this.#subscribe(connection, app, channel, data);
    if (event === 'pusher:unsubscribe') this.#leave(connection, channel);
  }

  #subscribe(connection: Connection, app: PusherApp, channel: string, data: ClientFrame['data']): void {
    if (this.#channels.has(channel, connection)) {
      connection.sendError(null, `there is already a subscription to ${channel}`);
      return;
    }
    const channelData = textOf(data['channel_data']);
    const member = isPresence(channel) ? readMember(channelData) : null;
    const subscription = { socketId: connection.socketId, channel, channelData };
    const problem = this.#problem(connection, app, subscription, textOf(data['auth']) ?? '', member);
    if (problem) {
      connection.send(writeFrame('pusher:subscription_error', problem, channel.slice(0, 200)));
      return;
    }
    if (this.#channels.join(channel, connection, member) && member)
      this.#tellOthers(connection, channel, 'pusher_internal:member_added', {
        user_id: member.userId,
        user_info: member.userInfo,
      });
    const presence = this.#channels.presence(channel);
    connection.send(writeFrame('pusher_internal:subscription_succeeded', presence ? { presence } : {}, channel));
  }

  #problem(connection: Connection, app: PusherApp, subscription: Subscription, auth: string, member: Member | null) {
    const { channel } = subscription;
    if (!isChannelName(channel)) return { type: 'InvalidChannel', error: 'no channel may have this name', status: 400 };
    if (this.#channels.channelsOf(connection).length >= maxChannelsPerSocket)
      return { type: 'LimitReached', error: `a socket holds at most ${maxChannelsPerSocket} channels`, status: 403 };
    if (needsAuth(channel) && !isSigned(auth, subscription, app.appKey, app.appSecret))
      return { type: 'AuthError', error: 'the signature of the subscription is missing or wrong', status: 401 };
    if (isPresence(channel) && !member)
      return { type: 'AuthError', error: 'channel_data names no user_id', status: 401 };
    return null;
  }

  #leave(connection: Connection, channel: string): void {
    const gone = this.#channels.leave(channel, connection);
    if (gone) this.#tellOthers(connection, channel, 'pusher_internal:member_removed', { user_id: gone.userId });
  }

  #tellOthers(connection: Connection, channel: string, event: string, data: unknown): void {
    const frame = writeFrame(event, data, channel);
    for (const other of this.#channels.socketsOf(channel)) if (other !== connection) other.send(frame);
  }
}

function refuse(socket: WebSocket, code: number, message: string): void {
  socket.on('error', () => {});
  socket.send(writeError(code, message));
  socket.close(code, message);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

const appKeyOf = (url: string): string | null => /^\/app\/([^/?]+)\/?(?:\?|$)/.exec(url)?.[1] ?? null;

/** The member that a presence subscription's signed data names. */
function readMember(channelData: string | undefined): Member | null {
  try {
    const data = JSON.parse(channelData ?? 'null') as { user_id?: unknown; user_info?: unknown } | null;
    const userId = data?.user_id;
    if (typeof userId !== 'string' && typeof userId !== 'number') return null;
    return { userId: String(userId), userInfo: data?.user_info ?? null };
  } catch {
    return null;
  }
}
