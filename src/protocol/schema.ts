import { z } from 'zod';
import { cleanText, cleanTree, textLimits } from '../domain/clean-text.ts';

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

const raws = new WeakMap<object, unknown>();

function keepRaw<T>(item: T, raw: unknown): T {
  if (typeof item === 'object' && item !== null) raws.set(item, raw);
  return item;
}

/** An item of a list as the service sent it, with whatever the desk does not know of it; undefined for anything else. */
export const rawOf = (item: object): unknown => raws.get(item);

/** Where a read keeps old objects for new ones that say the same, they still stand for what was sent last. */
export function carryRaw(fresh: unknown, kept: unknown): void {
  if (fresh === kept || typeof fresh !== 'object' || typeof kept !== 'object' || !fresh || !kept) return;
  if (raws.has(fresh)) keepRaw(kept, raws.get(fresh));
  else for (const [key, value] of Object.entries(fresh)) carryRaw(value, (kept as Record<string, unknown>)[key]);
}

/** A list in an answer: each item is read on its own. `meta().item` is the schema of one. */
export function list<T extends z.ZodType>(item: T) {
  return z
    .custom<z.input<T>[]>((value) => Array.isArray(value), { error: 'expected a list' })
    .transform((items): (z.output<T> | Unreadable)[] =>
      items.map((value) => {
        const read = item.safeParse(value);
        return keepRaw(read.success ? read.data : { unreadable: describeIssue(read.error) }, value);
      }),
    )
    .meta({ item });
}

/** Optional in an answer: may be absent or null. */
export const opt = <T extends z.ZodType>(schema: T) => schema.nullish();

/** A text of an answer that is there to be read: names, messages, states. Safe for a terminal wherever it is shown. */
export const safeText = (maxLength: number = textLimits.message) =>
  z.string().transform((text) => cleanText(text, maxLength));

/** A text that names something in a request, or goes elsewhere byte for byte: a cleaned one would be another. What shows it cleans it. */
export const verbatim = () => z.string().meta({ isVerbatim: true });

/** What the contract leaves open: any JSON, each text in it safe as `safeText` is. */
export const anything = () => z.unknown().transform(cleanTree);

/** An object whose other fields the contract leaves open: they pass, names and texts safe as well. */
export const openObject = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z
    .object(shape)
    .catchall(anything())
    .transform((fields) => cleanNames(fields) as typeof fields);

const cleanNames = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [cleanText(name), value]));

const MAX_DECIMAL_LENGTH = 200;

const decimalOf = <Sent extends string | number>() =>
  z
    .custom<Sent>(
      (value) =>
        typeof value === 'number'
          ? Number.isFinite(value)
          : typeof value === 'string' && value.length <= MAX_DECIMAL_LENGTH,
      { error: 'expected a decimal' },
    )
    .transform((value): string => (typeof value === 'number' ? plainNumber(value) : cleanText(value)));

/** A decimal that the contract sends as text. A JSON number is read too; either way the client gets text. */
export const decimal = () => decimalOf<string>();

/** A decimal that the contract sends as a JSON number. Text is read too; either way the client gets text. */
export const decimalNumber = () => decimalOf<number>();

/** Shortest text of a number, without an exponent: 1.2e-7 becomes 0.00000012, digit for digit. */
function plainNumber(value: number): string {
  const [mantissa = '', exponentText] = String(value).split('e');
  if (exponentText === undefined) return mantissa;
  const exponent = Number(exponentText);
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  return exponent < 0
    ? `${sign}0.${'0'.repeat(-exponent - whole.length)}${whole}${fraction}`
    : `${sign}${whole}${fraction.padEnd(exponent, '0')}`;
}

/** A string field whose known values are listed but which may grow: unknown values pass through. */
export const openEnum = <const T extends string>(..._known: T[]) =>
  z
    .custom<T | (string & {})>((value) => typeof value === 'string', { error: 'expected text' })
    .transform((value) => cleanText(value, textLimits.name) as T | (string & {}));

/** Text by a pattern, with one message for whatever is wrong with it but its absence. */
function patternText(what: string, pattern: RegExp, rule: string) {
  const error = `${what} must be ${rule}`;
  return z
    .string({ error: (issue) => (issue.input === undefined ? `${what} is missing` : error) })
    .max(80, { error })
    .regex(pattern, { error });
}

/** A decimal string in a request: plain digits, no exponent, so that no digit can hide. */
export const decimalText = (what: string) =>
  patternText(what, /^-?\d+(\.\d+)?$/, 'a plain decimal number as text, such as "12.5"');

/** An amount in base units in a request: a positive whole number as text. */
export const baseUnitsText = (what: string) =>
  patternText(what, /^0*[1-9]\d*$/, 'a positive whole number of base units as text');

/** First issue of a zod error as `field: message`. Names of fields may come from outside. */
export function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'unreadable';
  const path = issue.path.join('.');
  return cleanText(path ? `${path}: ${issue.message}` : issue.message, 300);
}
