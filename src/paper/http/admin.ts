import { z } from 'zod';
import { endpoint } from '../../protocol/endpoint.ts';
import { type CallContext, PaperError, type Route, route } from '../handler.ts';
import type { KeyRing } from '../keys.ts';
import type { PusherHub } from '../pusher/pusher-hub.ts';

const revokeKey = endpoint({
  id: 'paper.revokeKey',
  method: 'POST',
  path: '/paper/admin/keys/{keyId}/revoke',
  summary: 'Revoke a paper key: its calls answer 401 from now on, its sockets are closed with 4009',
  source: 'paper',
  scope: null,
  params: z.strictObject({ keyId: z.string() }),
  response: z.object({ keyId: z.string(), closedSockets: z.number() }),
});

const closeSockets = endpoint({
  id: 'paper.closeSockets',
  method: 'POST',
  path: '/paper/admin/sockets/close',
  summary: 'Close every open stream socket with a code, to practise what follows',
  source: 'paper',
  scope: null,
  mutates: false,
  body: z.strictObject({
    code: z.union([z.literal(1000), z.literal(1001), z.int().min(3000).max(4999)]),
    // A close frame carries at most 123 bytes of reason, and a character may take four of them.
    reason: z.string().max(30).optional(),
  }),
  response: z.object({ closedSockets: z.number() }),
});

/**
 * Levers for practice and tests, outside the API's own paths and open to the full key alone:
 * `POST /paper/admin/keys/{keyId}/revoke` and `POST /paper/admin/sockets/close {code, reason?}`. A revoked key is
 * replaced by a new one at the next start.
 */
export function adminRoutes(keys: KeyRing, hub: PusherHub): Route[] {
  const requireFullKey = ({ key }: CallContext) => {
    if (keys.byId(key.keyId)?.kind !== 'full') throw new PaperError(403, 'FORBIDDEN', 'only the full key may do this');
  };
  return [
    route(revokeKey, ({ params }, context) => {
      requireFullKey(context);
      if (!keys.revoke(params.keyId)) throw new PaperError(404, 'NOT_FOUND', 'there is no key with this id');
      const closedSockets = hub.closeSockets(4009, 'the API key was revoked', params.keyId);
      return { keyId: params.keyId, closedSockets };
    }),
    route(closeSockets, ({ body }, context) => {
      requireFullKey(context);
      return { closedSockets: hub.closeSockets(body.code, body.reason ?? 'closed by the operator') };
    }),
  ];
}
