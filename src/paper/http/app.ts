import { Hono } from 'hono';
import type { Random } from '../../platform/random.ts';
import { type CallContext, Paged, PaperError, type Route } from '../handler.ts';
import type { KeyRing } from '../keys.ts';
import { errorResponse, successResponse } from './envelope.ts';
import { readInput } from './read-input.ts';

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly keys: KeyRing;
  readonly userId: string;
  readonly random: Random;
  /** Stamps each call, ms since the epoch. */
  readonly nowMs: () => number;
  /** After a mutating call succeeded and before its answer leaves: what was answered is then on disk. */
  readonly onMutation?: () => void;
  /** Failures that the caller only sees as INTERNAL_ERROR. */
  readonly onFault?: (error: unknown) => void;
}

/**
 * The HTTP side of the paper service: authentication, scope, validation, envelopes. Answers carry a requestId, also as
 * the header x-request-id. Everything that a handler may refuse is a PaperError; anything else becomes a bare 500.
 */
export function createApp(options: AppOptions): Hono {
  const app = new Hono();
  const nextId = () => `req_${options.random.hex(8)}`;

  for (const [path, routes] of byPath(options.routes)) {
    const pattern = path.replace(/\{(\w+)\}/g, ':$1');
    for (const route of routes)
      app.on(route.endpoint.method, pattern, async (call) => {
        const requestId = nextId();
        try {
          const result = await answer(options, route, call.req.raw, call.req.param(), requestId);
          return result instanceof Paged
            ? successResponse(result.data, requestId, result.pagination)
            : successResponse(result, requestId, undefined, route.endpoint.encoding === 'form' ? result : undefined);
        } catch (error) {
          if (!(error instanceof PaperError)) options.onFault?.(error);
          return errorResponse(error, requestId);
        }
      });
    const methods = routes.map((route) => route.endpoint.method).join(', ');
    app.all(pattern, (call) => {
      const refusal = new PaperError(
        405,
        'METHOD_NOT_ALLOWED',
        `${call.req.method} is not offered here, only ${methods}`,
      );
      return errorResponse(refusal, nextId(), { allow: methods });
    });
  }

  app.notFound(() => errorResponse(new PaperError(404, 'NOT_FOUND', 'no such operation'), nextId()));
  app.onError((error) => {
    options.onFault?.(error);
    return errorResponse(error, nextId());
  });
  return app;
}

async function answer(
  options: AppOptions,
  route: Route,
  request: Request,
  params: Record<string, string>,
  requestId: string,
): Promise<unknown> {
  const key = options.keys.authenticate(request.headers.get('authorization') ?? undefined);
  if (!key) throw new PaperError(401, 'UNAUTHORIZED', 'the API key is missing, invalid, expired or revoked');
  const scopes = options.keys.scopesOf(key);
  const { scope } = route.endpoint;
  if (scope !== null && !scopes.includes(scope))
    throw new PaperError(403, 'FORBIDDEN', `this key lacks the scope ${scope}`, { requiredScope: scope });

  const input = await readInput(route.endpoint, request, params);
  const context: CallContext = {
    key: { keyId: key.keyId, scopes },
    userId: options.userId,
    nowMs: options.nowMs(),
    requestId,
  };
  const result = await route.handle(input, context);
  if (route.endpoint.mutates) options.onMutation?.();
  return result;
}

/** Routes of each path, literal paths before those with parameters: `/tokens/search` is not a token's id. */
function byPath(routes: readonly Route[]): [string, Route[]][] {
  const groups = new Map<string, Route[]>();
  for (const route of routes) groups.set(route.endpoint.path, [...(groups.get(route.endpoint.path) ?? []), route]);
  return [...groups].sort(([a], [b]) => parameterCount(a) - parameterCount(b));
}

const parameterCount = (path: string) => path.split('{').length - 1;
