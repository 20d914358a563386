import { z } from 'zod';
import { isFields } from '../../domain/fields.ts';
import { errorEnvelope, pagination } from '../../protocol/envelope.ts';
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

/** The data of a success, whether it has an envelope or not. */
export function unwrapAnswer(json: unknown): Unwrapped {
  if (!isFields(json)) return { form: 'bare', data: json };
  const { data, requestId: _id, pagination: _page, ...beside } = json;
  if (data === undefined) return { form: 'bare', data: beside };
  const names = isFields(data) ? Object.keys(data) : [];
  const isRepeated = names.length > 0 && names.every((name) => Object.hasOwn(beside, name));
  return { form: isRepeated ? 'repeated' : 'envelope', data };
}

/** What differs in a success from the operation's schema, and from the envelope if it has one. */
export function compareSuccess(response: z.ZodType, json: unknown): Finding[] {
  const { form, data } = unwrapAnswer(json);
  if (form === 'bare' || !isFields(json)) return compare(response, [data]);
  const repeated = isFields(data) ? Object.keys(data) : [];
  const around = Object.fromEntries(
    Object.entries(json).filter(([name]) => name !== 'data' && !repeated.includes(name)),
  );
  const aroundFindings = compare(envelope, [around]).filter(({ kind }) => kind !== 'optional');
  return [...placed(aroundFindings, 'envelope'), ...compare(response, [data])];
}

/** What differs in a refusal from the envelope of errors. */
export const compareFailure = (json: unknown): Finding[] =>
  compare(errorEnvelope, [json]).filter(({ kind }) => kind !== 'optional');

/** Whether it is the service's own way to refuse. */
export const isServiceError = (json: unknown): boolean => errorEnvelope.safeParse(json).success;

const placed = (findings: readonly Finding[], place: string): Finding[] =>
  findings.map((finding) => ({ ...finding, path: `(${place}) ${finding.path}` }));
