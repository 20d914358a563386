import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RawClient } from '../pusher/raw-client.fixture.ts';
import { type NotesService, startNotes } from '../service/service-shell.fixture.ts';
import type { FaultRuleInput } from './fault-rule.ts';

let service: NotesService;
const clients: RawClient[] = [];
beforeEach(async () => {
  service = await startNotes();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await service.close();
});

const notes = '/api/v2/notes';
const faultsPath = '/paper/admin/faults';
const ask = (rule: FaultRuleInput, key = service.apiKey) => service.call('POST', faultsPath, { json: rule, key });
const write = (note: string) => service.call('POST', notes, { json: { note } });
/** The status of a call of the notes, or the name of its error; what is not answered while many others are is given up. */
async function outcomeOf({ baseUrl, apiKey, call }: NotesService, init: RequestInit = {}): Promise<number | string> {
  const given = new AbortController();
  let outcome: number | string | null = null;
  const end = (value: number | string) => {
    outcome = value;
  };
  const ended = fetch(baseUrl + notes, {
    ...init,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    signal: given.signal,
  }).then(
    ({ status }) => end(status),
    ({ name }: Error) => end(name),
  );
  for (let others = 0; outcome === null && others < 30; others++) await call('GET', faultsPath);
  given.abort();
  await ended;
  return outcome!;
}
const failure = (call: Promise<unknown>) => call.then(() => null).catch((error: Error) => error);

describe('calls', () => {
  it('comes late', async () => {
    await ask({ kind: 'latency', route: `POST ${notes}`, delayMs: 60 });
    const startMs = performance.now();
    expect((await write('late')).status).toBe(200);
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(59);
  });

  it('is dropped unseen, or carried out and then dropped', async () => {
    await ask({ kind: 'dropRequest', route: `POST ${notes}` });
    expect(await failure(write('never'))).toBeInstanceOf(Error);
    await ask({ kind: 'dropAnswer', route: `POST ${notes}` });
    expect(await failure(write('done'))).toBeInstanceOf(Error);
    expect(service.world.notes).toEqual(['done']);
    expect((await write('well')).status).toBe(200);
  });

  it('is carried out and never answered, while the connection stays', async () => {
    await ask({ kind: 'hang', route: `POST ${notes}` });
    const outcome = await outcomeOf(service, { method: 'POST', body: '{"note":"hangs"}' });
    expect(outcome).toBe('AbortError');
    expect(service.world.notes).toEqual(['hangs']);
  });

  it('breaks off in the middle of its body', async () => {
    await ask({ kind: 'resetMidBody', route: `POST ${notes}` });
    const { hostname, port } = new URL(service.baseUrl);
    const outcome = await new Promise<{ status: number; code: string; got: number; length: number }>((resolve) => {
      const headers = { authorization: `Bearer ${service.apiKey}` };
      const call = httpRequest({ hostname, port, path: notes, method: 'POST', headers }, (response) => {
        let got = 0;
        response.on('data', (chunk: Buffer) => {
          got += chunk.byteLength;
        });
        response.on('error', ({ code = '' }: NodeJS.ErrnoException) =>
          resolve({ status: response.statusCode ?? 0, code, got, length: Number(response.headers['content-length']) }),
        );
      });
      // The reset is told to the request too; it is the answer that is looked at.
      call.on('error', () => {}).end('{"note":"half"}');
    });
    expect(outcome).toMatchObject({ status: 200, code: 'ECONNRESET' });
    expect(outcome.got).toBeLessThan(outcome.length);
    expect(service.world.notes).toEqual(['half']);
  });

  it('is refused with Retry-After, or fails with a status, carried out or not', async () => {
    await ask({ kind: 'rateLimit', route: notes, retryAfterS: 7 });
    const limited = await write('a');
    expect([limited.status, limited.body.error?.code, limited.headers.get('retry-after')]).toEqual([
      429,
      'RATE_LIMITED',
      '7',
    ]);
    await ask({ kind: 'serverError', route: notes, status: 503 });
    expect((await write('b')).status).toBe(503);
    await ask({ kind: 'serverError', route: notes, status: 502, isHandled: true });
    expect((await write('c')).status).toBe(502);
    expect(service.world.notes).toEqual(['c']);
  });

  it('answers what is no JSON, or JSON with hostile words', async () => {
    await ask({ kind: 'badJson', route: notes });
    expect(await failure(write('bad'))).toBeInstanceOf(SyntaxError);
    await ask({ kind: 'hostileText', route: '/api/v2/refuse' });
    const { body } = await service.call('GET', '/api/v2/refuse');
    expect(body.error?.code).toBe('RATE_LIMITED');
    expect(body.error?.message).toContain('\u001b');
  });

  it('has a field renamed, left out or of another type', async () => {
    await ask({ kind: 'renameField', route: '/api/v2/refuse', field: 'code' });
    await ask({ kind: 'dropField', route: '/api/v2/refuse', field: 'message' });
    await ask({ kind: 'retypeField', route: '/api/v2/refuse', field: 'requestId' });
    const error = async () => (await service.call('GET', '/api/v2/refuse')).body;
    expect(await error()).toMatchObject({ error: { renamed: 'RATE_LIMITED', message: expect.any(String) } });
    expect(Object.keys((await error()).error ?? {})).not.toContain('message');
    expect(await error()).toMatchObject({ error: { code: 'RATE_LIMITED' }, requestId: { text: expect.any(String) } });
    expect(await ask({ kind: 'dropField' })).toMatchObject({ status: 400 });
  });
});

describe('the levers', () => {
  it('are listed and cleared, and never struck themselves', async () => {
    await ask({ kind: 'serverError', times: null });
    expect((await service.call('GET', notes)).status).toBe(500);
    const { body } = await service.call('GET', faultsPath);
    const { faults } = body.data as { faults: { faultId: string; struck: number }[] };
    expect(faults).toMatchObject([{ kind: 'serverError', route: '*', times: null, struck: 1 }]);
    const cleared = await service.call('DELETE', `${faultsPath}?faultId=${faults[0]?.faultId}`);
    expect(cleared.body.data).toEqual({ cleared: 1 });
    expect((await service.call('GET', notes)).status).toBe(200);
  });

  it('are for the full key alone, and take no nonsense', async () => {
    for (const key of [service.keys.readOnly, service.keys.limited])
      expect((await ask({ kind: 'latency' }, key)).status).toBe(403);
    expect((await ask({ kind: 'explode' } as unknown as FaultRuleInput)).status).toBe(400);
    expect((await ask({ kind: 'closeSocket', code: 1006 })).status).toBe(400);
  });

  it('with chaos the same seed strikes the same calls', async () => {
    const run = async () => {
      const chaotic = await startNotes({ chaos: 3, seed: 42, clock: { ...instantClock } });
      const seen: (number | string)[] = [];
      for (let index = 0; index < 120; index++) {
        seen.push(await outcomeOf(chaotic));
      }
      await chaotic.close();
      return seen;
    };
    const first = await run();
    expect(new Set(first).size).toBeGreaterThan(2);
    expect(await run()).toEqual(first);
  });
});

/** Delays pass at once, so that a chaotic run takes no longer than a calm one; the market's own loop is left out. */
const instantClock = {
  now: () => Date.UTC(2026, 0, 1),
  monotonic: () => 0,
  setTimeout: (run: () => void, delayMs: number) => (delayMs > 100 ? setImmediate(run) : 0),
  clearTimeout: () => {},
};

async function listener(channel: string) {
  const { body } = await service.call('POST', '/api/v2/ws/session', { json: { subscriptions: [] } });
  const { connection } = body.data as { connection: { appKey: string } };
  const client = new RawClient(service.baseUrl, `/app/${connection.appKey}?protocol=7`);
  clients.push(client);
  await client.greeting();
  client.send('pusher:subscribe', { channel });
  await client.next();
  return client;
}

const mint = 'abc';
const channel = `svm-token-swaps;${mint}`;
const publish = (...sizes: string[]) => {
  for (const sizeSol of sizes)
    service.world.options.bus.publish({
      stream: 'svm.token.swaps',
      filter: { tokenAddress: mint },
      data: { sizeSol, name: 'n' },
    });
};
const sizesOf = async (client: RawClient, count: number) => {
  const sizes: string[] = [];
  while (sizes.length < count) sizes.push(((await client.next()).data as { sizeSol: string }).sizeSol);
  return sizes;
};

describe('streams', () => {
  const route = `EVENT ${channel}`;

  it('one channel falls silent while others talk', async () => {
    const client = await listener(channel);
    client.send('pusher:subscribe', { channel: 'svm-bondingCurve-creations' });
    await client.next();
    await ask({ kind: 'silence', route, times: 2 });
    publish('1', '2', '3');
    service.world.options.bus.publish({ stream: 'svm.bondingCurve.creations', filter: {}, data: { sizeSol: 'other' } });
    expect(await sizesOf(client, 2)).toEqual(['3', 'other']);
  });

  it('events come twice, late, and in another order', async () => {
    const client = await listener(channel);
    await ask({ kind: 'duplicate', route });
    publish('1', '2');
    expect(await sizesOf(client, 3)).toEqual(['1', '1', '2']);
    await ask({ kind: 'reorder', route });
    publish('3', '4', '5');
    expect(await sizesOf(client, 3)).toEqual(['4', '3', '5']);
    await ask({ kind: 'delay', route, delayMs: 50 });
    publish('6', '7');
    expect(await sizesOf(client, 2)).toEqual(['7', '6']);
  });

  it('a held-back event comes in the end when none follows it', async () => {
    const client = await listener(channel);
    await ask({ kind: 'reorder', route });
    publish('alone');
    expect(await sizesOf(client, 1)).toEqual(['alone']);
  });

  it('names are hostile, numbers are not', async () => {
    const client = await listener(channel);
    await ask({ kind: 'hostileText', route });
    publish('1');
    const { data } = await client.next();
    expect(data).toEqual({ sizeSol: '1', name: expect.stringContaining('\u001b') });
  });

  it('a field is renamed, left out or of another type', async () => {
    const client = await listener(channel);
    for (const kind of ['renameField', 'dropField', 'retypeField'] as const)
      await ask({ kind, route, field: 'sizeSol', to: 'size' });
    publish('1', '2', '3');
    expect((await client.next()).data).toEqual({ size: '1', name: 'n' });
    expect((await client.next()).data).toEqual({ name: 'n' });
    expect((await client.next()).data).toEqual({ sizeSol: 3, name: 'n' });
  });

  it('the socket closes with the code asked for, by an event or when it opens', async () => {
    const client = await listener(channel);
    await ask({ kind: 'closeSocket', route, code: 4200, reason: 'again' });
    publish('1');
    expect(await client.closed).toEqual({ code: 4200, reason: 'again' });
    await ask({ kind: 'closeSocket', route: 'CONNECT', code: 4100 });
    const next = await listener(channel).catch(() => null);
    expect((await (next ?? clients.at(-1))!.closed).code).toBe(4100);
  });

  it('the socket goes half-open: it stays, and nothing comes, not even a pong', async () => {
    const client = await listener(channel);
    const witness = await listener(channel);
    await ask({ kind: 'halfOpen', route });
    publish('1', '2');
    expect(await sizesOf(witness, 2)).toEqual(['1', '2']);
    const { body } = await service.call('POST', '/paper/admin/sockets/mute');
    expect(body.data).toEqual({ mutedSockets: 2 });
    const isHeard = await Promise.race([
      ...[client, witness].map((one) => one.settle().then(() => true)),
      ...[client, witness].map((one) => one.closed.then(() => true)),
      new Promise((resolve) => setTimeout(() => resolve(false), 100)),
    ]);
    expect(isHeard).toBe(false);
  });
});
