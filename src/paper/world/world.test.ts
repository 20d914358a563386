import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { cases, seed } from '../../../test/run/cases.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../platform/time/random.ts';
import type { AnyEndpoint, Method } from '../../protocol/endpoint.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { isReadScope, scopesFor } from '../limits/key-scopes.ts';
import { startPaperService } from '../service/service.ts';
import { type Answer, type CallOptions, callService } from '../service/service-shell.fixture.ts';
import type { PaperService } from '../service/service-shell.ts';

const sol = 'So11111111111111111111111111111111111111112';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** A value for every field that an operation may take, good enough to get past validation. */
const samples: Record<string, unknown> = {
  amount: '1000000',
  chain: 'solana',
  chainId: 8453,
  cancelAll: true,
  channel_name: 'presence-x',
  coin: 'BTC',
  groupId: 'none',
  index: 1,
  inputMint: sol,
  inputToken: sol,
  isBuy: true,
  leverage: 3,
  limitPx: '50000',
  modifications: [{ coin: 'BTC', isBuy: true, limitPx: '50000', sz: '0.01', oid: 1 }],
  name: 'sample',
  orderId: 'none',
  outputMint: usdc,
  outputToken: usdc,
  prompt: 'hello',
  q: 'SOL',
  signedTransaction: 'AAAA',
  socket_id: '1.1',
  start_time: 0,
  subscriptions: [],
  sz: '0.01',
  taskId: 'none',
  id: `solana:${sol}`,
  tokenId: `solana:${sol}`,
  address: sol,
  tokenAddress: sol,
  tokens: [`solana:${sol}`, 'nonsense', 'solana:x'],
  tradeSettings: {},
  triggerDirection: 'above',
  triggerMetric: 'price_usd',
  triggerValue: '1.5',
  walletAddress: '8qNrbwBzWo63i3UjDgN5zPdPc7XEgu4EcduJkyJNmJVe',
  walletId: 'wal_main',
  walletIds: ['wal_main'],
};

const nonsense: unknown[] = [
  null,
  '',
  'none',
  -1,
  1e308,
  'x'.repeat(5_000),
  {},
  [null],
  '0x',
  '9'.repeat(79),
  '__proto__',
];

/** A few of them, others for each field and in each run, or all. */
function someNonsense(field: string): unknown[] {
  const from = seededRandom(seed + field.length + field.charCodeAt(0)).int(nonsense.length);
  return [...nonsense.slice(from), ...nonsense.slice(0, from)].slice(0, cases(3, nonsense.length));
}

let service: PaperService;
let faults: unknown[];
beforeAll(async () => {
  faults = [];
  const onFault = (error: unknown) => void faults.push(error);
  const clock = new FakeClock();
  service = await startPaperService({ seed: 3, speed: 1, stateDir: null, clock, random: seededRandom(1), onFault });
  await clock.advance(2_000);
});
afterAll(() => service.close());

type Fields = Record<string, unknown>;
const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
const sampleOf = (schema: z.ZodType | undefined): Fields =>
  Object.fromEntries(fieldsOf(schema).flatMap((name) => (name in samples ? [[name, samples[name]]] : [])));

function pathOf(endpoint: AnyEndpoint, values: Fields = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(String(values[name] ?? samples[name] ?? 'none')),
  );
}

function send(endpoint: AnyEndpoint, { query = {}, body }: { query?: Fields; body?: unknown }, key?: string) {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const options: CallOptions = {
    ...(key === undefined ? {} : { key }),
    ...(endpoint.body && body !== undefined ? { json: body } : {}),
  };
  return callService(service, endpoint.method, `${pathOf(endpoint)}?${search}`, options);
}

function expectEnvelope({ status, body }: Answer, what: string): void {
  expect(faults, what).toEqual([]);
  expect(status, `${what}: ${JSON.stringify(body).slice(0, 300)}`).not.toBe(500);
  expect(body.requestId, what).toMatch(/^req_/);
  if (status === 200) expect(body, what).toHaveProperty('data');
  else expect(body.error, what).toMatchObject({ code: expect.any(String), message: expect.any(String) });
}

describe.each(allEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  it('is served to those with a key alone', async () => {
    const { status, body } = await callService(service, endpoint.method, pathOf(endpoint), { key: null });
    expect([status, body.error?.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('is not served under another method', async () => {
    const offered = allEndpoints.filter(({ path }) => path === endpoint.path).map(({ method }) => method);
    const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
    const other = methods.find((method) => !offered.includes(method))!;
    const { status, headers } = await callService(service, other, pathOf(endpoint));
    expect(status).toBe(405);
    expect(headers.get('allow')?.split(', ').sort()).toEqual(offered.sort());
  });

  it('refuses the read-only key exactly where its scope is no read', async () => {
    const { status } = await send(endpoint, {}, service.keys.readOnly);
    if (scopesFor(endpoint)?.some(isReadScope) ?? true) expect(status).not.toBe(403);
    else expect(status).toBe(403);
  });

  it('answers whatever it is sent, without a fault of its own', async () => {
    expectEnvelope(await send(endpoint, { query: sampleOf(endpoint.query), body: sampleOf(endpoint.body) }), 'samples');
    for (const body of [{}, null, [], 'text', 1]) expectEnvelope(await send(endpoint, { body }), JSON.stringify(body));
    for (const part of ['query', 'body'] as const)
      for (const field of fieldsOf(endpoint[part]))
        for (const value of someNonsense(field)) {
          const sent = { query: sampleOf(endpoint.query), body: sampleOf(endpoint.body) };
          const changed = { ...sent, [part]: { ...sent[part], [field]: value } };
          expectEnvelope(await send(endpoint, changed), `${field}=${JSON.stringify(value)?.slice(0, 40)}`);
        }
  });

  it('answers what its schema says', async () => {
    const { status, body } = await send(endpoint, {
      query: sampleOf(endpoint.query),
      body: sampleOf(endpoint.body),
    });
    if (status !== 200) return;
    const read = endpoint.response.safeParse(body.data);
    expect(read.error?.issues).toBeUndefined();
    expect(JSON.stringify(read.data)).not.toContain('"unreadable"');
  });
});

describe('unsigned transactions', () => {
  it('stand under the same limits but count as nothing', async () => {
    const walletAddress = '8qNrbwBzWo63i3UjDgN5zPdPc7XEgu4EcduJkyJNmJVe';
    const build = (amount: string) =>
      callService(service, 'POST', '/api/v2/swap/transaction', {
        key: service.keys.limited,
        json: { chain: 'solana', inputMint: usdc, outputMint: sol, amount, walletAddress },
      });
    for (let count = 0; count < 5; count++) expect((await build('10000000')).status).toBe(200);
    expect((await build('60000000')).body.error?.details).toMatchObject({ constraint: 'maxBuyUsdPerTrade' });
  });
});

describe('the limited key', () => {
  const limited = (path: string, json: unknown) =>
    callService(service, 'POST', path, { key: service.keys.limited, json });
  const swap = { chain: 'solana', walletId: 'wal_main', inputMint: usdc, outputMint: sol, amount: '10000000' };

  it.each([
    ['a buy above 50 USD', '/api/v2/swap/execute', { ...swap, amount: '60000000' }, 'maxBuyUsdPerTrade'],
    ['slippage above 1 %', '/api/v2/swap/execute', { ...swap, slippageBps: 101 }, 'maxSlippageBps'],
    ['another network', '/api/v2/swap/execute', { ...swap, chain: 'base', walletId: 'wal_base' }, 'allowedNetworks'],
    [
      'a perp order',
      '/api/v2/perp/order',
      { walletId: 'wal_perp', coin: 'BTC', isBuy: true, sizeUsd: '50', orderType: 'market' },
      'allowedNetworks',
    ],
    ['closing a perp', '/api/v2/perp/position/close', { walletId: 'wal_perp', coin: 'BTC' }, 'allowedNetworks'],
    [
      'the default slippage of a trigger order',
      '/api/v2/trigger/order',
      {
        chain: 'solana',
        walletId: 'wal_main',
        inputToken: usdc,
        outputToken: sol,
        amount: '1000000',
        triggerDirection: 'below',
        triggerMetric: 'price_usd',
        triggerValue: '100',
      },
      'maxSlippageBps',
    ],
  ])('may not do: %s', async (_what, path, json, constraint) => {
    const { status, body } = await limited(path, json);
    expect([status, body.error?.code]).toEqual([403, 'FORBIDDEN']);
    expect(body.error?.details).toMatchObject({ constraint });
  });
});
