import { z } from 'zod';
import { anything, opt, safeText } from './schema.ts';
import { formOf, unwrap as withoutWrappers } from './schema-form.ts';

/** Beside a list that comes in pages; `total` is there where the service counts. Malformed, it counts as absent. */
export const pagination = z.object({
  hasMore: z.boolean(),
  limit: z.number(),
  page: z.number(),
  total: opt(z.number()),
});

/**
 * The payload of a 2xx body: the envelope's `data`, or the whole body where the service sends no envelope, as its socket
 * operations probably do. undefined if it can be neither: a bare object has to have at least one field of the operation, so
 * that `{}`, an error or some gateway's page is not taken for a success.
 */
export function unwrap(
  response: z.ZodType,
  body: unknown,
): { readonly data: unknown; readonly isBare: boolean } | null {
  if (Array.isArray(body)) return { data: body, isBare: true };
  if (typeof body !== 'object' || body === null) return null;
  if ('data' in body && body.data !== undefined) return { data: body.data, isBare: false };
  const form = formOf(withoutWrappers(response).inner);
  const isKnown = form.kind === 'object' && Object.keys(form.shape).some((field) => field in body);
  return isKnown ? { data: body, isBare: true } : null;
}

/** Envelope of every failure. Only this shape with a 4xx status proves that the service refused. */
export const errorEnvelope = z.object({
  error: z.object({ code: safeText(), message: safeText(), details: anything().optional() }),
  requestId: safeText(),
});
