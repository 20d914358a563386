import { fieldsOf } from '../../domain/fields.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import { type OpenNames, wireInput } from '../../protocol/names.ts';
import { PathParameterError } from '../../protocol/path-template.ts';
import { describeIssue } from '../../protocol/schema.ts';
import { ValidationError } from './errors.ts';

/** A request in wire form; `body` is JSON text, a form, or null for none. */
export interface BuiltRequest {
  readonly url: URL;
  readonly body: string | URLSearchParams | null;
}

/** Validates the input against the operation's schemas and builds the HTTP request. Throws ValidationError. */
export function buildRequest(endpoint: AnyEndpoint, input: unknown, base: URL, names: OpenNames): BuiltRequest {
  const given = fieldsOf(input);
  for (const part of ['params', 'query', 'body'] as const) {
    const problem = endpoint[part]?.safeParse(given[part] ?? {}).error;
    if (problem) throw new ValidationError(endpoint.id, describeIssue(problem));
  }
  const wire = toWire(endpoint, endpoint.body ? { ...given, body: given.body ?? {} } : given, names);
  const url = new URL(base.origin + base.pathname.replace(/\/+$/, '') + wire.path);
  url.search = wire.query.toString();
  if (wire.body === undefined || wire.body instanceof URLSearchParams) return { url, body: wire.body ?? null };
  return { url, body: JSON.stringify(wire.body) };
}

function toWire(endpoint: AnyEndpoint, input: Parameters<typeof wireInput>[1], names: OpenNames) {
  try {
    return wireInput(endpoint, input, names);
  } catch (error) {
    if (error instanceof PathParameterError) throw new ValidationError(endpoint.id, error.message);
    throw error;
  }
}
