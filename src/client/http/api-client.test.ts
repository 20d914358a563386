import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../platform/time/random.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { closePerpPosition } from '../../protocol/endpoints/perp-position.ts';
import { perpPositions } from '../../protocol/endpoints/perp-positions.ts';
import { getTask } from '../../protocol/endpoints/tasks.ts';
import { listWalletGroups } from '../../protocol/endpoints/wallet-groups.ts';
import { wsAuth } from '../../protocol/endpoints/ws.ts';
import { createApiClient } from './api-client.ts';
import { ApiError } from './errors.ts';

const apiKey = 'sk_canary_5ecretOfTheBird';
type Script = (request: Request, count: number) => Response | Promise<Response>;

/** Lets promises run, and ky's own pause of 0 ms between two attempts, which is on the global timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(1);
  }
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

function setUp(script: Script, options: { baseUrl?: string } = {}) {
  const clock = new FakeClock();
  const requests: Request[] = [];
  const fetch = (async (input: Request) => {
    requests.push(input);
    return script(input, requests.length);
  }) as typeof globalThis.fetch;
  const client = createApiClient({
    baseUrl: 'https://api.example.com',
    apiKey,
    clock,
    random: seededRandom(1),
    fetch,
    ...options,
  });
  /** Runs the clock until the call has ended. */
  const end = async <T>(call: Promise<T>): Promise<T | ApiError> => {
    const ended = call.catch((error: unknown) => error as ApiError);
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    for (let turn = 0; turn < 400 && !isOver; turn++) {
      await settle();
      await clock.advance(100);
    }
    return ended;
  };
  return { client, clock, requests, end };
}

const json = (body: unknown, status = 200, headers = {}) => Response.json(body, { status, headers });
const refusal = (status: number, code: string, details?: unknown, headers = {}) =>
  json({ error: { code, message: 'no', details }, requestId: 'r-9' }, status, headers);
const positions = { accountValue: '1', totalMarginUsed: '0', totalNtlPos: '0', withdrawable: '1', positions: [] };
const close = { body: { walletId: 'w1', coin: 'BTC', percentage: 50 } };
const asError = (value: unknown): ApiError => {
  expect(value).toBeInstanceOf(ApiError);
  return value as ApiError;
};

describe('a call', () => {
  test('sends the operation and gives data, request id, pagination and latency', async () => {
    const pagination = { hasMore: true, limit: 20, page: 1, total: null };
    const { client, clock, requests, end } = setUp(async () => {
      await clock.advance(40);
      return json({ data: positions, requestId: 'r-1', pagination });
    });
    const result = await end(client.call(perpPositions, { query: { wallet_id: 'w 1' } }));
    expect(result).toMatchObject({
      requestId: 'r-1',
      latencyMs: 40,
      pagination: { hasMore: true, limit: 20, page: 1 },
    });
    expect(result).toHaveProperty('data.accountValue', '1');
    expect(requests[0]!.url).toBe('https://api.example.com/api/v2/perp/positions?wallet_id=w+1');
    expect(requests[0]!.headers.get('authorization')).toBe(`Bearer ${apiKey}`);
    expect(clock.pending).toBe(0);
  });

  test('keeps a path in the base URL and escapes path parameters', async () => {
    const { client, requests, end } = setUp(() => refusal(404, 'NOT_FOUND'), {
      baseUrl: 'https://example.com/gateway/',
    });
    await end(client.call(getTask, { params: { taskId: 'a/b?c' } }));
    expect(requests[0]!.url).toBe('https://example.com/gateway/api/v2/tasks/a%2Fb%3Fc');
  });

  test('sends channel authorisation as a form and reads it bare or in the envelope', async () => {
    const { client, requests, end } = setUp((_, count) =>
      json(count === 1 ? { auth: 'k:s', channel_data: '{}' } : { data: { auth: 'k:t' }, requestId: 'r' }),
    );
    const input = { body: { socket_id: '1.2', channel_name: 'presence-u' } };
    expect(await end(client.call(wsAuth, input))).toHaveProperty('data', { auth: 'k:s', channel_data: '{}' });
    expect(await end(client.call(wsAuth, input))).toHaveProperty('data.auth', 'k:t');
    expect(await requests[0]!.text()).toBe('socket_id=1.2&channel_name=presence-u');
    expect(requests[0]!.headers.get('content-type')).toMatch(/x-www-form-urlencoded/);
  });

  test.each([
    ['bare', () => json(positions), 'h-1'],
    ['in the envelope', () => json({ data: positions, requestId: 'r-1' }), 'r-1'],
    ['in an envelope without request id', () => json({ data: positions }), 'h-1'],
  ])('an answer %s is read', async (_, answer, requestId) => {
    const { client, end } = setUp(() => {
      const response = answer();
      response.headers.set('x-request-id', 'h-1');
      return response;
    });
    const result = await end(client.call(perpPositions, {}));
    expect(result).toMatchObject({ data: { accountValue: '1' }, requestId, pagination: null });
  });

  test.each([{}, { error: { code: 'X', message: 'no' }, requestId: 'r' }, { status: 'ok' }])(
    '200 with %j is unreadable, so nobody knows whether the order was made',
    async (body) => {
      const { client, end } = setUp(() => json(body));
      const error = asError(await end(client.call(closePerpPosition, close)));
      expect(error).toMatchObject({ kind: 'unreadable', outcome: 'unknown' });
    },
  );

  test('refuses bad input before anything is sent, without reporting a response', async () => {
    const { client, requests, end } = setUp(() => json({}));
    const heard = vi.fn();
    client.onAnswer(heard);
    const bad = { body: { walletId: 'w1', coin: 'BTC', percentage: 101 } };
    expect(asError(await end(client.call(closePerpPosition, bad)))).toMatchObject({
      kind: 'validation',
      outcome: 'not-sent',
    });
    expect(asError(await end(client.call(getTask, { params: { taskId: '..' } })))).toMatchObject({
      outcome: 'not-sent',
    });
    expect(requests).toHaveLength(0);
    expect(heard).not.toHaveBeenCalled();
  });

  test('reports its result to listeners until they unsubscribe', async () => {
    const { client, end } = setUp((_, count) =>
      count === 1 ? json({ data: positions, requestId: 'r' }) : refusal(404, 'NOT_FOUND'),
    );
    const ends: unknown[] = [];
    const stop = client.onAnswer(({ endpointId, outcome }) =>
      ends.push([endpointId, outcome === 'ok' ? 'ok' : outcome.code]),
    );
    await end(client.call(perpPositions, {}));
    await end(client.call(perpPositions, {}));
    stop();
    await end(client.call(perpPositions, {}));
    expect(ends).toEqual([
      ['perp.positions', 'ok'],
      ['perp.positions', 'NOT_FOUND'],
    ]);
  });

  test('a listener that throws does not change how a call ends', async () => {
    const { client, end } = setUp(() => json({ data: positions, requestId: 'r' }));
    client.onAnswer(() => {
      throw new Error('bad listener');
    });
    expect(await end(client.call(perpPositions, {}))).toMatchObject({ requestId: 'r' });
  });

  test('one bad list item affects only that item', async () => {
    const data = { ...positions, positions: [{ coin: 'BTC', szi: '1' }, { coin: 5 }], brandNew: true };
    const { client, end } = setUp(() => json({ data, requestId: 'r' }));
    const result = (await end(client.call(perpPositions, {}))) as { data: { positions: unknown[] } };
    expect(result.data.positions).toHaveLength(2);
    expect(result.data.positions[1]).toHaveProperty('unreadable');
  });

  test('aborted before sending, nothing is sent; aborted later, the outcome is unknown', async () => {
    const { client, requests, end } = setUp(() => new Promise(() => {}));
    expect(await end(client.call(closePerpPosition, close, { signal: AbortSignal.abort() }))).toMatchObject({
      code: 'ABORTED',
      outcome: 'not-sent',
    });
    expect(requests).toHaveLength(0);
    const controller = new AbortController();
    const call = client.call(closePerpPosition, close, { signal: controller.signal });
    await new Promise(setImmediate);
    controller.abort();
    expect(await end(call)).toMatchObject({ code: 'ABORTED', outcome: 'unknown' });
  });
});

describe('what a failure proves', () => {
  test.each([
    [400, 'INVALID_PARAMS', 'validation'],
    [401, 'UNAUTHORIZED', 'unauthorized'],
    [403, 'FORBIDDEN', 'forbidden'],
    [404, 'NOT_FOUND', 'not-found'],
    [409, 'CONFLICT', 'rejected'],
    [422, 'NONCE_NOT_INITIALIZED', 'validation'],
    [429, 'RATE_LIMITED', 'rate-limited'],
  ])('an error envelope under %d is a rejection', async (status, code, kind) => {
    const { client, requests, end } = setUp(() => refusal(status, code));
    expect(asError(await end(client.call(closePerpPosition, close)))).toMatchObject({
      kind,
      code,
      status,
      outcome: 'rejected',
      requestId: 'r-9',
    });
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['a page of a proxy under 403', () => new Response('<html>', { status: 403 }), 'forbidden'],
    ['an envelope without request id under 400', () => json({ error: { code: 'X', message: 'y' } }, 400), 'validation'],
    ['an envelope under 501', () => refusal(501, 'NOT_IMPLEMENTED'), 'not-supported'],
    ['an envelope under 503', () => refusal(503, 'SPLIT_DISABLED'), 'server'],
    ['a 200 without data', () => json({ requestId: 'r' }), 'unreadable'],
    ['a 200 with nothing', () => new Response(''), 'unreadable'],
    ['a 200 nested too deep', () => new Response('['.repeat(10_000)), 'unreadable'],
    ['a 200 of 6 MB', () => new Response(' '.repeat(6_000_000)), 'unreadable'],
  ])('%s proves nothing', async (_, answer, kind) => {
    const { client, requests, end } = setUp(answer);
    expect(asError(await end(client.call(closePerpPosition, close)))).toMatchObject({ kind, outcome: 'unknown' });
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['ECONNREFUSED', 'not-sent'],
    ['ENOTFOUND', 'not-sent'],
    ['UND_ERR_CONNECT_TIMEOUT', 'not-sent'],
    ['ECONNRESET', 'unknown'],
    ['EPIPE', 'unknown'],
    ['EHOSTUNREACH', 'unknown'],
    ['CERT_HAS_EXPIRED', 'unknown'],
  ])('%s means %s', async (code, outcome) => {
    const { client, end } = setUp(() => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });
    });
    expect(asError(await end(client.call(closePerpPosition, close)))).toMatchObject({ kind: 'network', outcome });
  });

  test('several addresses must all have refused', async () => {
    const refused = () => Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
    const reset = Object.assign(new Error('x'), { code: 'ECONNRESET' });
    const outcomes = [];
    for (const errors of [
      [refused(), refused()],
      [refused(), reset],
    ]) {
      const { client, end } = setUp(() => {
        throw new TypeError('fetch failed', {
          cause: Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' }),
        });
      });
      outcomes.push(asError(await end(client.call(closePerpPosition, close))).outcome);
    }
    expect(outcomes).toEqual(['not-sent', 'unknown']);
  });

  test.each([
    [{ requiredScope: 'trade:swap:execute' }, 'trade:swap:execute'],
    [{ missing_scopes: ['write:wallets'] }, 'write:wallets'],
    [undefined, null],
  ])('a 403 with %o lacks %s', async (details, scope) => {
    const { client, end } = setUp(() => refusal(403, 'FORBIDDEN', details));
    expect(asError(await end(client.call(closePerpPosition, close))).missingScope).toBe(scope);
  });

  test('a scope in the text alone is found, and wire texts are cleaned', async () => {
    const error = { code: 'FORBIDDEN\u001b[2J', message: 'needs manage:wallet-groups\u202e\nnow' };
    const { client, end } = setUp(() => json({ error, requestId: 'r\u0007' }, 403));
    const caught = asError(await end(client.call(listWalletGroups, {})));
    expect(caught.missingScope).toBe('manage:wallet-groups');
    for (const text of [caught.code, caught.message, caught.requestId])
      expect(text).not.toMatch(/[\u0000-\u001f\u202e]/);
  });
});

describe('retries', () => {
  test.each([500, 502, 503, 504, 429, 408])('a GET is asked three times on %d', async (status) => {
    const { client, requests, end } = setUp(() => refusal(status, 'X'));
    expect(asError(await end(client.call(perpPositions, {})))).toMatchObject({ status, code: 'X' });
    expect(requests).toHaveLength(3);
  });

  test.each([400, 401, 403, 404, 501])('a GET is asked once on %d', async (status) => {
    const { client, requests, end } = setUp(() => refusal(status, 'X'));
    await end(client.call(perpPositions, {}));
    expect(requests).toHaveLength(1);
  });

  test('a GET recovers from a reset and a 503', async () => {
    const { client, requests, end } = setUp((_, count) => {
      if (count === 1)
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) });
      return count === 2 ? new Response('busy', { status: 503 }) : json({ data: positions, requestId: 'r-3' });
    });
    expect(await end(client.call(perpPositions, {}))).toMatchObject({ requestId: 'r-3' });
    expect(requests).toHaveLength(3);
  });

  test('Retry-After is honoured, and not waited for beyond its bound', async () => {
    const at: number[] = [];
    const wait = async (seconds: string) => {
      at.length = 0;
      const { client, clock, end } = setUp((_, count) => {
        at.push(clock.monotonic());
        return count === 1
          ? refusal(429, 'RATE_LIMITED', undefined, { 'retry-after': seconds })
          : json({ data: positions, requestId: 'r' });
      });
      return end(client.call(perpPositions, {}));
    };
    expect(await wait('3')).toMatchObject({ requestId: 'r' });
    expect(at[1]! - at[0]!).toBe(3_000);
    expect(await wait('60')).toMatchObject({ kind: 'rate-limited', retryAfterMs: 60_000 });
    expect(at).toHaveLength(1);
  });

  test('the whole call ends in time, and leaves no timer', async () => {
    const { client, clock, requests, end } = setUp(() => refusal(503, 'X', undefined, { 'retry-after': '4' }));
    const error = asError(await end(client.call(perpPositions, {}, { timeoutMs: 6_000 })));
    expect(error).toMatchObject({ kind: 'timeout', code: 'TIMEOUT' });
    expect(requests).toHaveLength(2);
    await settle();
    expect(clock.pending).toBe(0);
  });
});

const transfer = { fromWalletId: 'w1', toWalletId: 'w2', token: 'native', chain: 'SVM' };
const group = { groupId: 'g1' };
const order = { walletId: 'w1', coin: 'BTC', isBuy: true, limitPx: '1', sz: '1', oid: 1 };
const swap = { amount: '1', chain: 'solana', inputMint: 'a', outputMint: 'b', walletId: 'w1' };
const triggered = { amount: '1', chain: 'solana', inputToken: 'a', outputToken: 'b', walletId: 'w1' };
const condition = {
  triggerDirection: 'above',
  triggerMetric: 'price_usd',
  triggerBehavior: 'immediate',
  triggerValue: '1',
};

/** A good input for each operation that changes something. */
const inputs: Readonly<Record<string, unknown>> = {
  'trigger.create': { body: { ...triggered, ...condition } },
  'trigger.cancel': { params: { orderId: 'o1' } },
  'swap.execute': { body: swap },
  'swap.submit': { body: { chain: 'solana', signedTransaction: 'AA==', walletAddress: 'a' } },
  'transfers.send': { body: { ...transfer, amount: '1' } },
  'transfers.retireWallet': { body: transfer },
  'splits.execute': { body: { planId: 'p1' } },
  'account.updateSettings': { body: { tradeSettings: { autoEnableMultisend: true } } },
  'account.patchSettings': { body: { tradeSettings: { autoEnableMultisend: true } } },
  'wallets.archive': { params: { walletId: 'w1' } },
  'wallets.unarchive': { params: { walletId: 'w1' } },
  'wallets.bulkArchive': { body: { walletIds: ['w1'] } },
  'wallets.move': { params: { walletId: 'w1' }, body: { toGroupId: 'g1' } },
  'walletGroups.createWithWallets': { body: { name: 'n', chain: 'svm', walletCount: 2 } },
  'account.enableMultisend': { params: { walletId: 'w1' } },
  'walletGroups.create': { body: { name: 'g' } },
  'walletGroups.rename': { params: group, body: { name: 'g' } },
  'walletGroups.delete': { params: group },
  'walletGroups.addWallets': { params: group, body: { walletIds: ['w1'] } },
  'walletGroups.removeWallets': { params: group, body: { walletIds: ['w1'] } },
  'walletGroups.reorderWallets': { params: group, body: { walletIds: ['w1'] } },
  'perp.placeOrder': { body: { walletId: 'w1', coin: 'BTC', isBuy: true, limitPx: '1', sz: '1' } },
  'perp.modifyOrder': { body: order },
  'perp.modifyOrders': {
    body: { walletId: 'w1', modifications: [{ coin: 'BTC', isBuy: true, limitPx: '1', sz: '1', oid: 1 }] },
  },
  'perp.cancelOrder': { body: { walletId: 'w1', coin: 'BTC', oid: 1 } },
  'perp.closePosition': close,
  'perp.adjustMargin': { body: { walletId: 'w1', coin: 'BTC', amount: '1' } },
  'perp.setLeverage': { body: { walletId: 'w1', coin: 'BTC', leverage: 2 } },
  'agents.createSuggestion': { body: { side: 'BUY', networkId: 'SOL', asset: 'JUP', rationale: 'low' } },
  'agents.invoke': { params: { agentId: 'a1' }, body: { prompt: 'hi' } },
};

describe('every operation that changes something is sent exactly once and ends unknown', () => {
  const faults: Record<string, Script> = {
    'network error': () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) });
    },
    '503': () => refusal(503, 'UNAVAILABLE'),
    'bad JSON': () => new Response('{"data":'),
    hang: () => new Promise(() => {}),
  };
  const mutating = allEndpoints.filter(({ mutates }) => mutates);
  const cases = mutating.flatMap((endpoint) =>
    Object.keys(faults).map((fault) => [endpoint.id, fault, endpoint] as const),
  );

  test.each(cases)('%s, %s', async (_, fault, endpoint) => {
    const { client, clock, requests, end } = setUp(faults[fault]!);
    const call = client.call(endpoint as AnyEndpoint, inputs[endpoint.id] as never);
    expect(asError(await end(call))).toMatchObject({ outcome: 'unknown', endpointId: endpoint.id });
    expect(requests).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });
});

describe('the key', () => {
  test('is in no error, even if the service echoes it', async () => {
    const scripts: Script[] = [
      () => {
        throw new TypeError(`fetch failed for Bearer ${apiKey}`, { cause: new Error(apiKey) });
      },
      () => refusal(401, apiKey, { echoed: { key: apiKey } }),
      () => json({ error: { code: 'X', message: `bad ${apiKey}` }, requestId: apiKey }, 400),
      () => new Response(`"${apiKey}`),
      () => json({ data: { positions: apiKey }, requestId: apiKey }),
    ];
    for (const script of scripts) {
      const { client, end } = setUp(script);
      const error = asError(await end(client.call(perpPositions, {})));
      expect(inspect(error, { depth: 20, showHidden: true }) + error.stack + JSON.stringify(error)).not.toContain(
        '5ecret',
      );
    }
  });

  test.each(['', 'a b', 'key\n', 'kéy'])('%j is refused without being quoted', (bad) => {
    const make = () =>
      createApiClient({ baseUrl: 'https://x.com', apiKey: bad, clock: new FakeClock(), random: seededRandom(1) });
    expect(make).toThrow('the API key is empty or contains invalid characters');
  });
});
