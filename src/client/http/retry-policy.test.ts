import { expect, test } from 'vitest';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { perpPositions } from '../../protocol/endpoints/perp-positions.ts';
import { retryLimit } from './retry-policy.ts';

const idsOf = (endpoints: readonly AnyEndpoint[]): string[] => endpoints.map(({ id }) => id);

// The client's own list of methods also prevents retries of a POST; this is a second safeguard.
test('reads may be repeated twice, and nothing else', () => {
  const repeated = allEndpoints.filter((endpoint) => retryLimit(endpoint) > 0);
  expect(idsOf(repeated)).toEqual(idsOf(allEndpoints.filter(({ method, mutates }) => method === 'GET' && !mutates)));
  expect(new Set(repeated.map(retryLimit))).toEqual(new Set([2]));
});

test('a GET that changed something would not be repeated', () => {
  expect(retryLimit({ ...perpPositions, mutates: true })).toBe(0);
});
