import { setImmediate as pause } from 'node:timers/promises';
import { cleanText } from '../../domain/text/clean-text.ts';
import { redact } from '../../platform/secrets/secrets.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import { errorEnvelope, pagination, unwrap } from '../../protocol/envelope.ts';
import { describeIssue, readInTurns } from '../../protocol/schema.ts';
import { ApiError, type ApiErrorKind, UnreadableResponseError } from './errors.ts';
import { parseJson } from './parse-json.ts';
import type { RawResponse } from './response-body.ts';

/** The envelope's `pagination`; `total` is there where the service counts. */
export interface Pagination {
  readonly hasMore: boolean;
  readonly limit: number;
  readonly page: number;
  readonly total?: number;
}

const kinds: Readonly<Record<number, ApiErrorKind>> = {
  400: 'validation',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  422: 'validation',
  429: 'rate-limited',
  501: 'not-supported',
};

/**
 * Reads a 2xx response; a long list in slices. Rejects with UnreadableResponseError if it does not match the operation.
 */
export async function readSuccess(endpoint: AnyEndpoint, answer: RawResponse) {
  const json = tryJson(answer.text);
  const envelope: Record<string, unknown> = isRecord(json) ? json : {};
  const requestId = cleanText(envelope['requestId'] ?? redact(answer.headers.get('x-request-id') ?? ''), 100);
  const fail = (problem: string) =>
    new UnreadableResponseError(
      endpoint.id,
      `the response cannot be read: ${problem}`,
      answer.status,
      requestId || null,
    );
  const payload = unwrap(endpoint.response, json);
  if (!payload) throw fail(describeBody(answer.text, json));
  const read = await readInTurns(endpoint.response, payload.data, pause);
  if (!read.success) throw fail(describeIssue(read.error));
  return { data: read.data, requestId, pagination: readPagination(envelope['pagination']) };
}

function describeBody(text: string, json: unknown): string {
  if (text === '') return 'it is empty';
  if (json === undefined) return 'it is not JSON';
  return isRecord(json) ? "it has neither data nor any of the operation's fields" : 'it is not an object or a list';
}

function readPagination(value: unknown): Pagination | null {
  const read = pagination.safeParse(value);
  if (!read.success) return null;
  const { total, ...rest } = read.data;
  return typeof total === 'number' ? { ...rest, total } : rest;
}

/**
 * What a response outside 2xx proves. Only the service's own error envelope with a 4xx proves a rejection: a proxy page
 * or any 5xx may hide an order that was executed.
 */
export function readFailure(endpoint: AnyEndpoint, answer: RawResponse, nowMs: number): ApiError {
  const { status, headers } = answer;
  const json = tryJson(answer.text);
  const read = errorEnvelope.safeParse(json);
  const { error, requestId } = read.success
    ? read.data
    : { error: null, requestId: redact(headers.get('x-request-id') ?? '') };
  const isClientFault = status >= 400 && status < 500;
  const message = cleanText(error?.message ?? looseMessage(json), 2_000);
  return new ApiError({
    endpointId: endpoint.id,
    kind: kinds[status] ?? (isClientFault ? 'rejected' : 'server'),
    code: cleanText(error?.code ?? '', 64) || `HTTP_${status}`,
    outcome: error && isClientFault ? 'rejected' : 'unknown',
    message: message || `the service answered HTTP ${status} without saying why`,
    status,
    requestId: cleanText(requestId ?? '', 100) || null,
    retryAfterMs: parseRetryAfter(headers.get('retry-after'), nowMs),
    missingScope: status === 403 ? findScope(error?.details, message) : null,
    details: error?.details,
  });
}

/** The text of an error that comes in another shape, such as `{"error": "unauthorized"}`: shown, but proof of nothing. */
function looseMessage(json: unknown): string {
  if (!isRecord(json)) return '';
  const { error } = json;
  const said = isRecord(error) ? error['message'] : (error ?? json['message']);
  return typeof said === 'string' ? said : '';
}

/** Seconds, or an HTTP date. */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}

/**
 * The contract does not say where the scope's name is, so this searches for a field with a matching name, then the
 * text.
 */
function findScope(details: unknown, message: string): string | null {
  const named = isRecord(details) ? Object.entries(details).find(([key]) => /scope/i.test(key))?.[1] : undefined;
  const value = Array.isArray(named) ? named[0] : named;
  const scope = typeof value === 'string' ? value : /\b[a-z][a-z-]*(?::[a-z][a-z-]*)+/.exec(message)?.[0];
  return scope ? cleanText(scope, 64) : null;
}

function tryJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
