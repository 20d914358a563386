import { z } from 'zod';

export const wholeNumber = (from: number, to: number, unit: string, fallback: number) =>
  z
    .int({ error: `must be a whole number from ${from} to ${to} (${unit})` })
    .min(from, { error: `must be from ${from} to ${to} (${unit})` })
    .max(to, { error: `must be from ${from} to ${to} (${unit})` })
    .default(fallback);

export const text = (what: string) =>
  z.string({ error: `must be text in quotes: ${what}` }).min(1, { error: 'is empty' });

export const onOff = z.boolean({ error: 'must be true or false' });

/** A cap on money is decimal text or a whole number: a TOML float may already have lost digits. */
export const usdCap = z
  .union([z.int().nonnegative().transform(String), z.string().regex(/^\d{1,15}(\.\d{1,6})?$/)], {
    error: 'must be a whole number, or a decimal in quotes such as "250.50" (USD)',
  })
  .optional();
