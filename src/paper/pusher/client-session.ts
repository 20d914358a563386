import { isChannelName } from '../../protocol/channel-name.ts';
import { isPresence, needsAuth } from './channel-name.ts';
import type { Channels, Member } from './channels.ts';
import type { Connection } from './connection.ts';
import { type ClientFrame, writeClientEvent, writeFrame } from './frame.ts';
import { isSigned, type Subscription } from './signature.ts';

/** A Pusher app; each API key has its own. */
export interface PusherApp {
  readonly keyId: string;
  readonly appKey: string;
  readonly appSecret: string;
  /** Apps of one realm share their channels; the market's realm is ''. */
  readonly realm?: string;
}

const maxChannelsPerSocket = 500;
const maxEventNameLength = 200;
const maxUserIdLength = 128;

/** One client's subscriptions and client events in its realm. */
export class ClientSession {
  readonly connection: Connection;
  readonly app: PusherApp;
  readonly #channels: Channels<Connection>;

  constructor(connection: Connection, app: PusherApp, channels: Channels<Connection>) {
    this.connection = connection;
    this.app = app;
    this.#channels = channels;
  }

  handle(frame: ClientFrame): void {
    if (frame.event.startsWith('client-')) return this.#relay(frame);
    const channel = frame.data['channel'];
    if (typeof channel !== 'string') return;
    if (frame.event === 'pusher:subscribe') this.#subscribe(channel, frame.data);
    if (frame.event === 'pusher:unsubscribe') this.#leave(channel);
  }

  leaveAll(): void {
    for (const channel of [...this.#channels.channelsOf(this.connection)]) this.#leave(channel);
  }

  #subscribe(channel: string, data: ClientFrame['data']): void {
    const { connection, app } = this;
    const channels = this.#channels;
    if (channels.has(channel, connection))
      return connection.sendError(null, `there is already a subscription to ${channel}`);
    const channelData = textOf(data['channel_data']);
    const member = isPresence(channel) ? readMember(channelData) : null;
    const subscription = { socketId: connection.socketId, channel, channelData };
    const isFull = channels.channelsOf(connection).size >= maxChannelsPerSocket;
    const problem = isFull ? tooMany : problemOf(app, subscription, textOf(data['auth']) ?? '', member);
    if (problem) return connection.send(writeFrame('pusher:subscription_error', problem, channel.slice(0, 200)));
    if (channels.join(channel, connection, member) && member) {
      const added = { user_id: member.userId, user_info: member.userInfo };
      this.#tellOthers(channel, writeFrame('pusher_internal:member_added', added, channel));
    }
    const presence = channels.presence(channel);
    connection.send(writeFrame('pusher_internal:subscription_succeeded', presence ? { presence } : {}, channel));
  }

  #leave(channel: string): void {
    const gone = this.#channels.leave(channel, this.connection);
    if (gone)
      this.#tellOthers(channel, writeFrame('pusher_internal:member_removed', { user_id: gone.userId }, channel));
  }

  /** A client event goes to the other members of a private or presence channel that its sender has joined. */
  #relay({ event, channel = '', rawData }: ClientFrame): void {
    const { connection } = this;
    if (event.length > maxEventNameLength)
      return connection.sendError(null, `an event's name has at most ${maxEventNameLength} characters`);
    if (!needsAuth(channel) || !this.#channels.has(channel, connection))
      return connection.sendError(null, 'client events go to private and presence channels that the socket has joined');
    const userId = this.#channels.memberOf(channel, connection)?.userId;
    this.#tellOthers(channel, writeClientEvent(event, channel, rawData ?? {}, userId));
  }

  #tellOthers(channel: string, frame: string): void {
    for (const other of this.#channels.socketsOf(channel)?.keys() ?? [])
      if (other !== this.connection) other.send(frame);
  }
}

const tooMany = { type: 'LimitReached', error: `a socket holds at most ${maxChannelsPerSocket} channels`, status: 403 };

function problemOf(app: PusherApp, subscription: Subscription, auth: string, member: Member | null) {
  const { channel } = subscription;
  if (!isChannelName(channel)) return { type: 'InvalidChannel', error: 'no channel may have this name', status: 400 };
  if (needsAuth(channel) && !isSigned(auth, subscription, app.appKey, app.appSecret))
    return { type: 'AuthError', error: 'the signature of the subscription is missing or wrong', status: 401 };
  if (isPresence(channel) && !member)
    return { type: 'AuthError', error: 'channel_data names no usable user_id', status: 401 };
  return null;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The member in a presence subscription's signed data. */
function readMember(channelData: string | undefined): Member | null {
  try {
    const data = JSON.parse(channelData ?? 'null') as { user_id?: unknown; user_info?: unknown } | null;
    const userId = data?.user_id;
    if (typeof userId !== 'string' && typeof userId !== 'number') return null;
    if (userId === '' || String(userId).length > maxUserIdLength) return null;
    return { userId: String(userId), userInfo: data?.user_info ?? null };
  } catch {
    return null;
  }
}
