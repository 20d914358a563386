import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/time/clock.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { PusherHub } from '../pusher/pusher-hub.ts';
import { type NotesService, startNotes, statusWithHost } from '../service/service-shell.fixture.ts';
import { listen } from './listen.ts';

let service: NotesService;
beforeAll(async () => {
  service = await startNotes();
});
afterAll(() => service.close());

const notes = '/api/v2/notes';

describe('envelopes', () => {
  it('wraps data, with pagination where there is any and the request id twice', async () => {
    const { status, body, headers } = await service.call('GET', notes);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [],
      requestId: expect.stringMatching(/^req_[0-9a-f]{16}$/),
      pagination: { hasMore: false, limit: 20, page: 1 },
    });
    expect(headers.get('x-request-id')).toBe(body.requestId);
  });

  it('gives every call a request id of its own', async () => {
    const [first, second] = await Promise.all([service.call('GET', notes), service.call('GET', notes)]);
    expect(first.body.requestId).not.toBe(second.body.requestId);
  });

  it('turns a refusal into the error envelope, with Retry-After in whole seconds', async () => {
    const { status, body, headers } = await service.call('GET', '/api/v2/refuse');
    expect(status).toBe(429);
    expect(body.error).toEqual({ code: 'RATE_LIMITED', message: 'later', details: { why: 'test' } });
    expect(headers.get('retry-after')).toBe('2');
  });

  it('tells nothing of the inside when a handler breaks', async () => {
    const { status, body } = await service.call('POST', '/api/v2/break');
    expect(status).toBe(500);
    expect(body.error?.code).toBe('INTERNAL_ERROR');
    expect(JSON.stringify(body)).not.toContain('sk_secret');
    expect(service.faults).toHaveLength(1);
  });
});

describe('routing', () => {
  it('answers 404 where nothing is', async () => {
    const { status, body } = await service.call('GET', '/api/v2/nothing');
    expect([status, body.error?.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('answers 405 and names the methods that are offered', async () => {
    const { status, headers } = await service.call('DELETE', notes);
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, POST');
  });

  it.each(['%', '%E0%A4%A', '%00', '..%2f..', 'a'.repeat(9_000)])(
    'takes the path parameter %s as it comes',
    async (raw) => {
      expect((await service.call('GET', `${notes}/${raw}`)).status).toBeLessThan(500);
    },
  );

  it('prefers a literal path to a parameter, in whatever order they were given', async () => {
    expect((await service.call('GET', `${notes}/latest`)).body.data).toEqual({});
    expect((await service.call('POST', `${notes}/latest`)).status).toBe(405);
  });
});

describe('authentication and scope', () => {
  const wrong = (token: string) => `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;

  it.each([
    ['no header', () => ({ key: null })],
    ['a malformed key', () => ({ key: 'sk_' })],
    ['a user token', () => ({ key: 'eyJhbGciOiJIUzI1NiJ9.e30.x' })],
    ['a wrong secret', () => ({ key: wrong(service.keys.full) })],
    ['an unknown key id', () => ({ key: service.keys.full.replace(/sk_./, 'sk_x') })],
    ['another scheme', () => ({ key: null, headers: { authorization: `Basic ${service.keys.full}` } })],
  ])('answers 401 to %s', async (_what, options) => {
    const { status, body } = await service.call('GET', notes, options());
    expect([status, body.error?.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('answers 403 and names the scope that a key lacks', async () => {
    const key = service.keys.readOnly;
    expect((await service.call('GET', notes, { key })).status).toBe(200);
    const { status, body } = await service.call('POST', notes, { key, json: { note: 'x' } });
    expect([status, body.error?.code]).toEqual([403, 'FORBIDDEN']);
    expect(body.error?.message).toContain('write:wallets');
    expect(body.error?.details).toEqual({ requiredScope: 'write:wallets' });
  });

  it('judges the key before the input', async () => {
    expect((await service.call('POST', notes, { key: null, body: '{' })).status).toBe(401);
    expect((await service.call('POST', notes, { key: service.keys.readOnly, body: '{' })).status).toBe(403);
  });
});

describe('input', () => {
  const fieldsOf = (details: unknown) => (details as { fields: { field: string }[] }).fields.map(({ field }) => field);

  it.each([
    ['a missing field', { json: {} }, ['note']],
    ['several wrong fields', { json: { note: 1, times: -1 } }, ['note', 'times']],
    ['no body', {}, ['note']],
    ['a list', { json: [] }, ['body']],
    ['broken JSON', { body: '{"note":' }, ['body']],
  ])('answers 400 to %s and names it', async (_what, options, fields) => {
    const { status, body } = await service.call('POST', notes, options);
    expect([status, body.error?.code]).toEqual([400, 'INVALID_PARAMS']);
    expect(fieldsOf(body.error?.details)).toEqual(fields);
  });

  it.each([
    ['an unknown field', 'POST', notes, { json: { note: 'x', extra: { deep: 1 } } }],
    ['a prototype key', 'POST', notes, { body: '{"note":"x","__proto__":{"times":-1}}' }],
    ['a query field that the operation has not', 'GET', `${notes}?page=1`, {}],
  ])('passes over %s', async (_what, method, path, options) => {
    expect((await service.call(method, path, options)).status).toBe(200);
  });

  it('answers 408 to a head that does not end, and closes the socket', async () => {
    const hub = new PusherHub({ clock: systemClock, random: seededRandom(1), findApp: () => null });
    const slow = await listen({ app: () => Promise.reject(), hub, port: 0, headersTimeoutMs: 200 });
    const socket = connect(slow.port, '127.0.0.1');
    socket.write('GET /api/v2/notes HTTP/1.1\r\nhost: 127.0.0.1\r\n');
    const answer = (await socket.toArray()).join('');
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nconnection: close[\s\S]*"code":"REQUEST_TIMEOUT"/);
    await slow.close();
  });

  it('refuses nesting without end', async () => {
    const depth = 20_000;
    const body = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect((await service.call('POST', '/api/v2/trade', { body })).status).toBe(400);
  });

  it('takes 256 kB and answers 413 to one byte more, named or chunked', async () => {
    const filled = (bytes: number) => `{"note":"x"}${' '.repeat(bytes - 12)}`;
    expect((await service.call('POST', notes, { body: filled(256 * 1024) })).status).toBe(200);
    expect((await service.call('POST', notes, { body: filled(256 * 1024 + 1) })).status).toBe(413);
    const response = await fetch(service.baseUrl + notes, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: new Blob([filled(256 * 1024 + 1)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });
});

describe('loopback', () => {
  it.each([
    [{ host: '127.0.0.1:80' }, 401],
    [{ host: 'localhost' }, 401],
    [{ host: '[::1]:9' }, 401],
    [{ host: 'evil.example' }, 403],
    [{ host: '127.0.0.1.evil.example' }, 403],
    [{ host: 'localhost:1@evil.example' }, 403],
    [{ host: 'localhost', origin: 'https://evil.example' }, 403],
    [{ host: 'localhost', origin: 'null' }, 403],
  ])('looks at %j', async (headers, status) => {
    expect(await statusWithHost(service, notes, headers as Record<string, string>)).toBe(status);
  });
});
