import { z } from 'zod';
import { u64 } from './svm-accounts.ts';

/** An answer with the slot that it was true at. */
export const inContext = <T extends z.ZodType>(value: T) =>
  z.looseObject({ context: z.looseObject({ slot: u64 }), value });

/** An error of the chain as text of at most 300 characters. */
export const errorText = (error: unknown): string =>
  (typeof error === 'string'
    ? error
    : JSON.stringify(error, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  ).slice(0, 300);
