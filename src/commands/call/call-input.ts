import { z } from 'zod';
import { isFields } from '../../domain/fields.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import { describeIssue } from '../../protocol/schema.ts';
import { toProblem } from '../../stores/problem.ts';
import { UsageError } from '../command.ts';

type Fields = Record<string, unknown>;

/** A call's input, sorted into path, query and body. */
export interface SortedInput {
  readonly params?: Fields;
  readonly query?: Fields;
  readonly body?: Fields;
}

const parts = ['params', 'query', 'body'] as const;

/**
 * Combines the fields of `--json` with `name=value` words, which take precedence. Sorts them into path, query and body
 * and validates them by the operation's schemas. Throws UsageError that names the field.
 */
export function readInput(endpoint: AnyEndpoint, json: string | undefined, words: readonly string[]): SortedInput {
  const given: Fields = json === undefined ? {} : parseObject(json);
  const sorted: Record<(typeof parts)[number], Fields> = { params: {}, query: {}, body: {} };
  for (const [name, value] of Object.entries(given)) sorted[homeOf(endpoint, name)][name] = value;
  for (const word of words) {
    const equals = word.indexOf('=');
    if (equals < 1) throw new UsageError(`${JSON.stringify(word)} is not name=value. ${fieldList(endpoint)}`);
    const name = word.slice(0, equals);
    const home = homeOf(endpoint, name);
    sorted[home][name] = readValue(shapeOf(endpoint, home)[name], word.slice(equals + 1));
  }
  for (const part of parts) check(endpoint, part, sorted[part]);
  return Object.fromEntries(parts.filter((part) => endpoint[part]).map((part) => [part, sorted[part]]));
}

/** The fields of a request to an operation. */
export const inputFields = (endpoint: AnyEndpoint): { name: string; isOptional: boolean }[] =>
  parts.flatMap((part) =>
    Object.entries(shapeOf(endpoint, part)).map(([name, field]) => ({
      name,
      isOptional: field.safeParse(undefined).success,
    })),
  );

/** The fields of an operation, as one line. */
export function fieldList(endpoint: AnyEndpoint): string {
  const fields = inputFields(endpoint).map(({ name, isOptional }) => (isOptional ? `[${name}]` : name));
  return fields.length > 0 ? `Fields: ${fields.join(', ')} ([…] is optional)` : `${endpoint.id} takes no fields`;
}

function homeOf(endpoint: AnyEndpoint, name: string): (typeof parts)[number] {
  const home = parts.find((part) => Object.hasOwn(shapeOf(endpoint, part), name));
  if (!home) throw new UsageError(`${endpoint.id} has no field ${JSON.stringify(name)}. ${fieldList(endpoint)}`);
  return home;
}

function shapeOf(endpoint: AnyEndpoint, part: (typeof parts)[number]): Readonly<Record<string, z.ZodType>> {
  const schema = endpoint[part];
  // Whatever the fields of an object are, they are schemas.
  return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
}

/** Text if the field takes text, otherwise JSON: `percentage=50`, `walletIds=["a"]`, `isBuy=true`. */
function readValue(field: z.ZodType | undefined, text: string): unknown {
  if (field?.safeParse(text).success) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function parseObject(json: string): Fields {
  try {
    const value: unknown = JSON.parse(json);
    if (isFields(value)) return { ...value };
  } catch (error) {
    throw new UsageError(`--json cannot be read: ${toProblem(error).message}`);
  }
  throw new UsageError('--json must be an object, such as \'{"coin":"BTC"}\'');
}

function check(endpoint: AnyEndpoint, part: (typeof parts)[number], fields: Fields): void {
  const problem = endpoint[part]?.safeParse(fields).error;
  if (problem) throw new UsageError(`${endpoint.id}: ${describeIssue(problem)}. ${fieldList(endpoint)}`);
}
