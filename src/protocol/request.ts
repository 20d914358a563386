import { z } from 'zod';

/**
 * Schema helpers for requests. Requests are strict: an unknown field, a missing one or an invalid value is refused, and
 * the message names the field and the rule for the user.
 */

/** Path parameters, query or body: exactly these fields. */
export const request = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown field ${issue.keys.join(', ')}; known are ${Object.keys(shape).join(', ') || 'none'}`
        : 'expected an object with fields',
  });

/** Required text: a name, an id or an address. */
export const text = (what: string, maxLength = 200) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? `${what} is missing` : `${what} must be text`) })
    .min(1, `${what} must not be empty`)
    .max(maxLength, `${what} must be at most ${maxLength} characters`);

/** Optional in a body; null counts as absent, as the service documents it. */
export const nullable = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

/** Like `nullable`, with the value that absence means. */
export const nullableOr = <T extends z.ZodType>(schema: T, absent: z.output<T>) =>
  schema.nullish().transform((value): z.output<T> => value ?? absent);

/** One of the values that the contract lists. */
export const oneOf = <const T extends readonly [string, ...string[]]>(what: string, values: T) =>
  z.enum(values, { error: `${what} must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}` });

/** A yes or no in a body. */
export const flag = (what: string) => z.boolean({ error: `${what} must be true or false` });

const range = (what: string, kind: string, min: number, max: number) =>
  `${what} must be a ${kind} ${max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`}`;

/** A whole number in a body. */
export const whole = (what: string, min = 0, max = Number.MAX_SAFE_INTEGER) => {
  const error = range(what, 'whole number', min, max);
  return z.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};

/** A number in a body, if the contract has a number instead of text. */
export const number = (what: string, min: number, max: number) => {
  const error = range(what, 'number', min, max);
  return z.number({ error }).min(min, { error }).max(max, { error });
};

/** A whole number in a query, which has only text. */
export const queryWhole = (what: string, min = 0, max = Number.MAX_SAFE_INTEGER) => {
  const error = range(what, 'whole number', min, max);
  return z
    .custom<number | string>((value) => /^-?\d{1,16}$/.test(String(value)), { error })
    .transform(Number)
    .pipe(z.number().min(min, { error }).max(max, { error }));
};

/** A boolean in a query. */
export const queryFlag = (what: string) =>
  z
    .custom<boolean | 'true' | 'false'>((value) => /^(true|false)$/.test(String(value)), {
      error: `${what} must be true or false`,
    })
    .transform((value) => String(value) === 'true');

/** Chains in bodies and filters. The contract names the first three and lists Monad without its identifier. */
export const chainNames = ['solana', 'base', 'bsc', 'monad'] as const;

/** A chain by its name in bodies and filters. */
export const chain = () => oneOf('chain', chainNames);

/** The contract gives no bounds: more than 100 % can only be a slip of the finger. */
export const slippageBps = () => whole('slippageBps', 0, 10_000);
