import type { z } from 'zod';
import { type Fields, isFields } from '../../domain/fields.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { expectationOf, type Form, formOf, leafProblem, typeName, unwrap } from '../../protocol/schema-form.ts';

/**
 * How an answer differs from its schema. `absent`, `type` and `new` are surprises. `optional`: an optional field that no
 * item had. `open`: a field of an object that the contract leaves open. `empty`: a list without items, so that nothing
 * is known of its items.
 */
export type FindingKind = 'absent' | 'type' | 'new' | 'optional' | 'open' | 'empty';

export interface Finding {
  readonly kind: FindingKind;
  /** Such as `positions[].szi`. Cleaned. */
  readonly path: string;
  /** For `type`: what was expected and what came. */
  readonly detail: string | null;
  /** In how many of the objects that should have it. */
  readonly count: number;
  readonly of: number;
}

const surprises: readonly FindingKind[] = ['absent', 'type', 'new'];

export const isSurprise = ({ kind }: Finding): boolean => surprises.includes(kind);

/** A service could send a million fields. */
const mostFindings = 200;

/** Compares values, such as the events of a stream, with their schema. Differences are counted by field. */
export function compare(schema: z.core.$ZodType, values: readonly unknown[]): Finding[] {
  const comparison = new Comparison();
  for (const value of values) comparison.walk(schema, value, '');
  return comparison.findings();
}

class Comparison {
  readonly #visits = new Map<string, number>();
  readonly #found = new Map<string, Omit<Finding, 'of'> & { count: number }>();

  findings(): Finding[] {
    return [...this.#found.values()]
      .map((found) => ({ ...found, of: this.#visits.get(holderOf(found)) ?? found.count }))
      .filter(({ kind, count, of }) => (kind !== 'optional' && kind !== 'empty') || count === of);
  }

  walk(schema: z.core.$ZodType, value: unknown, path: string): void {
    this.#visits.set(path, (this.#visits.get(path) ?? 0) + 1);
    const { inner, isOptional } = unwrap(schema);
    if (isOptional && value === null) return;
    const form = formOf(inner);
    if (form.kind === 'union') this.#walkUnion(form.options, value, path);
    else if (form.kind === 'object' && isFields(value)) this.#walkObject(form, value, path);
    else if (form.kind === 'list' && Array.isArray(value)) this.#walkList(form.item, value, path);
    else if (form.kind === 'record' && isFields(value))
      for (const one of Object.values(value)) this.walk(form.value, one, under(path, '*'));
    else {
      const problem = form.kind === 'leaf' ? leafProblem(inner, value) : typeName(value);
      if (problem !== null) this.#add('type', path, `expected ${expectationOf(inner)}, came ${problem}`);
    }
  }

  #walkObject({ shape, isOpen }: Form & { kind: 'object' }, value: Fields, path: string): void {
    for (const [name, field] of Object.entries(shape)) {
      const { isOptional } = unwrap(field);
      const sent = Object.hasOwn(value, name) ? value[name] : undefined;
      if (sent === undefined || (sent === null && isOptional))
        this.#add(isOptional ? 'optional' : 'absent', under(path, name));
      else this.walk(field, sent, under(path, name));
    }
    for (const name of Object.keys(value))
      if (!Object.hasOwn(shape, name)) this.#add(isOpen ? 'open' : 'new', under(path, shownName(name)));
  }

  #walkList(item: z.core.$ZodType, values: readonly unknown[], path: string): void {
    if (values.length === 0) this.#add('empty', path);
    for (const value of values) this.walk(item, value, `${path}[]`);
  }

  /** As the variant with the fewest surprises; one of another type altogether is the last choice. */
  #walkUnion(options: readonly z.core.$ZodType[], value: unknown, path: string): void {
    const rated = options.map((option) => {
      const found = compare(option, [value]).filter(isSurprise);
      return { option, rank: found.some((one) => one.path === '') ? mostFindings : found.length };
    });
    const best = rated.reduce((one, next) => (next.rank < one.rank ? next : one));
    this.walk(best.option, value, path);
    this.#visits.set(path, (this.#visits.get(path) ?? 0) - 1);
  }

  #add(kind: FindingKind, path: string, detail: string | null = null): void {
    const key = JSON.stringify([kind, path, detail]);
    const found = this.#found.get(key);
    if (found) found.count++;
    else if (this.#found.size < mostFindings) this.#found.set(key, { kind, path, detail, count: 1 });
  }
}

/** The path whose visits a finding is counted against: its own, or for a missing or unknown field that of its object. */
const holderOf = ({ kind, path }: Pick<Finding, 'kind' | 'path'>): string =>
  kind === 'type' || kind === 'empty' ? path : path.slice(0, Math.max(path.lastIndexOf('.'), 0));

const under = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** A dot in an unknown name would look like a path. */
const shownName = (name: string): string => cleanText(name, textLimits.name).replaceAll('.', '·') || '""';
