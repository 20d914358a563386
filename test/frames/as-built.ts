import { registerHooks } from 'node:module';

/*
 * The frames are drawn by what draws them for a person: React as it is made for use, and Ink with the modules that
 * tools/build.js puts in the place of its own. Both are loaded by Node itself, so it is here that they are replaced.
 */

process.env['NODE_ENV'] = 'production';

/** Modules of Ink and what stands in for them in the desk. */
const rowDrawing: Readonly<Record<string, string>> = {
  './output.js': 'row-output.ts',
  './line-update.js': 'row-update.ts',
  'widest-line': 'widest-line.ts',
  './sanitize-ansi.js': 'clean-row.ts',
};

/** What the compiler of the tests calls for each element, which React has for development alone. */
const elements = `data:text/javascript,${encodeURIComponent(`
  import { jsx, jsxs } from ${JSON.stringify(import.meta.resolve('react/jsx-runtime'))};
  export { Fragment } from ${JSON.stringify(import.meta.resolve('react/jsx-runtime'))};
  export const jsxDEV = (type, props, key, isStatic) => (isStatic ? jsxs : jsx)(type, props, key);
`)}`;

registerHooks({
  resolve: (id, context, next) => {
    if (/react\/jsx-dev-runtime(\.js)?$/.test(id)) return { url: elements, shortCircuit: true };
    const replacement = /\/ink\/build\/[^/]+$/.test(context.parentURL ?? '') && rowDrawing[id];
    return replacement
      ? { url: new URL(`../../src/ui/ink/${replacement}`, import.meta.url).href, shortCircuit: true }
      : next(id, context);
  },
});
