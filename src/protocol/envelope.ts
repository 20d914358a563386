import { z } from 'zod';
import { anything, opt, safeText } from './schema.ts';

/** Beside a list that comes in pages; `total` is there where the service counts. */
export const pagination = z.object({
  hasMore: z.boolean(),
  limit: z.number(),
  page: z.number(),
  total: opt(z.number()),
});

/**
 * Envelope of every success; `data` is parsed with the operation's own schema. A malformed `pagination` counts as
 * absent.
 */
export const successEnvelope = z.object({
  data: z.custom<unknown>((value) => value !== undefined, { error: 'missing' }),
  requestId: safeText(),
  pagination: opt(pagination).catch(undefined),
});

/** Envelope of every failure. Only this shape with a 4xx status proves that the service refused. */
export const errorEnvelope = z.object({
  error: z.object({ code: safeText(), message: safeText(), details: anything().optional() }),
  requestId: safeText(),
});
