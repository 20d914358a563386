import { z } from 'zod';

/** A number as 0x-hex of at most 256 bits. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform(BigInt);

/** Bytes as 0x-hex. */
export const bytes = z.string().regex(/^0x(?:[0-9a-fA-F]{2})*$/);
