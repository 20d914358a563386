import type * as NodeHttp from 'node:http';

/**
 * `node:http`. An import statement would read each of its exports, and those that it only passes on load the whole of
 * Node's fetch: a tenth of the time in which a desk on paper starts.
 */
export const http: typeof NodeHttp = process.getBuiltinModule('node:http');
