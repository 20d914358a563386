import type { AnyEndpoint, HandlerInput, ResponseInput } from '../../protocol/endpoint.ts';

/** The caller's limits and scopes; see limits/keys.ts. */
export interface CallerKey {
  readonly keyId: string;
  readonly scopes: readonly string[];
}

export interface CallContext {
  readonly key: CallerKey;
  readonly userId: string;
  /** Market time of this call, ms since the epoch. */
  readonly nowMs: number;
  readonly requestId: string;
}

/** `pagination` of the success envelope. */
export interface Pagination {
  readonly hasMore: boolean;
  readonly limit: number;
  readonly page: number;
  readonly total?: number;
}

/** Data with the envelope's `pagination`. */
export class Paged<T> {
  readonly data: T;
  readonly pagination: Pagination;

  constructor(data: T, pagination: Pagination) {
    this.data = data;
    this.pagination = pagination;
  }
}

/** Data with status 201. */
export class Created<T> {
  readonly data: T;

  constructor(data: T) {
    this.data = data;
  }
}

type Answer<E extends AnyEndpoint> = ResponseInput<E> | Paged<ResponseInput<E>> | Created<ResponseInput<E>>;

export interface Route {
  readonly endpoint: AnyEndpoint;
  readonly handle: (input: unknown, context: CallContext) => unknown;
}

/** Binds a handler to its operation. Input is already validated; the compiler checks the response's shape. */
export const route = <E extends AnyEndpoint>(
  endpoint: E,
  handle: (input: HandlerInput<E>, context: CallContext) => Answer<E> | Promise<Answer<E>>,
): Route => ({ endpoint, handle: handle as Route['handle'] });

/** A refusal by the paper service, sent as the error envelope with its HTTP status. */
export class PaperError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 429 | 431 | 500 | 501 | 503;
  readonly code: string;
  readonly details: unknown;
  /** Sent as Retry-After, in seconds, if it is known. */
  readonly retryAfterS: number | undefined;

  constructor(status: PaperError['status'], code: string, message: string, details?: unknown, retryAfterS?: number) {
    super(message);
    this.name = 'PaperError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfterS = retryAfterS;
  }
}
