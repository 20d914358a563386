import { z } from 'zod';
import { anything, opt, safeText } from './schema.ts';

export const pagination = z.object({
  hasMore: z.boolean(),
  limit: z.number(),
  page: z.number(),
  total: opt(z.number()),
});

/** Around every success; `data` is read with the operation's own schema. A malformed `pagination` is read as absent. */
export const successEnvelope = z.object({
  data: z.custom<unknown>((value) => value !== undefined, { error: 'missing' }),
  requestId: safeText(),
  pagination: opt(pagination).catch(undefined),
});

/** Around every failure. Only this shape with a 4xx status proves that the service refused. */
export const errorEnvelope = z.object({
  error: z.object({ code: safeText(), message: safeText(), details: anything().optional() }),
  requestId: safeText(),
});
