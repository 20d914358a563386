import type { ServerResponse } from 'node:http';
import { type Pagination, PaperError } from '../service/handler.ts';

/** A complete response; the body is whole, so that its length is known. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The content of a success. */
export interface Answer {
  readonly data: unknown;
  readonly isBare: boolean;
  /** Repeated outside `data`. */
  readonly beside?: object | undefined;
}

const headersOf = (requestId: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-request-id': requestId,
});

/** 200 with `{data, requestId, pagination?}`; bare, only what `data` would hold. */
export function successAnswer(
  { data, isBare, beside }: Answer,
  requestId: string,
  pagination?: Pagination,
): HttpAnswer {
  const body = JSON.stringify(isBare ? data : { ...beside, data, requestId, pagination });
  return { status: 200, headers: headersOf(requestId), body };
}

/** `{error, requestId}` with the status of a PaperError; any other error is a 500 without internal details. */
export function errorAnswer(error: unknown, requestId: string, headers: Record<string, string> = {}): HttpAnswer {
  const refusal =
    error instanceof PaperError
      ? error
      : new PaperError(500, 'INTERNAL_ERROR', 'the paper service failed on this call; its log has the cause');
  const { code, message, details, retryAfterS, status } = refusal;
  const more = retryAfterS === undefined ? headers : { ...headers, 'retry-after': String(Math.ceil(retryAfterS)) };
  const body = JSON.stringify({ error: { code, message, details }, requestId });
  return { status, headers: { ...headersOf(requestId), ...more }, body };
}

export function send(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
