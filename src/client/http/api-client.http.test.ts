import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../platform/time/clock.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { closePerpPosition } from '../../protocol/endpoints/perp-position.ts';
import { perpPositions } from '../../protocol/endpoints/perp-positions.ts';
import { createApiClient } from './api-client.ts';
import { ApiError } from './errors.ts';

const close = { body: { walletId: 'w1', coin: 'BTC', percentage: 50 } };
const positions = { accountValue: '1', totalMarginUsed: '0', totalNtlPos: '0', withdrawable: '1', positions: [] };
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Handler = (response: ServerResponse, request: IncomingMessage, count: number) => void;

/** So long that only the test's own clock reaches it. */
const timeoutMs = 60_000;

/** A real server on loopback and a client, with real time unless a clock is given. */
async function setUp(handler: Handler, clock: Clock = systemClock) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      seen.push(`${request.method} ${request.url}`);
      handler(response, request, seen.length);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createApiClient({ baseUrl, apiKey: 'sk_k_s', clock, random: seededRandom(1), timeoutMs });
  const fail = (call: Promise<unknown>) =>
    call.then(
      () => expect.unreachable('the call succeeded'),
      (error: unknown) => error as ApiError,
    );
  return { client, seen, server, fail, baseUrl };
}

const answer = (response: ServerResponse, status: number, body: unknown) => {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
};

/** Responses from which nothing can be concluded. */
const faults: Record<string, Handler> = {
  'reset before the answer': (response) => response.socket!.resetAndDestroy(),
  'reset in the middle of the body': (response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"data":', () => response.socket?.resetAndDestroy());
  },
  'bad JSON': (response) => answer(response, 200, '{"data":'),
  'an empty body': (response) => answer(response, 200, ''),
  'a 503 with an envelope': (response) => answer(response, 503, { error: { code: 'X', message: 'y' }, requestId: 'r' }),
  'a 502 page': (response) => answer(response, 502, '<html>'),
  'a redirect': (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
  'a body over 5 MB': (response) => answer(response, 200, ' '.repeat(6_000_000)),
};

test.each(Object.keys(faults))('a mutation that meets %s is sent once and ends unknown', async (name) => {
  const { client, seen, fail } = await setUp(faults[name]!);
  const error = await fail(client.call(closePerpPosition, close));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ outcome: 'unknown', endpointId: 'perp.closePosition' });
  expect(seen).toEqual(['POST /api/v2/perp/position/close']);
});

test.each<[string, (response: ServerResponse) => unknown]>([
  ['no answer', () => {}],
  ['half an answer', (response) => response.writeHead(200, { 'content-length': '1000' }).write('{"data":')],
])('a mutation with %s times out as unknown, sent once', async (_what, handler) => {
  const clock = new FakeClock();
  const arrived = Promise.withResolvers<void>();
  const { client, seen, fail } = await setUp((response) => {
    handler(response);
    arrived.resolve();
  }, clock);
  const failed = fail(client.call(closePerpPosition, close));
  await arrived.promise;
  await clock.advance(timeoutMs);
  expect(await failed).toMatchObject({ kind: 'timeout', outcome: 'unknown' });
  expect(seen).toHaveLength(1);
});

test('a response without end is cut at 5 MB, though it would be a good one', async () => {
  const { client, fail } = await setUp((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(`{"data":${JSON.stringify(positions)},"requestId":"r"}`);
    // JSON may end in blanks, so nothing but its size is wrong with it.
    const blanks = ' '.repeat(1_000_000);
    for (let megabyte = 0; megabyte < 7; megabyte++) response.write(blanks);
    response.end();
  });
  expect((await fail(client.call(closePerpPosition, close))).message).toContain('larger than 5 MB');
});

test('a redirect of a GET is an error, without a retry', async () => {
  const { client, seen, fail } = await setUp(faults['a redirect']!);
  expect(await fail(client.call(perpPositions, {}))).toMatchObject({ code: 'REDIRECTED' });
  expect(seen).toHaveLength(1);
});

test.each(['reset before the answer', 'reset in the middle of the body', 'a 503 with an envelope'])(
  'a GET that meets %s once is repeated',
  async (name) => {
    const good: Handler = (response) => answer(response, 200, { data: positions, requestId: 'r-2' });
    const { client, seen } = await setUp((response, request, count) =>
      (count === 1 ? faults[name]! : good)(response, request, count),
    );
    expect(await client.call(perpPositions, {})).toMatchObject({ requestId: 'r-2' });
    expect(seen).toHaveLength(2);
  },
);

test('a 429 with Retry-After 0 is repeated at once', async () => {
  const { client, seen } = await setUp((response, _, count) => {
    if (count === 1) response.setHeader('retry-after', '0');
    if (count === 1) answer(response, 429, { error: { code: 'RATE_LIMITED', message: 'slow' }, requestId: 'r' });
    else answer(response, 200, { data: positions, requestId: 'r-2' });
  });
  expect(await client.call(perpPositions, {})).toMatchObject({ requestId: 'r-2' });
  expect(seen).toHaveLength(2);
});

test('a refused connection proves that nothing was sent', async () => {
  const { client, server, fail } = await setUp(() => {});
  await new Promise((resolve) => server.close(resolve));
  servers.length = 0;
  expect(await fail(client.call(closePerpPosition, close))).toMatchObject({
    kind: 'network',
    code: 'ECONNREFUSED',
    outcome: 'not-sent',
  });
});

test('a key quoted by the service is in no part of the error', async () => {
  const apiKey = 'N0-Sh4pe.At-All_c4n4ry';
  const escaped = [...Buffer.from(apiKey)].map((byte) => `\\u00${byte.toString(16)}`).join('');
  const quotes = [
    `{"error":{"code":"${escaped}","message":"bad key ${escaped}","details":{"${apiKey}":["${escaped}"]}},"requestId":"${escaped}"}`,
    `<html>${apiKey}</html>`,
  ];
  const { baseUrl, fail } = await setUp((response, _request, count) =>
    response.writeHead(count === 1 ? 422 : 502, { 'x-request-id': apiKey }).end(quotes[count - 1]),
  );
  const client = createApiClient({ baseUrl, apiKey, clock: systemClock, random: seededRandom(1) });
  for (const _quote of quotes) {
    const error = await fail(client.call(closePerpPosition, close));
    const { message, code, requestId, details } = error as ApiError;
    expect(JSON.stringify([message, code, requestId, details])).not.toMatch(/c4n4ry|Sh4pe/);
    expect(JSON.stringify([message, code, requestId, details])).toContain('[key]');
  }
});
