import fc from 'fast-check';
import type { z } from 'zod';
import { hostileText } from './hostile-text.ts';

// Figures and states, so that rows get far enough to be shown; a decimal may have 200 characters.
const usual = ['1.25', '-3', '0.0000001', 'solana', 'buy', 'long', 'isolated', 'success', 'active', 'price_usd', 'above'];
const shortText = fc.oneof(
  hostileText.map((text) => text.slice(0, 150)),
  fc.constantFrom(...usual),
);
const openJson = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, hostileText, fc.array(tie('any'), { maxLength: 2 }), fields(tie('any'))),
})).any;

function fields(value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  return fc.dictionary(hostileText, value, { minKeys: 1, maxKeys: 2, noNullPrototype: true });
}

type Def = { readonly type: string } & Readonly<Record<string, unknown>>;

/**
 * What a hostile service could answer and still be read: every field that the schema names is there, each text hostile.
 * `names` are the texts that pass verbatim.
 */
export function answerOf(schema: z.core.$ZodType, names: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const of = (inner: z.core.$ZodType) => answerOf(inner, names);
  const { item, isVerbatim } = ((schema as z.ZodType).meta() ?? {}) as { item?: z.ZodType; isVerbatim?: true };
  if (isVerbatim) return names;
  if (item) return fc.array(of(item), { minLength: 1, maxLength: 2 });
  const def = schema._zod.def as unknown as Def;
  const inner = (name: string) => of(def[name] as z.core.$ZodType);
  switch (def.type) {
    case 'object':
      return object(def['shape'] as z.core.$ZodLooseShape, def['catchall'] !== undefined, of);
    case 'record':
      return fields(inner('valueType'));
    case 'array':
      return fc.array(inner('element'), { minLength: 1, maxLength: 2 });
    case 'union':
      return fc.oneof(...(def['options'] as z.core.$ZodType[]).map(of));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return inner('innerType');
    case 'pipe':
      return inner('in');
    case 'string':
      return hostileText;
    case 'custom':
      return shortText;
    case 'number':
      return fc.integer({ min: 1, max: 20 });
    case 'boolean':
      return fc.boolean();
    case 'unknown':
      return openJson;
    default:
      throw new Error(`no answer is made for a schema of the type ${def.type}`);
  }
}

function object(
  shape: z.core.$ZodLooseShape,
  isOpen: boolean,
  of: (field: z.core.$ZodType) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const known = fc.record(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, of(field)])));
  return isOpen ? fc.tuple(fields(openJson), known).map(([more, own]) => ({ ...more, ...own })) : known;
}
