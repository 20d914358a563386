import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { request, text } from '../request.ts';
import { list, openEnum, opt, safeText, verbatim } from '../schema.ts';

const visibility = openEnum('public', 'presence');

const subscription = request({
  stream: text('stream'),
  filter: z.record(z.string(), text('filter value'), { error: 'filter must be an object of texts' }).default({}),
});

/** Results come in request order: the same stream may appear several times with different filters. */
const resolvedSubscription = z.object({
  stream: safeText(),
  channel: verbatim(),
  event: opt(safeText()),
  visibility: opt(visibility),
  payloadFormat: opt(safeText()),
  payloadSchemaId: opt(safeText()),
  payloadSchemaUrl: opt(safeText()),
  filter: opt(z.record(safeText(), safeText())),
});

export const wsSession = endpoint({
  id: 'ws.session',
  method: 'POST',
  path: '/api/v2/ws/session',
  summary: 'Where the socket is, and the channels of the wanted streams',
  source: 'contract',
  mutates: false,
  scope: null,
  desk: 'Stream manager',
  body: request({ subscriptions: z.array(subscription, { error: 'subscriptions must be a list' }) }),
  response: z.object({
    connection: z.object({
      wsHost: safeText(),
      wsPort: z.number(),
      appKey: safeText(),
      forceTls: z.boolean(),
      provider: opt(safeText()),
      authEndpoint: opt(safeText()),
    }),
    session: opt(z.object({ recommendedReconnectBackoffMs: opt(z.array(z.number())) })),
    subscriptions: list(resolvedSubscription),
  }),
});

/**
 * Plain Pusher clients read `auth` and `channel_data` at the top level of the response, not inside the envelope's
 * `data`: a reader accepts both places, a server sends both. `channel_data` is forwarded byte for byte.
 */
export const wsAuth = endpoint({
  id: 'ws.auth',
  method: 'POST',
  path: '/api/v2/ws/auth',
  summary: 'Authorise a presence channel for one socket',
  source: 'contract',
  mutates: false,
  scope: null,
  desk: 'Stream manager',
  encoding: 'form',
  body: request({ socket_id: text('socket_id'), channel_name: text('channel_name') }),
  response: z.object({ auth: verbatim(), channel_data: opt(verbatim()) }),
});

export const wsStreams = endpoint({
  id: 'ws.streams',
  method: 'GET',
  path: '/api/v2/ws/streams',
  summary: 'Catalog of streams and their filters',
  source: 'contract',
  scope: null,
  desk: 'Stream manager',
  response: z.object({
    streams: list(
      z.object({
        id: safeText(),
        visibility: opt(visibility),
        filters: opt(list(z.object({ name: safeText(), required: opt(z.boolean()), description: opt(safeText()) }))),
        event: opt(safeText()),
        payloadFormat: opt(safeText()),
        payloadSchemaId: opt(safeText()),
      }),
    ),
  }),
});
