/** What went wrong, by what can be done about it. `rejected`: any 4xx without a kind of its own. */
export const apiErrorKinds = [
  'unauthorized',
  'forbidden',
  'validation',
  'not-found',
  'rejected',
  'rate-limited',
  'not-supported',
  'server',
  'network',
  'timeout',
  'unreadable',
] as const;
export type ApiErrorKind = (typeof apiErrorKinds)[number];

/** What is proved about a failed request. `unknown` means that the service may have executed it. */
export const apiOutcomes = ['not-sent', 'rejected', 'unknown'] as const;
export type ApiOutcome = (typeof apiOutcomes)[number];

/** The fields of ApiError; what may be absent becomes null there. */
export interface ApiErrorFields {
  readonly endpointId: string;
  readonly kind: ApiErrorKind;
  readonly code: string;
  readonly outcome: ApiOutcome;
  readonly message: string;
  readonly status?: number | null;
  readonly requestId?: string | null;
  readonly retryAfterMs?: number | null;
  readonly missingScope?: string | null;
  readonly details?: unknown;
}

/**
 * The error type of every call. `message` is safe to display: wire text in it is sanitised. There is no `cause`:
 * HTTP-layer errors hold the request, and a request must never reach a log.
 */
export class ApiError extends Error {
  readonly endpointId: string;
  readonly kind: ApiErrorKind;
  /** The service's code if it sent one, otherwise one of the desk's, such as TIMEOUT. */
  readonly code: string;
  readonly outcome: ApiOutcome;
  readonly status: number | null;
  readonly requestId: string | null;
  /** Milliseconds that the service asks to wait; null if it does not say. */
  readonly retryAfterMs: number | null;
  /** On a 403: the scope that the key lacks, if the response names it. */
  readonly missingScope: string | null;
  /** `error.details` as received: any JSON, not sanitised. */
  readonly details: unknown;

  constructor(fields: ApiErrorFields) {
    super(fields.message);
    this.name = 'ApiError';
    this.endpointId = fields.endpointId;
    this.kind = fields.kind;
    this.code = fields.code;
    this.outcome = fields.outcome;
    this.status = fields.status ?? null;
    this.requestId = fields.requestId ?? null;
    this.retryAfterMs = fields.retryAfterMs ?? null;
    this.missingScope = fields.missingScope ?? null;
    this.details = fields.details;
  }
}

/** The input does not fit the operation; nothing was sent. */
export class ValidationError extends ApiError {
  constructor(endpointId: string, message: string) {
    super({ endpointId, kind: 'validation', code: 'INVALID_INPUT', outcome: 'not-sent', message });
    this.name = 'ValidationError';
  }
}

/** A response came but cannot be read. For a mutating call the outcome is unknown. */
export class UnreadableResponseError extends ApiError {
  constructor(endpointId: string, message: string, status: number, requestId: string | null = null) {
    super({
      endpointId,
      kind: 'unreadable',
      code: 'UNREADABLE_ANSWER',
      outcome: 'unknown',
      message,
      status,
      requestId,
    });
    this.name = 'UnreadableResponseError';
  }
}
