import { wsAuth, wsSession, wsStreams } from '../../protocol/endpoints/ws.ts';
import type { AnyStream } from '../../protocol/stream.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { PaperError, type Route, route } from '../handler.ts';
import { channelName, ownerOf } from '../pusher/channel-name.ts';
import { sign } from '../pusher/signature.ts';
import type { StreamHost } from '../pusher/stream-host.ts';

/** The one event name that the contract has. */
export const streamEvent = 'update';

const reconnectBackoffMs = [1_000, 2_000, 5_000, 10_000, 30_000];

export interface WsRouteOptions {
  readonly host: StreamHost;
  /** The port that the service listens on; known once it does. */
  readonly port: () => number;
}

/** Stream bootstrap: where the socket is, who may join which presence channel, and which streams there are. */
export function wsRoutes({ host, port }: WsRouteOptions): Route[] {
  return [
    route(wsSession, ({ body }, { key, userId }) => ({
      connection: {
        provider: 'pusher',
        ...host.connection(key.keyId),
        authEndpoint: `http://127.0.0.1:${port()}${wsAuth.path}`,
      },
      session: { recommendedReconnectBackoffMs: reconnectBackoffMs },
      subscriptions: body.subscriptions.map((wanted, index) => resolve(wanted, `subscriptions.${index}`, userId)),
    })),

    route(wsAuth, ({ body }, { key, userId }) => {
      const { socket_id: socketId, channel_name: channel } = body;
      const app = host.appFor(socketId, key.keyId);
      // One answer for a closed socket and for another key's: which sockets there are is nobody's business.
      if (!app) throw new PaperError(403, 'FORBIDDEN', 'no open socket of this key has this id');
      if (ownerOf(channel) !== userId) throw new PaperError(403, 'FORBIDDEN', 'this channel is not one of yours');
      const channelData = JSON.stringify({ user_id: userId, user_info: { userId } });
      const signature = sign({ socketId, channel, channelData }, app.appSecret);
      return { auth: `${app.appKey}:${signature}`, channel_data: channelData };
    }),

    route(wsStreams, () => ({
      streams: allStreams.map((stream) => ({
        id: stream.id,
        visibility: stream.visibility,
        filters: stream.filters.map(({ name, required, description }) => ({ name, required, description })),
        ...format(stream),
      })),
    })),
  ];
}

const format = (stream: AnyStream) => ({
  event: streamEvent,
  payloadFormat: 'json',
  payloadSchemaId: `paper.${stream.id}.v1`,
});

function resolve(wanted: { stream: string; filter: Record<string, string> }, field: string, userId: string) {
  const stream = allStreams.find(({ id, aliases }) => id === wanted.stream || aliases.includes(wanted.stream));
  if (!stream) throw invalid(`${field}.stream`, 'there is no such stream', { streams: allStreams.map(({ id }) => id) });
  const names = stream.filters.map(({ name }) => name);
  for (const name of Object.keys(wanted.filter))
    if (!names.includes(name))
      throw invalid(`${field}.filter.${name}`, `${stream.id} has no such filter`, { filters: names });
  for (const { name, required } of stream.filters)
    if (required && !wanted.filter[name]) throw invalid(`${field}.filter.${name}`, 'is missing', { filters: names });
  const channel = channelName(stream, wanted.filter, userId);
  if (channel === null)
    throw invalid(`${field}.filter`, 'a value holds characters that no channel may have, or is too long');
  // The spelling asked for comes back, so that a caller can match answers to questions by name too.
  return {
    stream: wanted.stream,
    channel,
    visibility: stream.visibility,
    filter: wanted.filter,
    ...format(stream),
  };
}

const invalid = (field: string, message: string, allowed: Record<string, string[]> = {}) => {
  const choices = Object.values(allowed).flat().join(', ');
  const text = choices ? `${message}; allowed are ${choices}` : message;
  return new PaperError(400, 'INVALID_PARAMS', `${field}: ${text}`, { fields: [{ field, message }], ...allowed });
};
