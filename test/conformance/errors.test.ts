import { afterAll, describe, expect, test } from 'vitest';
import { scopesFor } from '../../src/paper/limits/key-scopes.ts';
import type { AnyEndpoint } from '../../src/protocol/endpoint.ts';
import { allEndpoints } from '../../src/protocol/endpoint-list.ts';
import { pathParameters } from '../../src/protocol/path-template.ts';
import { startPeer } from './peer.ts';
import { text } from './shapes.ts';

const peer = await startPeer();
afterAll(() => peer.stop());
const { call, paper } = peer;

const refusal = (status: number, code: string) => ({ status, body: { error: { code, message: text } } });
const examplePath = (path: string) =>
  pathParameters(path).reduce((filled, name) => filled.replace(`{${name}}`, 'x'), path);

describe('authentication', () => {
  const [, keyId, secret] = paper.apiKey.split('_') as [string, string, string];
  const wrongKeys: Record<string, string | null> = {
    'no key': null,
    'a word': 'nonsense',
    'an unknown key': 'sk_ffffffffffff_0000',
    'a wrong secret': `sk_${keyId}_${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`,
    'a secret cut short': `sk_${keyId}_${secret.slice(0, -1)}`,
    'another key’s secret': `sk_${keyId}_${paper.keys.limited.split('_')[2]}`,
  };

  test.each(Object.entries(wrongKeys))('%s is answered with 401, on every operation', async (_, key) => {
    for (const { method, path } of allEndpoints) {
      const answer = await call(method, examplePath(path), { key });
      expect(answer, `${method} ${path}`).toMatchObject(refusal(401, 'UNAUTHORIZED'));
    }
  });

  test('the published client sees a wrong key as its own authentication error', async () => {
    const { createShurikenClient, ShurikenAuthError } = await import('@shuriken/sdk-ts');
    const stranger = createShurikenClient({ apiBaseUrl: paper.baseUrl, apiKey: 'sk_nobody_0' });
    await expect(stranger.account.getMe()).rejects.toBeInstanceOf(ShurikenAuthError);
    await expect(stranger.ws.connect()).rejects.toBeInstanceOf(ShurikenAuthError);
  });
});

describe('scopes', () => {
  const key = paper.keys.readOnly;

  test('a read-only key gets 403 with the missing scope on whatever changes something', async () => {
    const held = new Set(
      ((await call('GET', '/api/v2/account/usage', { key })).body.data as { scopes: string[] }).scopes,
    );
    const mayCall = (endpoint: AnyEndpoint) => scopesFor(endpoint)?.some((scope) => held.has(scope)) ?? true;
    const beyond = allEndpoints.filter((endpoint) => !mayCall(endpoint));
    expect(beyond.length).toBeGreaterThan(15);
    for (const endpoint of beyond) {
      const { method, path } = endpoint;
      const scopes = scopesFor(endpoint) ?? [];
      const answer = await call(method, examplePath(path), { key });
      expect(answer, `${method} ${path}`).toMatchObject(refusal(403, 'FORBIDDEN'));
      expect(answer.body.error?.message).toContain(scopes.join(' or '));
      expect(answer.body.error?.details).toEqual(
        scopes.length === 1 ? { requiredScope: scopes[0] } : { requiredScopes: scopes },
      );
    }
    expect(allEndpoints.filter((endpoint) => endpoint.mutates && mayCall(endpoint))).toEqual([]);
  });

  test('a key with manage:wallet-groups alone may do everything with groups, and nothing else with wallets', async () => {
    const only = paper.keys.limited;
    const path = `/paper/admin/keys/${only.split('_')[1]}/scopes`;
    await call('POST', path, { json: { scopes: ['manage:wallet-groups'] } });
    const made = await call('POST', '/api/v2/wallet-groups', { key: only, json: { name: 'Own' } });
    const { groupId } = made.body.data as { groupId: string };
    const moved = await call('POST', '/api/v2/wallets/wal_main/move', { key: only, json: { toGroupId: groupId } });
    expect(moved).toMatchObject({ status: 200, body: { data: { groupId, walletIds: ['wal_main'] } } });
    expect((await call('GET', '/api/v2/wallet-groups', { key: only })).status).toBe(200);
    expect((await call('DELETE', `/api/v2/wallet-groups/${groupId}`, { key: only })).status).toBe(200);
    for (const [method, denied] of [
      ['GET', '/api/v2/account/wallets'],
      ['POST', '/api/v2/wallets/wal_main/archive'],
    ] as const)
      expect(await call(method, denied, { key: only })).toMatchObject(refusal(403, 'FORBIDDEN'));
    await call('POST', path, { json: { scopes: null } });
  });

  test('a read-only key may read, and usage asks for no scope', async () => {
    for (const path of ['account/wallets', 'perp/positions', 'trigger/orders', 'portfolio/balances', 'account/usage'])
      expect((await call('GET', `/api/v2/${path}`, { key })).status, path).toBe(200);
  });
});

describe('requests that fit nothing', () => {
  test('an unknown path is 404, a method that a path lacks 405 with those it has', async () => {
    expect(await call('GET', '/api/v2/nothing')).toMatchObject(refusal(404, 'NOT_FOUND'));
    expect(await call('POST', '/api/v1/swap/execute', { json: {} })).toMatchObject(refusal(404, 'NOT_FOUND'));
    expect(await call('GET', '/')).toMatchObject(refusal(404, 'NOT_FOUND'));
    const answer = await call('PUT', '/api/v2/trigger/order', { json: {} });
    expect(answer).toMatchObject(refusal(405, 'METHOD_NOT_ALLOWED'));
    expect(answer.headers.get('allow')).toBe('POST');
  });

  const bodies: Record<string, string> = {
    'broken JSON': '{"amount": ',
    'no object': '[1, 2]',
    'a bare null': 'null',
    'not JSON at all': 'amount=1',
    nothing: '',
    'endless nesting': '['.repeat(5_000) + ']'.repeat(5_000),
  };
  test.each(Object.entries(bodies))('%s as a body is 400', async (_, body) => {
    for (const { method, path, body: schema, encoding, missingCode = 'INVALID_PARAMS' } of allEndpoints) {
      if (!schema || encoding !== 'json') continue;
      // What asks for no field takes an empty body.
      if (body === '' && schema.safeParse({}).success) continue;
      const answer = await call(method, examplePath(path), { body });
      const code = body === '' ? missingCode : 'INVALID_PARAMS';
      expect(answer, `${method} ${path}`).toMatchObject(refusal(400, code));
    }
  });

  test('unknown fields pass, in a body at any depth and in a query', async () => {
    const order = { walletId: 'wal_perp', coin: 'ETH', isBuy: true, sz: '0.01', orderType: 'market', surprise: 1 };
    const body = await call('POST', '/api/v2/perp/order', { json: { ...order, sl: { triggerPx: '1', surprise: 1 } } });
    expect(body.status).toBe(200);
    expect((await call('GET', '/api/v2/perp/markets?surprise=1')).status).toBe(200);
    expect(await call('POST', '/api/v2/perp/order', { json: { ...order, isBuy: 'yes' } })).toMatchObject({
      body: { error: { details: { fields: [{ field: 'isBuy', message: text }] } } },
    });
  });

  test('null is taken for what the documents show as nullable', async () => {
    const order = {
      walletId: 'wal_main',
      chain: 'solana',
      inputToken: 'So11111111111111111111111111111111111111112',
      outputToken: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
      amount: '100000000',
      triggerMetric: 'price_usd',
      triggerDirection: 'below',
      triggerValue: '0.01',
      expiryHours: null,
      slippageBps: null,
      trailingPercentage: null,
      triggerBehavior: null,
    };
    expect((await call('POST', '/api/v2/trigger/order', { json: order })).status).toBe(200);
    const perp = {
      walletId: 'wal_perp',
      coin: 'ETH',
      isBuy: true,
      sz: '0.01',
      sizeUsd: null,
      limitPx: null,
      cloid: null,
    };
    expect((await call('POST', '/api/v2/perp/order', { json: { ...perp, orderType: 'market' } })).status).toBe(200);
  });

  test.each([
    ['text/plain', '/api/v2/perp/position/close', '{"coin":"ETH","walletId":"w"}'],
    ['application/x-www-form-urlencoded', '/api/v2/perp/position/close', 'coin=ETH'],
    ['application/json', '/api/v2/ws/auth', '{"socket_id":"1.2","channel_name":"presence-u"}'],
  ])('a body of type %s at %s is 415', async (type, path, body) => {
    const answer = await call('POST', path, { body, type });
    expect(answer).toMatchObject(refusal(415, 'UNSUPPORTED_MEDIA_TYPE'));
  });

  test('a body above 256 kB is 413, whether or not its length was announced', async () => {
    const big = JSON.stringify({ name: 'x'.repeat(300_000) });
    expect(await call('POST', '/api/v2/wallet-groups', { body: big })).toMatchObject(refusal(413, 'PAYLOAD_TOO_LARGE'));
    const stream = new Blob([big]).stream();
    const chunked = await fetch(`${paper.baseUrl}/api/v2/wallet-groups`, {
      method: 'POST',
      headers: { authorization: `Bearer ${paper.apiKey}`, 'content-type': 'application/json' },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(413);
    expect(await chunked.json()).toEqual({ error: { code: 'PAYLOAD_TOO_LARGE', message: text }, requestId: text });
  });
});

test('every answer has a requestId of its own, in the envelope and in a header', async () => {
  const paths = ['/api/v2/account/me', '/api/v2/nothing', '/api/v2/perp/markets/NONE', '/api/v2/account/me'];
  const answers = await Promise.all(paths.map((path) => call('GET', path)));
  for (const { headers, body } of answers) expect(headers.get('x-request-id')).toBe(body.requestId);
  expect(new Set(answers.map(({ body }) => body.requestId)).size).toBe(answers.length);
});
