import { describe, expect, test } from 'vitest';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { fillPath, pathParameters } from '../../protocol/path-template.ts';
import { route } from '../service/handler.ts';
import { Router } from './router.ts';

const router = new Router(allEndpoints.map((endpoint) => route(endpoint, () => ({}) as never)));
const order = '/api/v2/trigger/order';

describe('a path', () => {
  test('of every operation leads to that one', () => {
    for (const endpoint of allEndpoints) {
      const path = fillPath(
        endpoint.path,
        Object.fromEntries(pathParameters(endpoint.path).map((name) => [name, 'x'])),
      );
      expect(router.find(path)?.byMethod.get(endpoint.method)?.endpoint.id, path).toBe(endpoint.id);
    }
  });

  test('gives its parameters back as they were before they were escaped', () => {
    const orderId = 'a/b?c=d&e#é %';
    expect(router.find(`${order}/${encodeURIComponent(orderId)}`)?.params).toEqual({ orderId });
  });

  test('with a broken escape keeps it, and one with an empty parameter is none', () => {
    expect(router.find(`${order}/%zz`)?.params).toEqual({ orderId: '%zz' });
    expect(router.find(`${order}/`)).toBeNull();
    expect(router.find('/api/v2/nowhere')).toBeNull();
  });
});
