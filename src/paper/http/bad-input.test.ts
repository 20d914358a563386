import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { cases } from '../../../test/run/cases.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../platform/time/random.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { type PaperService, startPaperService } from '../service/service.ts';

const runsPerRoute = cases(3, 20);
const mint = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const sol = 'So11111111111111111111111111111111111111112';

const clock = new FakeClock();
const faults: unknown[] = [];
let service: PaperService;
beforeAll(async () => {
  service = await startPaperService({
    seed: 3,
    speed: 1,
    stateDir: null,
    clock,
    random: seededRandom(3),
    onFault: (error) => faults.push(error),
  });
});
afterAll(() => service.close());

/** Values that are right somewhere, so that calls get past the first check and the handlers are tried too. */
const plausible = [
  'solana',
  'base',
  'bsc',
  'wal_main',
  'wal_base',
  'wal_perp',
  'BTC',
  'ETH',
  sol,
  mint,
  `solana:${mint}`,
  'above',
  'below',
  'price_usd',
  'trailing',
  'immediate',
  'limit',
  'market',
  '1',
  '100',
  '0',
  '-1',
  '25.5',
  '1h',
  0,
  1,
  10,
  100,
  -1,
  0.5,
  true,
  false,
  null,
  [],
  {},
  ['wal_main'],
  [mint],
];
const hostile = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  '\0',
  '\ud800',
  '\u202e',
  "' OR 1=1 --",
  '../..',
  '%',
  'NaN',
  '9'.repeat(400),
  `1e${'9'.repeat(20)}`,
  '0x10',
  '-0',
  'x'.repeat(5_000),
  '٣',
  '1,5',
  'Infinity',
  '1e5000',
  2 ** 53,
  -(2 ** 63),
  1e308,
  -0,
  5e-324,
  [[[[]]]],
  { __proto__: null, constructor: {} },
];
const anyValue = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...plausible) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...hostile) },
  { weight: 2, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
);
const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const anyText = fc.oneof(fc.constantFrom(...[...plausible, ...hostile].map(plain)), fc.string());

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  Object.keys((schema as { shape?: Record<string, unknown> } | undefined)?.shape ?? {});

/** An object of the operation's own fields, most of them there, and a few that it has not. */
function fields(schema: z.ZodType | undefined) {
  const own = fieldsOf(schema).map((name) => fc.option(fc.tuple(fc.constant(name), anyValue), { freq: 8 }));
  const odd = fc.array(fc.tuple(fc.constantFrom('__proto__', 'extra', 'constructor'), anyValue), { maxLength: 1 });
  return fc
    .tuple(odd, ...own)
    .map(([extra, ...named]) => [...extra, ...named.filter((field) => field !== null)] as [string, unknown][]);
}

/** JSON text written by hand: `JSON.stringify` would lose `__proto__`, and no value is beyond a number here. */
const jsonText = (entries: readonly [string, unknown][]) =>
  `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;

const depth = 10_000;
const brokenBodies = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '1e999',
  '{"a":1e999}',
  '{"amount":00}',
  '\ufeff{}',
  '{"a":1,"a":2}',
  `${'['.repeat(depth)}${']'.repeat(depth)}`,
  `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
  `{"walletId":${'['.repeat(depth)}${']'.repeat(depth)}}`,
  `{"tradeSettings":${'{"chainPresetsBuy":'.repeat(63)}1${'}'.repeat(63)}}`,
];

const body = (endpoint: AnyEndpoint) =>
  fc.oneof(
    { weight: 6, arbitrary: fields(endpoint.body).map(jsonText) },
    { weight: 2, arbitrary: fc.constantFrom(...brokenBodies) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string() },
  );

const query = (endpoint: AnyEndpoint) =>
  fields(endpoint.query)
    .chain((named) =>
      // A field in twelve comes twice.
      fc.tuple(fc.constant(named), fc.constantFrom(...named.map(([name]) => name), ...Array(12).fill(''))),
    )
    .map(([named, twice]) => {
      const search = new URLSearchParams(named.map(([name, value]): [string, string] => [name, plain(value)]));
      if (twice) search.append(twice, '1');
      return search.size > 0 ? `?${search}` : '';
    });

const path = (endpoint: AnyEndpoint) =>
  fc.array(anyText, { minLength: 2, maxLength: 2 }).map((values) => {
    const left = [...values];
    return endpoint.path.replace(/\{\w+\}/g, () => encodeURIComponent((left.pop() ?? '').toWellFormed()) || '-');
  });

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const contentTypes = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'x', ''];

const call = (endpoint: AnyEndpoint) =>
  fc.record({
    path: path(endpoint),
    query: fc.oneof({ weight: 5, arbitrary: query(endpoint) }, { weight: 1, arbitrary: fc.constant('?a&&=1&a=%zz') }),
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constant(endpoint.method as string) },
      { weight: 1, arbitrary: fc.constantFrom(...methods) },
    ),
    body: body(endpoint),
    type: fc.oneof(
      { weight: 5, arbitrary: fc.constant('application/json') },
      { weight: 1, arbitrary: fc.constantFrom(...contentTypes) },
    ),
  });

describe('whatever is sent', () => {
  const routes = allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
  it.each(routes)('%s answers in its envelope, and never with 500', async (_name, endpoint) => {
    await fc.assert(
      fc.asyncProperty(call(endpoint), async ({ path: where, query: search, method, body: text, type }) => {
        // The limits of the key look at the last day: each call comes a day after the one before.
        clock.jumpWall(25 * 3_600_000);
        // A call may ask to await its result, which takes time of the service's clock.
        const ticking = setInterval(() => void clock.advance(1_000), 200);
        const response = await fetch(service.baseUrl + where + search, {
          method,
          headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': type },
          ...(method === 'GET' ? {} : { body: text }),
        }).finally(() => clearInterval(ticking));
        const answer = (await response.json()) as { requestId?: string; error?: { code: string; message: string } };
        expect(faults.map(String)).toEqual([]);
        expect(response.status).not.toBe(500);
        expect(answer.requestId).toMatch(/^req_/);
        if (response.ok) expect(answer).toHaveProperty('data');
        else expect(answer.error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
        if (answer.error?.code === 'INVALID_PARAMS' && !response.ok) expect(response.status).toBe(400);
      }),
      { numRuns: runsPerRoute },
    );
  });

  it.each(['//[', '/apps/', '/apps/x/events', '/app/', '*', 'http://[', '/%', '/api/v2/../../etc', '/?', '//'])(
    'the target %s is no operation',
    async (target) => {
      const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
      socket.write(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
      let answer = '';
      for await (const chunk of socket) answer += chunk;
      expect(answer).toMatch(/^HTTP\/1\.1 40[45] /);
    },
  );

  it.each([
    ['no request line at all', '\0\0\0\r\n\r\n', 400],
    ['a header without end', `GET / HTTP/1.1\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx', 400],
  ])('%s is refused in the envelope, and the service goes on', async (_what, bytes, status) => {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    socket.end(bytes, 'latin1');
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { code: 'INVALID_PARAMS' } });
    expect((await fetch(service.baseUrl)).status).toBe(404);
  });
});
