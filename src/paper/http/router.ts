import type { Route } from '../service/handler.ts';

interface Pattern {
  readonly segments: readonly string[];
  readonly parameterCount: number;
  readonly byMethod: ReadonlyMap<string, Route>;
}

/** The operations of a path by method, and the values of its parameters. */
export interface Match {
  readonly byMethod: ReadonlyMap<string, Route>;
  readonly params: Readonly<Record<string, string>>;
}

const isParameter = (segment: string) => segment.startsWith('{');

/** Finds operations by path. A literal path precedes those with parameters: `/tokens/search` is not a token id. */
export class Router {
  readonly #literal = new Map<string, Match>();
  readonly #bySegmentCount = new Map<number, Pattern[]>();

  constructor(routes: readonly Route[]) {
    for (const [path, group] of Map.groupBy(routes, ({ endpoint }) => endpoint.path)) {
      const byMethod = new Map(group.map((route) => [route.endpoint.method as string, route]));
      const segments = path.split('/');
      const parameterCount = segments.filter(isParameter).length;
      if (parameterCount === 0) this.#literal.set(path, { byMethod, params: {} });
      const patterns = this.#bySegmentCount.get(segments.length) ?? [];
      patterns.push({ segments, parameterCount, byMethod });
      patterns.sort((a, b) => a.parameterCount - b.parameterCount);
      this.#bySegmentCount.set(segments.length, patterns);
    }
  }

  find(path: string): Match | null {
    const literal = this.#literal.get(path);
    if (literal) return literal;
    const segments = path.split('/');
    for (const pattern of this.#bySegmentCount.get(segments.length) ?? []) {
      const params = readParams(pattern.segments, segments);
      if (params) return { byMethod: pattern.byMethod, params };
    }
    return null;
  }
}

function readParams(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, wanted] of pattern.entries()) {
    const given = segments[index] ?? '';
    if (!isParameter(wanted)) {
      if (wanted !== given) return null;
    } else if (given === '') return null;
    else params[wanted.slice(1, -1)] = decoded(given);
  }
  return params;
}

/** A malformed escape is passed on unchanged: the schema reports what is wrong with it. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
