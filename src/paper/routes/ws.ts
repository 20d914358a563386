import { wsAuth, wsSession, wsStreams } from '../../protocol/endpoints/ws.ts';
import type { AnyStream } from '../../protocol/stream.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { channelName, ownerOf } from '../pusher/channel-name.ts';
import { sign } from '../pusher/signature.ts';
import type { StreamHost } from '../pusher/stream-host.ts';
import { PaperError, type Route, route } from '../service/handler.ts';

/** The only event name in the contract. */
export const streamEvent = 'update';

const reconnectBackoffMs = [1_000, 2_000, 5_000, 10_000, 30_000];

export interface WsRouteOptions {
  readonly host: StreamHost;
  /** The port of the service; known once it listens. */
  readonly port: () => number;
}

/** Stream bootstrap: the socket's address, channel authorisation, and the stream catalog. */
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
      // The same error for a closed socket and another key's: a caller must not learn which sockets exist.
      if (!app) throw new PaperError(403, 'FORBIDDEN', 'no open socket of this key has this id');
      if (ownerOf(channel) !== userId)
        throw new PaperError(403, 'FORBIDDEN', 'this channel does not belong to this key');
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
    throw invalid(`${field}.filter`, 'a value has characters that are not allowed in a channel name, or is too long');
  // Returns the requested spelling, so that a caller can match results to requests by name too.
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
