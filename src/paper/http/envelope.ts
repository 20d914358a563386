import { type Pagination, PaperError } from '../handler.ts';

const headersOf = (requestId: string, more: Record<string, string> = {}) => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-request-id': requestId,
  ...more,
});

/**
 * 200 with `{data, requestId, pagination?}`. `beside` is repeated outside `data`: plain Pusher clients look for a
 * channel's authorisation there.
 */
export function successResponse(data: unknown, requestId: string, pagination?: Pagination, beside?: unknown): Response {
  const body = JSON.stringify({ ...(beside as object | undefined), data, requestId, pagination });
  return new Response(body, { status: 200, headers: headersOf(requestId) });
}

/** `{error, requestId}` with the status of a PaperError; anything else is a 500 that tells nothing of the inside. */
export function errorResponse(error: unknown, requestId: string, headers: Record<string, string> = {}): Response {
  const refusal =
    error instanceof PaperError
      ? error
      : new PaperError(500, 'INTERNAL_ERROR', 'the paper service failed on this call; its log has the cause');
  const { code, message, details, retryAfterS, status } = refusal;
  const more = retryAfterS === undefined ? headers : { ...headers, 'retry-after': String(Math.ceil(retryAfterS)) };
  const body = JSON.stringify({ error: { code, message, details }, requestId });
  return new Response(body, { status, headers: headersOf(requestId, more) });
}
