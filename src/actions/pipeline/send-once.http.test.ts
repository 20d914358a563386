import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createApiClient } from '../../client/http/api-client.ts';
import { type Clock, systemClock } from '../../platform/time/clock.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { isUnresolved } from '../../stores/orders/operation-records.ts';
import { bindActions } from '../desk-actions.ts';
import { fakeContext } from './fake-context.fixture.ts';
import { orderKinds } from './operation-kinds.fixture.ts';

const servers: Server[] = [];
/** So long that only the test's own clock reaches it. */
const timeoutMs = 60_000;

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Fault = (response: ServerResponse, accepted: unknown) => unknown;

/** Every action against a real server on loopback with the real client; the desk's own clock stands still. */
async function setUp(fault: Fault, accepted: unknown, clock: Clock = systemClock) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      seen.push(String(request.method));
      fault(response, accepted);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createApiClient({ baseUrl, apiKey: 'sk_k_s', clock, random: seededRandom(1), timeoutMs });
  const fake = fakeContext(() => ({}));
  return { ...fake, seen, server, actions: bindActions({ ...fake.context, client }) };
}

const answer = (response: ServerResponse, status: number, body: unknown) =>
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
const envelope = (accepted: unknown) => JSON.stringify({ data: accepted, requestId: 'r' });
const refusal = { error: { code: 'X', message: 'y' }, requestId: 'r' };

/** Ways to lose a response: the service may have executed the request. */
const faults: Readonly<Record<string, Fault>> = {
  'the request dropped': (response) => response.socket?.destroy(),
  'a reset before the answer': (response) => response.socket?.resetAndDestroy(),
  'a reset in the middle of the answer': (response, accepted) => {
    const body = envelope(accepted);
    response.writeHead(200, { 'content-length': body.length });
    response.write(body.slice(0, -3), () => response.socket?.resetAndDestroy());
  },
  'half an answer': (response, accepted) => answer(response, 200, envelope(accepted).slice(0, -3)),
  'an empty answer': (response) => answer(response, 200, ''),
  'an answer of another form': (response) => answer(response, 200, envelope({ ok: true })),
  'an answer without data': (response) => answer(response, 200, { requestId: 'r' }),
  'a 500 with an envelope': (response) => answer(response, 500, refusal),
  'a 502 page': (response) => answer(response, 502, '<html>'),
  'a 400 page': (response) => answer(response, 400, '<html>'),
  'a redirect': (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
};

test.each(orderKinds.flatMap((kind) => Object.keys(faults).map((name) => [kind.name, name, kind] as const)))(
  '%s that meets %s is sent once, is unknown and blocks the next',
  async (_name, name, kind) => {
    const desk = await setUp(faults[name]!, kind.accepted);
    expect(await kind.send(desk.actions)).toMatchObject({ kind: 'unknown' });
    expect(desk.journal().map(({ event }) => event)).toEqual(['sent', 'unknown']);
    expect(isUnresolved(desk.context.records.getState().records[0]!)).toBe(true);
    expect(await kind.send(desk.actions)).toMatchObject({ kind: 'not-sent', code: 'IN_DOUBT' });
    expect(desk.seen).toHaveLength(1);
  },
);

test.each(orderKinds)('$name without a response is sent once and is unknown after the time-out', async (kind) => {
  const clock = new FakeClock();
  const arrived = Promise.withResolvers<void>();
  const desk = await setUp(() => arrived.resolve(), kind.accepted, clock);
  const sending = kind.send(desk.actions);
  await arrived.promise;
  await clock.advance(timeoutMs);
  expect(await sending).toMatchObject({ kind: 'unknown', code: 'TIMEOUT' });
  expect(desk.seen).toHaveLength(1);
});

test.each(orderKinds)(
  '$name is accepted, and rejected where the service proves it, with one request each',
  async (kind) => {
    const accepting = await setUp((response, accepted) => answer(response, 200, envelope(accepted)), kind.accepted);
    expect(await kind.send(accepting.actions)).toMatchObject({ kind: 'accepted' });
    const refusing = await setUp((response) => answer(response, 422, refusal), kind.accepted);
    expect(await kind.send(refusing.actions)).toMatchObject({ kind: 'rejected', code: 'X' });
    expect([accepting.seen.length, refusing.seen.length]).toEqual([1, 1]);
  },
);

test.each(orderKinds)('$name to a closed port is not sent, and blocks nothing', async (kind) => {
  const desk = await setUp(() => {}, kind.accepted);
  await new Promise((resolve) => servers.pop()?.close(resolve));
  for (const _time of [1, 2]) expect(await kind.send(desk.actions)).toMatchObject({ kind: 'not-sent' });
  expect(desk.journal().map(({ event }) => event)).toEqual(['sent', 'not-sent', 'sent', 'not-sent']);
});
