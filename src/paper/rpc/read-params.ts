import { z } from 'zod';
import { badParams } from './rpc-error.ts';

/** The parameters of a call. Throws RpcError -32602 if they are not of this form. */
export function read<T>(schema: z.ZodType<T>, params: unknown): T {
  const given = schema.safeParse(params);
  if (!given.success) throw badParams(z.prettifyError(given.error).slice(0, 300));
  return given.data;
}
