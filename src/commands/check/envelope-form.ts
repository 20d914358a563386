import { z } from 'zod';
import { isFields } from '../../domain/fields.ts';
import { errorEnvelope, pagination, unwrap } from '../../protocol/envelope.ts';
import { opt } from '../../protocol/schema.ts';
import { compare, type Finding } from './compare.ts';

/** How data comes: inside `{data, requestId}`, inside and repeated beside it, or without an envelope. */
export type EnvelopeForm = 'envelope' | 'repeated' | 'bare';

interface Unwrapped {
  readonly form: EnvelopeForm;
  readonly data: unknown;
}

/** What stands around the data. */
export const envelope = z.object({ requestId: z.string(), pagination: opt(pagination) });

/**
 * The data of a success, as the client finds it. What is neither in an envelope nor has a field of the operation is
 * compared as a bare answer: then its fields are missing.
 */
export function unwrapAnswer(response: z.ZodType, json: unknown): Unwrapped {
  const found = unwrap(response, json);
  const names = found && !found.isBare && isFields(found.data) ? Object.keys(found.data) : [];
  const isRepeated = names.length > 0 && names.every((name) => isFields(json) && Object.hasOwn(json, name));
  if (found && !found.isBare) return { form: isRepeated ? 'repeated' : 'envelope', data: found.data };
  if (!isFields(json)) return { form: 'bare', data: json };
  // Parts of the envelope may be there without `data`.
  const { requestId: _id, pagination: _page, ...bare } = json;
  return { form: 'bare', data: bare };
}

/** What differs in a success from the operation's schema, and from the envelope if it has one. */
export function compareSuccess(response: z.ZodType, json: unknown): Finding[] {
  const { form, data } = unwrapAnswer(response, json);
  if (form === 'bare' || !isFields(json)) return compare(response, [data]);
  const repeated = isFields(data) ? Object.keys(data) : [];
  const around = Object.entries(json).filter(([name]) => name !== 'data' && !repeated.includes(name));
  const aroundFindings = compare(envelope, [Object.fromEntries(around)]).filter(({ kind }) => kind !== 'optional');
  return [...placed(aroundFindings, 'envelope'), ...compare(response, [data])];
}

/** What differs in a refusal from the envelope of errors. */
export const compareFailure = (json: unknown): Finding[] =>
  compare(errorEnvelope, [json]).filter(({ kind }) => kind !== 'optional');

/** Whether it is the service's own way to refuse. */
export const isServiceError = (json: unknown): boolean => errorEnvelope.safeParse(json).success;

const placed = (findings: readonly Finding[], place: string): Finding[] =>
  findings.map((finding) => ({ ...finding, path: `(${place}) ${finding.path}` }));
