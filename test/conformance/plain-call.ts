import { expect } from 'vitest';

export interface PlainOptions {
  readonly key?: string | null;
  readonly json?: unknown;
  /** Sent as it is, in the place of `json`. */
  readonly body?: string;
  /** `application/json` when absent. */
  readonly type?: string;
}

export interface PlainAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly data?: unknown;
    readonly pagination?: unknown;
    readonly error?: { readonly code: string; readonly message: string; readonly details?: unknown };
    readonly requestId: string;
  };
}

/** Calls the service with nothing but fetch, and expects the envelope that every answer has. */
export async function plainCall(
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  method: string,
  path: string,
  {
    key = apiKey,
    json,
    body = json === undefined ? undefined : JSON.stringify(json),
    type = 'application/json',
  }: PlainOptions = {},
): Promise<PlainAnswer> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { 'content-type': type, ...(key !== null && { authorization: `Bearer ${key}` }) },
    ...(body !== undefined && { body }),
  });
  const answer = (await response.json()) as PlainAnswer['body'];
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.requestId, 'requestId').toMatch(/^\S+$/);
  if (response.ok) expect(answer, 'success envelope').toHaveProperty('data');
  else expect(Object.keys(answer).sort(), 'error envelope').toEqual(['error', 'requestId']);
  return { status: response.status, headers: response.headers, body: answer };
}
