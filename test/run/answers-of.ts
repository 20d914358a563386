import fc from 'fast-check';
import type { z } from 'zod';

// Figures and states, so that rows get far enough to be shown; a decimal may have 200 characters.
const usual = [
  '1.25',
  '-3',
  '0.0000001',
  'solana',
  'buy',
  'long',
  'isolated',
  'success',
  'active',
  'price_usd',
  'above',
];

type Def = { readonly type: string } & Readonly<Record<string, unknown>>;
type Meta = {
  readonly item?: z.ZodType;
  readonly like?: z.ZodType;
  readonly isVerbatim?: true;
  readonly isTime?: true;
};
type Answers = (schema: z.core.$ZodType) => fc.Arbitrary<unknown>;

/**
 * What a service could answer and still be read: every field that the schema names is there, each text one of `texts`, and those
 * that pass verbatim one of `names`.
 */
export function answersOf(texts: fc.Arbitrary<string>, names: fc.Arbitrary<string>): Answers {
  const custom = fc.oneof(
    texts.map((text) => text.slice(0, 150)),
    fc.constantFrom(...usual),
  );
  const fields = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> =>
    fc.dictionary(texts, value, { minKeys: 1, maxKeys: 2, noNullPrototype: true });
  const open = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 3 }, texts, fc.array(tie('any'), { maxLength: 2 }), fields(tie('any'))),
  })).any;
  const object = (shape: z.core.$ZodLooseShape, isOpen: boolean): fc.Arbitrary<unknown> => {
    const known = fc.record(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, of(field)])));
    return isOpen ? fc.tuple(fields(open), known).map(([more, own]) => ({ ...more, ...own })) : known;
  };
  const some = (item: z.core.$ZodType): fc.Arbitrary<unknown[]> => fc.array(of(item), { minLength: 1, maxLength: 2 });

  function of(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
    const { item, like, isVerbatim, isTime } = ((schema as z.ZodType).meta() ?? {}) as Meta;
    if (isVerbatim) return names;
    if (isTime) return fc.integer({ min: 1, max: 2_000_000_000 });
    if (like) return of(like);
    if (item) return some(item);
    const def = schema._zod.def as unknown as Def;
    const inner = (name: string) => def[name] as z.core.$ZodType;
    switch (def.type) {
      case 'object':
        return object(def['shape'] as z.core.$ZodLooseShape, def['catchall'] !== undefined);
      case 'record':
        return fields(of(inner('valueType')));
      case 'array':
        return some(inner('element'));
      case 'union':
        return fc.oneof(...(def['options'] as z.core.$ZodType[]).map(of));
      case 'optional':
      case 'nullable':
      case 'default':
      case 'catch':
        return of(inner('innerType'));
      case 'pipe':
        return of(inner('in'));
      case 'string':
        return texts;
      case 'custom':
        return custom;
      case 'number':
        return fc.integer({ min: 1, max: 20 });
      case 'boolean':
        return fc.boolean();
      case 'unknown':
        return open;
      default:
        throw new Error(`no answer is made for a schema of the type ${def.type}`);
    }
  }
  return of;
}
