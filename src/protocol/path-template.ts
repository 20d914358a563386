/** A path parameter is missing, or would change the request's path. */
export class PathParameterError extends Error {
  constructor(name: string, value: unknown) {
    super(value === undefined ? `${name} is missing` : `${name} cannot be ${JSON.stringify(value)}`);
    this.name = 'PathParameterError';
  }
}

/** Fills `{name}` with escaped parameters. Throws PathParameterError. */
export const fillPath = (template: string, params: Readonly<Record<string, unknown>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    // A URL resolves dot segments even when they are escaped, so they would move the request to another path.
    if (value === undefined || /^\.{0,2}$/.test(String(value))) throw new PathParameterError(name, value);
    return encodeURIComponent(String(value));
  });

/** Parameter names, in order. */
export const pathParameters = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
