import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientMethods } from '../../../test/conformance/client-methods.ts';
import { coverage } from '../../protocol/coverage.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { inPaper, paperGaps } from './coverage-gaps.ts';

test('docs/coverage.md is what the protocol and paper say now (npm run docs writes it)', async () => {
  const written = readFileSync(join(import.meta.dirname, '../../../docs/coverage.md'), 'utf8');
  expect(written).toBe(coverage(inPaper, await clientMethods()));
});

test('every gap is of an operation or stream that there is', () => {
  const ids = [...allEndpoints, ...allStreams].map(({ id }) => id);
  expect(Object.keys(paperGaps).filter((id) => !ids.includes(id))).toEqual([]);
});

test('every method of the published client calls an operation of ours', async () => {
  const methods = await clientMethods();
  expect(methods.length).toBeGreaterThan(55);
  expect(methods.filter(({ operation }) => operation === '')).toEqual([]);
});
