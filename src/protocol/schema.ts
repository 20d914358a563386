import { z } from 'zod';
import { type Chain, readChain } from '../domain/market/chain.ts';
import { memoOn } from '../domain/memo-on.ts';
import { cleanText, cleanTree, textLimits } from '../domain/text/clean-text.ts';
import { epochMs } from '../domain/time/epoch.ts';

/**
 * Schema helpers of the contract. Responses are read tolerantly: unknown fields are dropped silently, optional means
 * optional *and* nullable, unknown enum values pass, and one bad list item costs that item, not the list.
 */

/** A list item that could not be read. It keeps its place in the list so that the screen can show it. */
export interface Unreadable {
  readonly unreadable: string;
}

export const isUnreadable = (item: unknown): item is Unreadable =>
  typeof item === 'object' && item !== null && 'unreadable' in item && typeof item.unreadable === 'string';

/** The readable items of a tolerant list, in order. */
export const readable = <T>(items: readonly (T | Unreadable)[]): T[] =>
  items.filter((item): item is T => !isUnreadable(item));

const raws = new WeakMap<object, unknown>();

function keepRaw<T>(item: T, raw: unknown): T {
  if (typeof item === 'object' && item !== null) raws.set(item, raw);
  return item;
}

/** A list item as the service sent it, including unknown fields; undefined for anything else. */
export const rawOf = (item: object): unknown => raws.get(item);

/** If a read keeps old objects for equal new ones, the kept objects still map to the latest raw item. */
export function carryRaw(fresh: unknown, kept: unknown): void {
  if (fresh === kept || typeof fresh !== 'object' || typeof kept !== 'object' || !fresh || !kept) return;
  if (raws.has(fresh)) keepRaw(kept, raws.get(fresh));
  else for (const [key, value] of Object.entries(fresh)) carryRaw(value, Reflect.get(kept, key));
}

/** Reads the next `count` rows of a long list; false if none are left. */
type ReadRows = (count: number) => boolean;

const rowsATurn = 500;

/** Long lists of the response that `readInTurns` is reading: their rows are read afterwards. */
let longLists: ReadRows[] | null = null;

/** A list in a response: each item is read separately. `meta().item` is the schema of an item. */
export function list<T extends z.ZodType>(item: T) {
  const readItem = (value: z.input<T>): z.output<T> | Unreadable => {
    const read = item.safeParse(value);
    return keepRaw(read.success ? read.data : { unreadable: describeIssue(read.error) }, value);
  };
  return z
    .custom<z.input<T>[]>((value) => Array.isArray(value), { error: 'expected a list' })
    .transform((items): (z.output<T> | Unreadable)[] => {
      if (!longLists || items.length <= rowsATurn) return items.map(readItem);
      const rows: (z.output<T> | Unreadable)[] = [];
      longLists.push((count) => {
        for (const value of items.slice(rows.length, rows.length + count)) rows.push(readItem(value));
        return rows.length < items.length;
      });
      return rows;
    })
    .meta({ item });
}

/**
 * Like `schema.safeParse`, but 500 rows of a long list at a time, with `pause` in between: 15,000 orders take a fifth
 * of a second, and a key must not wait that long.
 */
export async function readInTurns<T extends z.ZodType>(schema: T, value: unknown, pause: () => Promise<unknown>) {
  const pending: ReadRows[] = [];
  longLists = pending;
  let read: z.ZodSafeParseResult<z.output<T>>;
  try {
    read = schema.safeParse(value);
  } finally {
    longLists = null;
  }
  if (read.success) for (const readRows of pending) while (readRows(rowsATurn)) await pause();
  return read;
}

/** Made once, for every place that needs it: a schema takes kilobytes, and the contract has thousands of fields. */
function shared<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Optional in a response: may be absent or null. */
export const opt = memoOn((schema: z.ZodType) => schema.nullish()) as <T extends z.ZodType>(
  schema: T,
) => z.ZodOptional<z.ZodNullable<T>>;

const safeTexts = new Map<number, ReturnType<typeof safeTextOf>>();
const safeTextOf = (maxLength: number) => z.string().transform((text) => cleanText(text, maxLength));

/** Text of a response for display: names, messages, states. Safe for a terminal wherever it is shown. */
export function safeText(maxLength: number = textLimits.message) {
  const made = safeTexts.get(maxLength) ?? safeTextOf(maxLength);
  safeTexts.set(maxLength, made);
  return made;
}

/**
 * Text that names something in a request, or is forwarded byte for byte: sanitising would change it. Whoever displays
 * it must sanitise it.
 */
export const verbatim = shared(() => z.string().meta({ isVerbatim: true }));

/** Open in the contract: any JSON, with every text sanitised like `safeText`. */
export const anything = shared(() => z.unknown().transform(cleanTree));

/** An object whose other fields the contract leaves open: they pass, with names and texts sanitised too. */
export const openObject = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z
    .object(shape)
    .catchall(anything())
    // The names that the shape knows are clean as they are.
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

/**
 * A decimal that the contract sends as text. A JSON number is accepted too; the client always gets text. `meta().sent`
 * says how it should come.
 */
export const decimal = shared(() => decimalOf<string>().meta({ sent: 'text' }));

/** A decimal that the contract sends as a JSON number. Text is accepted too; the client always gets text. */
export const decimalNumber = shared(() => decimalOf<number>().meta({ sent: 'number' }));

/** Shortest text of a number without an exponent: 1.2e-7 becomes 0.00000012, digit for digit. */
function plainNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const [mantissa = '', exponentText = ''] = text.split('e');
  const exponent = Number(exponentText);
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  return exponent < 0
    ? `${sign}0.${'0'.repeat(-exponent - whole.length)}${whole}${fraction}`
    : `${sign}${whole}${fraction.padEnd(exponent, '0')}`;
}

/** A string field with known values that may grow: unknown values pass through. */
export const openEnum = <const T extends string>(..._known: T[]): OpenEnum<T> => openName() as unknown as OpenEnum<T>;

type OpenEnum<T extends string> = ReturnType<typeof openNameOf<T | (string & {})>>;

const openNameOf = <T extends string>() =>
  z
    .custom<T>((value) => typeof value === 'string', { error: 'expected text' })
    .transform((value): T => cleanText(value, textLimits.name) as T);

const openName = shared(openNameOf);

/**
 * A chain in any of the service's spellings, by its name in request bodies; another chain's name passes. `meta().isChain` is
 * true.
 */
export const chainName = shared(() =>
  z
    .custom<string | number>((value) => typeof value === 'string' || typeof value === 'number', {
      error: 'expected a chain',
    })
    .transform((value): Chain | (string & {}) => readChain(value) ?? cleanText(String(value), textLimits.symbol))
    .meta({ isChain: true }),
);

/** A time in seconds or milliseconds, told apart by size; the client always gets milliseconds since 1970. */
export const time = shared(() =>
  z
    .custom<number>((value) => epochMs(value) !== null, {
      error: 'expected a time in seconds or milliseconds',
    })
    // Checked just above.
    .transform((value): number => epochMs(value)!)
    .meta({ isTime: true }),
);

/** Text matching a pattern, with one message for every problem except absence. */
function patternText(what: string, pattern: RegExp, rule: string) {
  const error = `${what} must be ${rule}`;
  return z
    .string({ error: (issue) => (issue.input === undefined ? `${what} is missing` : error) })
    .max(80, { error })
    .regex(pattern, { error });
}

/** A decimal string in a request: plain digits, no exponent, so that no digit can be hidden. */
export const decimalText = (what: string) =>
  patternText(what, /^-?\d+(\.\d+)?$/, 'a plain decimal number as text, such as "12.5"');

/** An amount in base units in a request: a positive whole number as text. */
export const baseUnitsText = (what: string) =>
  patternText(what, /^0*[1-9]\d*$/, 'a positive whole number of base units as text');

/** First issue of a zod error as `field: message`. Field names may come from outside. */
export function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'unreadable';
  const path = issue.path.join('.');
  return cleanText(path ? `${path}: ${issue.message}` : issue.message, 300);
}
