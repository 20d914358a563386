import { z } from 'zod';

/**
 * The schema words that the contract is written in. Answers are read tolerantly: unknown fields are dropped silently,
 * optional means optional *and* nullable, unknown enum values pass, and one bad list item costs that item, not the list.
 */

/** A list item that could not be read; it keeps its place in the list so that the screen can show it. */
export interface Unreadable {
  readonly unreadable: string;
}

export const isUnreadable = (item: unknown): item is Unreadable =>
  typeof item === 'object' && item !== null && typeof (item as Partial<Unreadable>).unreadable === 'string';

/** The readable items of a tolerant list, in order. */
export const readable = <T>(items: readonly (T | Unreadable)[]): T[] =>
  items.filter((item): item is T => !isUnreadable(item));

/** A list in an answer: each item is read on its own. */
export function list<T extends z.ZodType>(item: T) {
  return z
    .custom<z.input<T>[]>((value) => Array.isArray(value), { error: 'expected a list' })
    .transform((items): (z.output<T> | Unreadable)[] =>
      items.map((value) => {
        const read = item.safeParse(value);
        return read.success ? read.data : { unreadable: describeIssue(read.error) };
      }),
    );
}

/** Optional in an answer: may be absent or null. */
export const opt = <T extends z.ZodType>(schema: T) => schema.nullish();

/** A decimal in an answer: the contract sends strings; a plain number is taken too and kept as its shortest text. */
export const decimal = () => z.union([z.string().max(200), z.number().transform(String)]);

/** A string field whose known values are listed but which may grow: unknown values pass through. */
export const openEnum = <const T extends string>(..._known: T[]) =>
  z.custom<T | (string & {})>((value) => typeof value === 'string', { error: 'expected text' });

/** A decimal string in a request: plain digits, no exponent, so that no digit can hide. */
export const decimalText = (what: string) =>
  z
    .string()
    .max(80)
    .regex(/^-?\d+(\.\d+)?$/, `${what} must be a plain decimal number, such as 12.5`);

/** An amount in base units in a request: a positive whole number as text. */
export const baseUnitsText = (what: string) =>
  z
    .string()
    .max(80)
    .regex(/^0*[1-9]\d*$/, `${what} must be a positive whole number of base units`);

/** First issue of a zod error as `field: message`. */
export function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'unreadable';
  const path = issue.path.join('.');
  return path ? `${path}: ${issue.message}` : issue.message;
}
