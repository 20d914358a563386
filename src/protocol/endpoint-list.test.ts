import { expect, test } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from './endpoint-list.ts';
import { pathParameters } from './path-template.ts';

/** Copied by hand from the contract's part on endpoints, and GET /account/me from its overview. */
const contract = [
  'POST /api/v2/trigger/order',
  'GET /api/v2/trigger/orders',
  'POST /api/v2/swap/execute',
  'POST /api/v2/swap/transaction',
  'GET /api/v2/account/me',
  'PUT /api/v2/account/settings',
  'GET /api/v2/account/usage',
  'GET /api/v2/account/wallets',
  'POST /api/v2/account/wallets/{walletId}/enable-multisend',
  'POST /api/v2/wallet-groups',
  'DELETE /api/v2/wallet-groups/{groupId}/wallets',
  'DELETE /api/v2/wallet-groups/{groupId}',
  'GET /api/v2/perp/markets',
  'GET /api/v2/perp/positions',
  'PATCH /api/v2/perp/orders',
  'POST /api/v2/perp/position/close',
  'POST /api/v2/perp/position/margin',
  'GET /api/v2/portfolio/balances',
  'GET /api/v2/portfolio/pnl',
  'GET /api/v2/alpha/sources',
  'POST /api/v2/ws/session',
  'POST /api/v2/ws/auth',
  'GET /api/v2/ws/streams',
];

/** Copied by hand from what the published clients call. */
const facts = [
  'GET /api/v2/account/settings',
  'PATCH /api/v2/account/settings',
  'POST /api/v2/wallets/{walletId}/archive',
  'POST /api/v2/wallets/{walletId}/unarchive',
  'POST /api/v2/wallets/bulk-archive',
  'POST /api/v2/wallets/{walletId}/move',
  'POST /api/v2/wallet-groups/with-wallets',
  'GET /api/v2/wallet-groups',
  'GET /api/v2/wallet-groups/{groupId}',
  'PATCH /api/v2/wallet-groups/{groupId}',
  'POST /api/v2/wallet-groups/{groupId}/wallets',
  'PUT /api/v2/wallet-groups/{groupId}/wallets/order',
  'GET /api/v2/perp/account',
  'GET /api/v2/perp/fees',
  'GET /api/v2/perp/orders',
  'GET /api/v2/perp/fills',
  'GET /api/v2/perp/funding',
  'GET /api/v2/perp/markets/{coin}',
  'POST /api/v2/perp/order',
  'PATCH /api/v2/perp/order',
  'DELETE /api/v2/perp/order',
  'POST /api/v2/perp/leverage',
  'GET /api/v2/trigger/order/{orderId}',
  'DELETE /api/v2/trigger/order/{orderId}',
  'POST /api/v2/transfers/send',
  'POST /api/v2/transfers/retire-wallet',
  'POST /api/v2/splits/plan',
  'POST /api/v2/splits/execute',
  'GET /api/v2/tasks/{taskId}',
  'GET /api/v2/swap/quote',
  'POST /api/v2/swap/submit',
  'GET /api/v2/swap/approve/spender',
  'GET /api/v2/swap/approve/allowance',
  'GET /api/v2/portfolio/history',
  'GET /api/v2/portfolio/positions',
  'GET /api/v2/tokens/{tokenId}',
  'GET /api/v2/tokens/search',
  'POST /api/v2/tokens/batch',
  'GET /api/v2/tokens/{tokenId}/price',
  'GET /api/v2/tokens/{tokenId}/price/chart',
  'GET /api/v2/tokens/{tokenId}/stats',
  'GET /api/v2/tokens/{tokenId}/pools',
  'GET /api/v2/alpha/recent-calls',
  'GET /api/v2/alpha/global-calls',
  'GET /api/v2/alpha/tokens/{tokenAddress}/call-context',
  'GET /api/v2/alpha/tokens/{tokenAddress}/mentions',
  'GET /api/v2/agents/suggestions',
  'POST /api/v2/agents/suggestions',
  'POST /api/v2/agents/{agentId}/invoke',
];

const routesOf = (source: string): string[] =>
  allEndpoints.filter((endpoint) => endpoint.source === source).map(({ method, path }) => `${method} ${path}`);

test('every operation of the contract is here and marked as its own, and nothing else is', () => {
  expect(routesOf('contract').sort()).toEqual([...contract].sort());
});

test('every operation of the published clients is here and marked as theirs, and nothing else is', () => {
  expect(routesOf('facts').sort()).toEqual([...facts].sort());
});

test('paper adds the status of agent sessions, whose path is not published', () => {
  expect(routesOf('paper')).toEqual(['GET /api/v2/agents/sessions/{sessionId}']);
});

test('ids and routes are unique', () => {
  expect(new Set(allEndpoints.map(({ id }) => id)).size).toBe(allEndpoints.length);
  expect(new Set(allEndpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(allEndpoints.length);
});

test.each(allEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s: path parameters are those of its schema, and requests refuse unknown fields',
  (_, { params, query, body, path, method }) => {
    const inSchema = params instanceof z.ZodObject ? Object.keys(params.shape) : [];
    expect(inSchema).toEqual(pathParameters(path));
    if (method === 'GET') expect(body).toBeUndefined();
    for (const part of [params, query]) {
      const problem = part?.safeParse({ surprise: '1' }).error?.issues.find(({ code }) => code === 'unrecognized_keys');
      if (part) expect(problem?.message).toContain('unknown field surprise');
    }
  },
);

test('a fixed path stands before a path with a parameter that would match it', () => {
  const shadowed = allEndpoints.filter(({ method, path }, index) =>
    allEndpoints
      .slice(0, index)
      .some(
        (earlier) =>
          earlier.method === method && new RegExp(`^${earlier.path.replace(/\{\w+\}/g, '[^/{}]+')}$`).test(path),
      ),
  );
  expect(shadowed.map(({ id }) => id)).toEqual([]);
});

test('every operation that trades, and only what changes something, is sent once', () => {
  const repeatable = allEndpoints.filter(({ method, mutates }) => method !== 'GET' && !mutates).map(({ id }) => id);
  expect(repeatable).toEqual(['swap.transaction', 'splits.plan', 'tokens.batch', 'ws.session', 'ws.auth']);
  expect(allEndpoints.filter(({ method, mutates }) => method === 'GET' && mutates)).toEqual([]);
});
