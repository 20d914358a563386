import { z } from 'zod';
import { endpoint } from '../../protocol/endpoint.ts';
import type { FaultPlan } from '../faults/fault-plan.ts';
import { closeCode, closeReason, faultRule } from '../faults/fault-rule.ts';
import type { KeyRing } from '../limits/keys.ts';
import type { PusherHub } from '../pusher/pusher-hub.ts';
import { PaperError, type Route, route } from '../service/handler.ts';
import { requireFullKey } from './full-key.ts';

const common = { source: 'paper', scope: null, mutates: false } as const;
const activeFault = z.looseObject({ faultId: z.string() });

const revokeKey = endpoint({
  ...common,
  id: 'paper.revokeKey',
  method: 'POST',
  path: '/paper/admin/keys/{keyId}/revoke',
  summary: 'Revoke a paper key: its calls answer 401 from now on, its sockets are closed with 4009',
  mutates: true,
  params: z.strictObject({ keyId: z.string() }),
  response: z.object({ keyId: z.string(), closedSockets: z.number() }),
});

const setScopes = endpoint({
  ...common,
  id: 'paper.setScopes',
  method: 'POST',
  path: '/paper/admin/keys/{keyId}/scopes',
  summary: 'Reduce a paper key to some of its scopes until the next start; without a list, restore all',
  mutates: true,
  params: z.strictObject({ keyId: z.string() }),
  body: z.strictObject({ scopes: z.array(z.string()).nullable() }),
  response: z.object({ keyId: z.string(), scopes: z.array(z.string()) }),
});

const closeSockets = endpoint({
  ...common,
  id: 'paper.closeSockets',
  method: 'POST',
  path: '/paper/admin/sockets/close',
  summary: 'Close every open stream socket with a code',
  body: z.strictObject({ code: closeCode, reason: closeReason.optional() }),
  response: z.object({ closedSockets: z.number() }),
});

const muteSockets = endpoint({
  ...common,
  id: 'paper.muteSockets',
  method: 'POST',
  path: '/paper/admin/sockets/mute',
  summary: 'Make every open stream socket half-open: it stays open but delivers nothing',
  response: z.object({ mutedSockets: z.number() }),
});

const addFault = endpoint({
  ...common,
  id: 'paper.addFault',
  method: 'POST',
  path: '/paper/admin/faults',
  summary: 'Make calls, sockets or events fail on demand',
  body: faultRule,
  response: activeFault,
});

const listFaults = endpoint({
  ...common,
  id: 'paper.listFaults',
  method: 'GET',
  path: '/paper/admin/faults',
  summary: 'Active faults',
  response: z.object({ faults: z.array(activeFault) }),
});

const clearFaults = endpoint({
  ...common,
  id: 'paper.clearFaults',
  method: 'DELETE',
  path: '/paper/admin/faults',
  summary: 'Remove one fault, or all',
  query: z.strictObject({ faultId: z.string().optional() }),
  response: z.object({ cleared: z.number() }),
});

const cluster = endpoint({
  ...common,
  id: 'paper.cluster',
  method: 'GET',
  path: '/paper/admin/cluster',
  summary: 'What another service needs to publish its streams into this hub',
  response: z.object({ appId: z.string(), appKey: z.string(), appSecret: z.string() }),
});

export interface AdminOptions {
  readonly keys: KeyRing;
  readonly hub: PusherHub;
  readonly faults: FaultPlan;
}

/**
 * Admin controls for practice and tests, outside the API's own paths and for the full key only; docs/paper.md lists
 * them. A revoked key is replaced by a new one at the next start.
 */
export function adminRoutes({ keys, hub, faults }: AdminOptions): Route[] {
  const routes = [
    route(revokeKey, ({ params }) => {
      if (!keys.revoke(params.keyId)) throw new PaperError(404, 'NOT_FOUND', 'there is no key with this id');
      const closedSockets = hub.closeSockets(4009, 'the API key was revoked', params.keyId);
      return { keyId: params.keyId, closedSockets };
    }),
    route(setScopes, ({ params: { keyId }, body }) => {
      const key = keys.byId(keyId);
      if (!key) throw new PaperError(404, 'NOT_FOUND', 'there is no key with this id');
      keys.limitScopes(keyId, body.scopes);
      return { keyId, scopes: [...keys.scopesOf(key)] };
    }),
    route(closeSockets, ({ body }) => ({
      closedSockets: hub.closeSockets(body.code, body.reason ?? 'closed by the operator'),
    })),
    route(muteSockets, () => ({ mutedSockets: hub.muteSockets() })),
    route(addFault, ({ body }) => ({ ...faults.add(body) })),
    route(listFaults, () => ({ faults: faults.list().map((fault) => ({ ...fault })) })),
    route(clearFaults, ({ query }) => ({ cleared: faults.clear(query.faultId) })),
    route(cluster, () => {
      const { appKey, appSecret } = keys.clusterApp();
      return { appId: clusterAppId, appKey, appSecret };
    }),
  ];
  return routes.map((lever) => requireFullKey(keys, lever));
}

/** The app that other services publish into; its channels are separate from this market's. */
export const clusterAppId = 'cluster';
