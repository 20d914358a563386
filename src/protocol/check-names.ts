import { z } from 'zod';
import type { AnyEndpoint } from './endpoint.ts';
import { allEndpoints } from './endpoint-list.ts';
import { chainFields, fieldNames, nameOf, type OpenName, type OpenNames, pathKey, pathOf } from './names.ts';
import { pathParameters } from './path-template.ts';

/** An override of `[names]` that can't be used, and why, as the end of a sentence about it. */
export interface NameProblem {
  readonly name: string;
  readonly message: string;
}

const monadChain: OpenName = {
  key: 'monadChain',
  default: 'monad',
  where: {
    endpoints: allEndpoints.filter((e) => [...allFields(e)].some((f) => chainFields.includes(f))).map(({ id }) => id),
    part: 'value',
  },
  meaning: 'what requests call the chain Monad; answers are shown as they come',
};

const pathNames: readonly OpenName[] = allEndpoints
  .filter(({ source }) => source !== 'contract')
  .map(({ id, path, summary }) => ({
    key: pathKey(id),
    default: path,
    where: { endpoints: [id], part: 'path' },
    meaning: `path of ${id}: ${summary}`,
  }));

/** The whole table, including paths. */
export const openNames: readonly OpenName[] = [...fieldNames, monadChain, ...pathNames];

/**
 * True for an operation that only paper serves, under its default path: live, it stays off until its path is
 * configured.
 */
export const isOffByDefault = (endpointId: string, overrides: OpenNames = {}): boolean =>
  allEndpoints.some(({ id, source }) => id === endpointId && source === 'paper') && !(pathKey(endpointId) in overrides);

/** Problems of the overrides, by key; empty if they are valid. */
export function checkNames(overrides: OpenNames): NameProblem[] {
  const problems = Object.entries(overrides).flatMap(([name, value]) => {
    const row = openNames.find(({ key }) => key === name);
    const message = row ? checkName(row, value) : unknownName;
    return message ? [{ name, message }] : [];
  });
  return problems.length > 0 ? problems : findClashes(overrides);
}

const unknownName = `is not a name that can be set. These can: ${openNames
  .filter(({ where }) => where.part !== 'path')
  .map(({ key }) => key)
  .join(', ')}, and the paths ${pathNames.map(({ key }) => key).join(', ')}`;

function checkName({ where, default: standard }: OpenName, value: string): string | undefined {
  if (where.part !== 'path')
    return /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/.test(value) ? undefined : 'must be letters, digits, _, - and dots';
  if (!/^\/api\/v2(\/[A-Za-z0-9_-]+|\/\{[A-Za-z]+\})+$/.test(value)) return 'must be a path that begins with /api/v2/';
  const wanted = pathParameters(standard).sort();
  return pathParameters(value).sort().join() === wanted.join()
    ? undefined
    : `must hold ${wanted.length > 0 ? wanted.map((name) => `{${name}}`).join(' and ') : 'no {placeholder}'}, once each`;
}

/** Overrides that would give two parameters of a query, or two operations, the same name. */
function findClashes(overrides: OpenNames): NameProblem[] {
  return Object.entries(overrides).flatMap(([name, value]) => {
    const where = openNames.find(({ key }) => key === name)?.where;
    const clash = where?.endpoints
      .flatMap((id) => allEndpoints.find((endpoint) => endpoint.id === id) ?? [])
      .find((endpoint) =>
        where.part === 'path'
          ? allEndpoints.some((other) => other !== endpoint && isSameRoute(other, endpoint, overrides))
          : where.part !== 'value' &&
            [...allFields(endpoint)].filter((field) => nameOf(endpoint, field, overrides) === value).length > 1,
      );
    return clash ? [{ name, message: `${value} already means something else in ${clash.id}` }] : [];
  });
}

/** A router distinguishes operations only by method and path shape, whatever the parameters are called. */
const isSameRoute = (one: AnyEndpoint, other: AnyEndpoint, overrides: OpenNames): boolean => {
  const [shape, otherShape] = [one, other].map((endpoint) => pathOf(endpoint, overrides).replace(/\{\w+\}/g, '{}'));
  return one.method === other.method && shape === otherShape;
};

function* allFields(endpoint: AnyEndpoint): Generator<string> {
  for (const part of [endpoint.params, endpoint.query, endpoint.body])
    if (part instanceof z.ZodObject) yield* Object.keys(part.shape);
}
