import { expect, test } from 'vitest';
import { toProblem } from './problem.ts';

test('an error of the client keeps its fields', () => {
  const error = Object.assign(new Error('too slow'), { kind: 'timeout', code: 'TIMEOUT', requestId: 'r1' });
  expect(toProblem(error)).toEqual({ kind: 'timeout', code: 'TIMEOUT', message: 'too slow', requestId: 'r1' });
});

test.each([
  [new Error('boom'), 'boom'],
  ['boom', 'boom'],
  [null, 'null'],
  [undefined, 'undefined'],
  [{ code: 7, message: 7, requestId: 7 }, '[object Object]'],
])('%j from elsewhere gets the code UNEXPECTED', (thrown, message) => {
  expect(toProblem(thrown)).toEqual({ kind: 'unexpected', code: 'UNEXPECTED', message, requestId: null });
});
