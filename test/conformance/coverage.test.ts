import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { RawClient } from '../../src/paper/pusher/raw-client.fixture.ts';
import { startPaperService } from '../../src/paper/service/service.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { allEndpoints } from '../../src/protocol/endpoint-list.ts';
import { fillPath, pathParameters } from '../../src/protocol/path-template.ts';
import { allStreams } from '../../src/protocol/stream-list.ts';
import { plainCall } from './plain-call.ts';

/* docs/coverage.md says of each operation and stream whether paper answers it: here it is asked. */

const faults: unknown[] = [];
const service = await startPaperService({
  port: 0,
  seed: 11,
  speed: 1,
  stateDir: null,
  clock: systemClock,
  onFault: (error) => faults.push(error),
});
afterAll(async () => {
  await service.close();
  expect(faults).toEqual([]);
});

/** The word in the paper column of the table row that begins with this name. */
const paperColumn = (name: string): string | undefined => {
  const document = readFileSync(new URL('../../docs/coverage.md', import.meta.url), 'utf8');
  const row = document.split('\n').find((line) => line.startsWith(`| \`${name}\``));
  return row?.split(' | ').at(-2);
};

test.each(allEndpoints.map(({ id, method, path }) => [id, method, path] as const))(
  '%s is answered at %s %s',
  async (id, method, path) => {
    const params = Object.fromEntries(pathParameters(path).map((name) => [name, 'nobody']));
    // Nothing that is asked for exists, and nothing is said about it: whatever the answer, it is this operation's own.
    const { status, body } = await plainCall(
      service,
      method,
      fillPath(path, params),
      method === 'GET' ? {} : { json: {} },
    );
    expect(status).not.toBe(405);
    expect(body.error?.message).not.toBe('no such operation');
    expect(paperColumn(id)).toBe('yes');
  },
);

test('paper says of a path that it does not have what the test above looks for', async () => {
  const { status, body } = await plainCall(service, 'GET', '/api/v2/nothing');
  expect(status).toBe(404);
  expect(body.error?.message).toBe('no such operation');
});

const filterValue: Readonly<Record<string, string>> = {
  tokenAddress: 'nobody',
  walletAddress: 'nobody',
  chainId: '8453',
  profileId: 'prf_1',
  feedId: 'feed_1',
};

interface Resolved {
  readonly connection: { readonly appKey: string };
  readonly subscriptions: readonly {
    readonly stream: string;
    readonly channel: string;
    readonly event: string;
    readonly visibility: string;
  }[];
}

test('every stream is resolved by the session and can be joined on the socket', async () => {
  const wanted = allStreams.map(({ id, filters }) => ({
    stream: id,
    filter: Object.fromEntries(filters.map(({ name }) => [name, filterValue[name]])),
  }));
  const answer = await plainCall(service, 'POST', '/api/v2/ws/session', { json: { subscriptions: wanted } });
  const { connection, subscriptions } = answer.body.data as Resolved;
  expect(subscriptions).toEqual(
    allStreams.map(({ id, visibility }, index) =>
      expect.objectContaining({ stream: id, visibility, event: 'update', filter: wanted[index]!.filter }),
    ),
  );
  expect(new Set(subscriptions.map(({ channel }) => channel)).size).toBe(allStreams.length);

  const socket = new RawClient(service.baseUrl, `/app/${connection.appKey}?protocol=7`);
  const socketId = await socket.greeting();
  for (const { channel, visibility } of subscriptions)
    socket.send('pusher:subscribe', {
      channel,
      ...(visibility === 'presence' && (await authorise(socketId, channel))),
    });
  const joined = (await socket.settle()).filter(({ event }) => event !== 'update');
  expect(joined.map(({ event, channel }) => [event, channel])).toEqual(
    subscriptions.map(({ channel }) => ['pusher_internal:subscription_succeeded', channel]),
  );
  for (const { id } of allStreams) expect(paperColumn(id), id).toMatch(/^(yes|silent)$/);
  socket.close();
});

test('a stream’s other spellings lead to the same channel', async () => {
  const aliased = allStreams.filter(({ aliases }) => aliases.length > 0);
  expect(aliased.length).toBeGreaterThan(0);
  for (const { id, aliases, filters } of aliased) {
    const filter = Object.fromEntries(filters.map(({ name }) => [name, 'f1']));
    const subscriptions = [id, ...aliases].map((stream) => ({ stream, filter }));
    const { body } = await plainCall(service, 'POST', '/api/v2/ws/session', { json: { subscriptions } });
    const resolved = (body.data as Resolved).subscriptions;
    expect(resolved.map(({ stream }) => stream)).toEqual([id, ...aliases]);
    expect(new Set(resolved.map(({ channel }) => channel)).size).toBe(1);
  }
});

/** As plain Pusher clients do: a form, and the answer read at its top. */
async function authorise(socketId: string, channel: string) {
  const answer = await fetch(`${service.baseUrl}/api/v2/ws/auth`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}` },
    body: new URLSearchParams({ socket_id: socketId, channel_name: channel }),
  });
  const { auth, channel_data } = (await answer.json()) as { auth: string; channel_data: string };
  return { auth, channel_data };
}
