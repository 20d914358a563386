export type ApiErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'validation'
  | 'not-found'
  | 'rejected'
  | 'rate-limited'
  | 'not-supported'
  | 'server'
  | 'network'
  | 'timeout'
  | 'unreadable';

/** What is proved about a request that went wrong. `unknown` means that the service may have done it. */
export type ApiOutcome = 'not-sent' | 'rejected' | 'unknown';

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
 * The one family of errors that a call can end in. `message` is fit for the screen: wire texts in it are cleaned. There is
 * no `cause`: the errors of the HTTP layer hold the request, and nothing that holds a request may reach a log.
 */
export class ApiError extends Error {
  readonly endpointId: string;
  readonly kind: ApiErrorKind;
  /** The service's own code where it gave one, else one of the desk's such as TIMEOUT. */
  readonly code: string;
  readonly outcome: ApiOutcome;
  readonly status: number | null;
  readonly requestId: string | null;
  /** Milliseconds the service asks to wait; null where it says nothing. */
  readonly retryAfterMs: number | null;
  /** On a 403: the scope that the key lacks, where the answer names it. */
  readonly missingScope: string | null;
  /** `error.details` as it came: any JSON, not cleaned. */
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

/** An answer came, and it cannot be read: for a call that changes something the outcome is unknown. */
export class UnreadableAnswerError extends ApiError {
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
    this.name = 'UnreadableAnswerError';
  }
}
