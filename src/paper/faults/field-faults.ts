import type { FaultRule } from './fault-rule.ts';

/** The same data with the rule's field renamed, left out or of another type, wherever it occurs. */
export function withOtherField(value: unknown, rule: Pick<FaultRule, 'kind' | 'field' | 'to'>): unknown {
  const change = (key: string, one: unknown): readonly (readonly [string, unknown])[] => {
    if (key !== rule.field) return [[key, visit(one)]];
    if (rule.kind === 'dropField') return [];
    return [rule.kind === 'renameField' ? [rule.to, visit(one)] : [key, ofOtherType(one)]];
  };
  const visit = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(visit);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).flatMap(([key, one]) => change(key, one)));
  };
  return visit(value);
}

/** As a service could come to send it: a decimal as a number, a number as text, an object as a list of its values. */
function ofOtherType(value: unknown): unknown {
  if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : { text: value };
  if (Array.isArray(value)) return { items: value };
  if (typeof value === 'object' && value !== null) return Object.values(value);
  return String(value);
}
