import type { z } from 'zod';
import { readDecimal } from '../domain/numbers/decimal.ts';
import { cleanText } from '../domain/text/clean-text.ts';

export type Schema = z.core.$ZodType;

/** What a schema says of the JSON, whatever the reader makes of it. */
export type Form =
  | { readonly kind: 'object'; readonly shape: Readonly<Record<string, Schema>>; readonly isOpen: boolean }
  | { readonly kind: 'list'; readonly item: Schema }
  | { readonly kind: 'record'; readonly value: Schema }
  | { readonly kind: 'union'; readonly options: readonly Schema[] }
  | { readonly kind: 'leaf'; readonly type: string; readonly meta: Meta };

/** What the schema helpers of the contract note on their schemas. */
interface Meta {
  /** `list`: the schema of an item. */
  readonly item?: Schema;
  /** A schema that is validated against another one without reading it. */
  readonly inside?: Schema;
  /** `decimal` and `decimalNumber`: how it should come. */
  readonly sent?: 'text' | 'number';
  readonly isVerbatim?: true;
  readonly isChain?: true;
  readonly isTime?: true;
}

type Def = { readonly type: string } & Readonly<Record<string, unknown>>;

const defOf = (schema: Schema): Def => schema._zod.def as unknown as Def;

const metaOf = (schema: Schema): Meta => ((schema as z.ZodType).meta() ?? {}) as Meta;

const wrappers = ['optional', 'nullable', 'nonoptional', 'default', 'prefault', 'catch', 'readonly'];

/** The schema without its wrappers, and whether the value may be absent or null. */
export function unwrap(schema: Schema): { readonly inner: Schema; readonly isOptional: boolean } {
  const { type, innerType } = defOf(schema);
  if (!wrappers.includes(type)) return { inner: schema, isOptional: false };
  const { inner, isOptional } = unwrap(innerType as Schema);
  return { inner, isOptional: isOptional || type !== 'readonly' };
}

/** The form of a schema that has no wrapper. */
export function formOf(schema: Schema): Form {
  const meta = metaOf(schema);
  if (meta.item) return { kind: 'list', item: meta.item };
  if (meta.inside) return formOf(meta.inside);
  const def = defOf(schema);
  const inner = (name: string) => def[name] as Schema;
  switch (def.type) {
    case 'object': {
      const shape = def['shape'] as Readonly<Record<string, Schema>>;
      return { kind: 'object', shape, isOpen: def['catchall'] !== undefined };
    }
    case 'array':
      return { kind: 'list', item: inner('element') };
    case 'record':
      return { kind: 'record', value: inner('valueType') };
    case 'union':
      return { kind: 'union', options: def['options'] as readonly Schema[] };
    case 'lazy':
      return formOf(unwrap((def['getter'] as () => Schema)()).inner);
    case 'pipe': {
      if (meta.sent || meta.isChain || meta.isTime) break;
      const before = unwrap(inner('in')).inner;
      return formOf(defOf(before).type === 'transform' ? unwrap(inner('out')).inner : before);
    }
  }
  return { kind: 'leaf', type: def.type, meta };
}

/** Why a value is not what a leaf expects, as `came …`; null if it is. */
export function leafProblem(schema: Schema, value: unknown): string | null {
  const form = formOf(schema);
  const read = (schema as z.ZodType).safeParse(value);
  if (!read.success) return isRightType(form, value) ? cleanText(read.error.issues[0]?.message, 100) : typeName(value);
  if (form.kind !== 'leaf' || form.meta.sent === undefined) return null;
  if (typeof value === 'string' && readDecimal(value) === null) return 'text that is no decimal';
  return typeof value === (form.meta.sent === 'text' ? 'string' : 'number') ? null : typeName(value);
}

const isRightType = (form: Form, value: unknown): boolean => form.kind === 'leaf' && form.type === typeof value;

const names: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  list: 'a list',
  custom: 'text',
  enum: 'a known word',
};

/** What a schema expects, in words. */
export function expectationOf(schema: Schema): string {
  const form = formOf(schema);
  if (form.kind === 'union') return form.options.map((option) => expectationOf(unwrap(option).inner)).join(' or ');
  if (form.kind !== 'leaf') return names[form.kind]!;
  if (form.meta.sent) return form.meta.sent === 'text' ? 'a decimal as text' : 'a number';
  if (form.meta.isTime) return 'a time';
  return form.meta.isChain ? 'the name of a chain' : (names[form.type] ?? form.type);
}

/** JSON's types in everyday words. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return names[typeof value] ?? 'nothing';
}
