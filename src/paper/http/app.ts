import type { IncomingMessage } from 'node:http';
import type { Random } from '../../platform/time/random.ts';
import { scopesFor } from '../limits/key-scopes.ts';
import type { KeyRing } from '../limits/keys.ts';
import type { AnswerForm } from '../names.ts';
import { type CallContext, Created, Paged, PaperError, type Route } from '../service/handler.ts';
import { inForm } from './answer-form.ts';
import { errorAnswer, type HttpAnswer, successAnswer } from './envelope.ts';
import { readInput } from './read-input.ts';
import { Router } from './router.ts';

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly keys: KeyRing;
  readonly userId: string;
  readonly random: Random;
  /** Timestamp of each call, ms since the epoch. */
  readonly nowMs: () => number;
  /** How answers are written. */
  readonly answers?: AnswerForm;
  /** Errors that the caller sees only as INTERNAL_ERROR. */
  readonly onFault?: (error: unknown) => void;
}

/** Handles a request; never rejects. */
export type App = (request: IncomingMessage) => Promise<HttpAnswer>;

/**
 * The HTTP layer of the paper service: authentication, scope, validation, envelopes. Responses carry a requestId, also
 * in the header x-request-id. Handlers refuse with PaperError; any other error becomes a bare 500.
 */
export function createApp(options: AppOptions): App {
  const router = new Router(options.routes);
  const nextId = requestIds(options.random);
  return async (request) => {
    const requestId = nextId();
    try {
      return await dispatch(options, router, request, requestId);
    } catch (error) {
      if (!(error instanceof PaperError)) options.onFault?.(error);
      return errorAnswer(error, requestId);
    }
  };
}

/** Splits a request target at its question mark. */
export function splitTarget(target: string): [path: string, query: string] {
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

async function dispatch(
  options: AppOptions,
  router: Router,
  request: IncomingMessage,
  requestId: string,
): Promise<HttpAnswer> {
  const [path, query] = splitTarget(request.url ?? '/');
  const match = router.find(path);
  if (!match) throw new PaperError(404, 'NOT_FOUND', 'no such operation');
  const { byMethod, params } = match;
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
  const route = byMethod.get(method);
  if (!route) {
    const allow = [...byMethod.keys()].join(', ');
    const text = `${request.method} is not offered here, only ${allow}`;
    return errorAnswer(new PaperError(405, 'METHOD_NOT_ALLOWED', text), requestId, { allow });
  }
  const result = await answer(options, route, request, { params, query }, requestId);
  const pagination = result instanceof Paged ? result.pagination : undefined;
  const data = result instanceof Paged || result instanceof Created ? result.data : result;
  const success = successAnswer(inForm(options.answers ?? 'contract', route.endpoint, data), requestId, pagination);
  return result instanceof Created ? { ...success, status: 201 } : success;
}

async function answer(
  options: AppOptions,
  route: Route,
  request: IncomingMessage,
  target: { params: Readonly<Record<string, string>>; query: string },
  requestId: string,
): Promise<unknown> {
  const key = options.keys.authenticate(request.headers.authorization);
  if (!key) throw new PaperError(401, 'UNAUTHORIZED', 'the API key is missing, invalid, expired or revoked');
  const scopes = options.keys.scopesOf(key);
  const needed = scopesFor(route.endpoint);
  if (needed && !needed.some((scope) => scopes.includes(scope)))
    throw new PaperError(
      403,
      'FORBIDDEN',
      `this key lacks the scope ${needed.join(' or ')}`,
      needed.length === 1 ? { requiredScope: needed[0] } : { requiredScopes: needed },
    );

  const input = await readInput(route.endpoint, request, target);
  const context: CallContext = {
    key: { keyId: key.keyId, scopes },
    userId: options.userId,
    nowMs: options.nowMs(),
    requestId,
  };
  return route.handle(input, context);
}

/** A random prefix identifies the run, followed by a counter: drawing each id at random cost 4 % of a read. */
function requestIds(random: Random): () => string {
  const run = random.hex(4);
  let count = 0;
  return () => `req_${run}${(count++ >>> 0).toString(16).padStart(8, '0')}`;
}
