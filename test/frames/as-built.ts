import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/*
 * The frames are drawn by what draws them for a person: React as it is made for use, and Ink with the modules that
 * the build puts in the place of its own. Both are loaded by Node itself, so it is here that they are replaced. What
 * stands in the place of Ink's output also tells how Ink's own would have drawn.
 */

process.env['NODE_ENV'] = 'production';

const ink = new URL('../../src/ui/ink/', import.meta.url);
const replaced = new Map<string, string>(
  Object.entries(JSON.parse(readFileSync(new URL('replaced-modules.json', ink), 'utf8'))),
).set('./output.js', import.meta.resolve('./both-outputs.ts'));

/** What the compiler of the tests calls for each element, which React has for development alone. */
const elements = `data:text/javascript,${encodeURIComponent(`
  import { jsx, jsxs } from ${JSON.stringify(import.meta.resolve('react/jsx-runtime'))};
  export { Fragment } from ${JSON.stringify(import.meta.resolve('react/jsx-runtime'))};
  export const jsxDEV = (type, props, key, isStatic) => (isStatic ? jsxs : jsx)(type, props, key);
`)}`;

registerHooks({
  resolve: (id, context, next) => {
    if (/react\/jsx-dev-runtime(\.js)?$/.test(id)) return { url: elements, shortCircuit: true };
    const replacement = /\/ink\/build\/[^/]+$/.test(context.parentURL ?? '') && replaced.get(id);
    return replacement ? { url: new URL(replacement, ink).href, shortCircuit: true } : next(id, context);
  },
});
