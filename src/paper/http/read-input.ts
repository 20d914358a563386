import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { fieldsOf } from '../../domain/fields.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import { request } from '../../protocol/request.ts';
import { PaperError } from '../service/handler.ts';

export const maxBodyBytes = 256 * 1024;
const maxDepth = 64;
const noQuery = request({});

/**
 * Path parameters, query and body of a request, validated by the operation. Throws PaperError 400 INVALID_PARAMS with
 * `details.fields` [{field, message}], 413 for a body above 256 kB, or 415 for a body of another content type.
 */
export async function readInput(
  endpoint: AnyEndpoint,
  call: IncomingMessage,
  { params, query }: { params: Readonly<Record<string, string>>; query: string },
) {
  const sent = {
    params,
    query: grouped(new URLSearchParams(query)),
    body: endpoint.body ? await readBody(call, endpoint.encoding) : undefined,
  };
  const schemas = { params: endpoint.params, query: endpoint.query ?? noQuery, body: endpoint.body };
  const input: Record<string, unknown> = {};
  const fields: { field: string; message: string }[] = [];
  let isIncomplete = false;
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = schemas[part];
    if (!schema) continue;
    const read = parseKnown(schema, sent[part]);
    if (read.success) input[part] = read.data;
    else fields.push(...read.error.issues.map((issue) => describe(issue, part)));
    if (part === 'body' && !read.success) isIncomplete = read.error.issues.some((issue) => isMissing(sent.body, issue));
  }
  if (fields.length > 0) {
    const summary = fields.map(({ field, message }) => `${field}: ${message}`).join('; ');
    const code = (isIncomplete && endpoint.missingCode) || 'INVALID_PARAMS';
    throw new PaperError(400, code, summary.slice(0, 1_000), { fields: fields.slice(0, 50) });
  }
  return input;
}

/** Unknown fields pass, as they do at the service; the schemas refuse them to protect the client from typing errors. */
function parseKnown(schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> {
  const read = schema.safeParse(value);
  const unknown = read.error?.issues.filter((issue) => issue.code === 'unrecognized_keys') ?? [];
  if (unknown.length === 0) return read;
  const known = structuredClone(value);
  for (const { path, keys } of unknown) {
    const holder = path.reduce((at, key) => Reflect.get(at as object, key), known) as object;
    for (const key of keys) Reflect.deleteProperty(holder, key);
  }
  return schema.safeParse(known);
}

/** Whether the issue is about a field that is absent, null or empty. */
function isMissing(body: unknown, { path: [field, ...deeper] }: z.core.$ZodIssue): boolean {
  if (field === undefined || deeper.length > 0) return false;
  const value = fieldsOf(body)[String(field)];
  return value === undefined || value === null || value === '';
}

function describe(issue: z.core.$ZodIssue, part: string) {
  const field = issue.path.join('.') || part;
  return { field: field.slice(0, 200), message: issue.message.slice(0, 500) };
}

/** A repeated key becomes a list, which no query field accepts. */
const grouped = (query: URLSearchParams) =>
  Object.fromEntries(
    [...new Set(query.keys())].map((key) => {
      const values = query.getAll(key);
      return [key, values.length > 1 ? values : values[0]];
    }),
  );

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

async function readBody(call: IncomingMessage, encoding: AnyEndpoint['encoding']): Promise<unknown> {
  const text = await readText(call);
  const [type = ''] = (call.headers['content-type'] ?? contentTypes[encoding]).split(';');
  if (text !== '' && type.trim().toLowerCase() !== contentTypes[encoding])
    throw new PaperError(415, 'UNSUPPORTED_MEDIA_TYPE', `the body must be ${contentTypes[encoding]}`);
  if (encoding === 'form') return grouped(new URLSearchParams(text));
  if (text.trim() === '') return {};
  const body = parseJson(text);
  // Handlers keep some bodies unchanged (trade settings): endless nesting would break them later.
  if (isDeeper(body, maxDepth))
    throw new PaperError(400, 'INVALID_PARAMS', `the body is nested deeper than ${maxDepth}`, {
      fields: [{ field: 'body', message: `is nested deeper than ${maxDepth}` }],
    });
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PaperError(400, 'INVALID_PARAMS', 'the body is not valid JSON', {
      fields: [{ field: 'body', message: 'is not valid JSON' }],
    });
  }
}

/** The body as text. Throws PaperError 413 above the limit, and 400 if the caller disconnects before its end. */
export async function readText(call: IncomingMessage): Promise<string> {
  const tooLarge = new PaperError(413, 'PAYLOAD_TOO_LARGE', `the body is larger than ${maxBodyBytes} bytes`);
  if (Number(call.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    // A chunked body has no declared length: it is counted as it arrives, so that no more than the limit is held.
    call.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > maxBodyBytes) reject(tooLarge);
      else chunks.push(chunk);
    });
    call.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    call.on('error', () => reject(new PaperError(400, 'INVALID_PARAMS', 'the body is incomplete')));
  });
}

const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1)));
