import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createModeFile } from '../../platform/files/mode-file.ts';
import { accountFile } from '../../platform/files/paths.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { runJournal } from '../journal/journal.ts';
import { createMemoryKeychain, createTestIo } from '../test-io.fixture.ts';
import { runCall } from './call.ts';
import { callFailure } from './call-failure.ts';

const CANARY = 'sk_k1d9_c4n4ryc4n4ry';
const CLOSE = ['perp.closePosition', 'coin=BTC', 'walletId=wal_1', 'percentage=50'];

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: string;
}

/** What the desk asks before it sends; null to answer as everything else. */
let me: string | null;
const userOne = JSON.stringify({ data: { userId: 'usr_1' }, requestId: 'req_me' });
let seen: Seen[];
let baseUrl: string;
let reply: { status: number; body: string };
const server = createServer((request: IncomingMessage, response) => {
  void text(request).then((body) => {
    if (me !== null && request.url === '/api/v2/account/me') return void response.end(me);
    seen.push({ method: request.method, url: request.url, body });
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
  });
});

beforeEach(async () => {
  seen = [];
  me = userOne;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const answerWith = (status: number, body: unknown) => {
  reply = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
};

const call = (...args: string[]) => callFrom(createTestIo('', { SWAPDECK_API_KEY: CANARY }), args);

async function callFrom(deck: ReturnType<typeof createTestIo>, args: readonly string[]) {
  const code = await runCall(['--base-url', baseUrl, ...args], deck.io, createMemoryKeychain());
  const { journalFile } = deck.io.paths;
  const journal = existsSync(journalFile) ? readFileSync(journalFile, 'utf8').trim().split('\n') : [];
  const output = { code, stdout: deck.stdout(), stderr: deck.stderr() };
  expect(JSON.stringify([output, journal])).not.toContain(CANARY);
  return { ...output, events: journal.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

test('without an operation it lists all, and marks those that change something', async () => {
  const { stdout } = await call();
  for (const { id, mutates } of allEndpoints) expect(stdout).toMatch(new RegExp(`^${mutates ? '!' : ' '} ${id} `, 'm'));
  expect(seen).toEqual([]);
});

test('a read is sent with its fields in place, and printed as JSON', async () => {
  answerWith(200, { data: { orders: [], nextCursor: null }, requestId: 'req_1' });
  const { code, stdout } = await call('trigger.list', 'limit=5');
  expect(seen).toEqual([{ method: 'GET', url: '/api/v2/trigger/orders?limit=5', body: '' }]);
  expect([code, (JSON.parse(stdout) as { requestId: string }).requestId]).toEqual([0, 'req_1']);
});

test('-o prints a line an item, and what came beside the list on stderr', async () => {
  answerWith(200, { data: { orders: [], nextCursor: 'abc' }, requestId: 'req_1' });
  expect(await call('trigger.list', '-o', 'ndjson')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'nextCursor=abc requestId=req_1\n',
  });
  const { stdout } = await call('-o', 'ndjson');
  expect(stdout.trimEnd().split('\n')).toHaveLength(allEndpoints.length);
});

describe('an operation that changes something', () => {
  test('is not sent if the desk has halted the account', async () => {
    const deck = createTestIo('', { SWAPDECK_API_KEY: CANARY });
    const account = `http://localhost:${new URL(baseUrl).port} user usr_1`;
    const file = createModeFile(accountFile(deck.io.paths.stateDir, account, 'json'));
    file.write({ mode: 'halted', atMs: 0, why: 'H' });
    await expect(callFrom(deck, [...CLOSE, '--yes'])).rejects.toThrow(
      /has been halted since 1970-01-01T00:00:00.000Z, so nothing/,
    );
    expect(seen).toEqual([]);
  });

  test('is shown and not sent without --yes', async () => {
    const { code, stdout, events } = await call(...CLOSE);
    expect(code).toBe(1);
    expect(stdout).toContain(`POST ${baseUrl}/api/v2/perp/position/close\n`);
    expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toEqual({ coin: 'BTC', walletId: 'wal_1', percentage: 50 });
    expect([seen, events]).toEqual([[], []]);
  });

  test('is sent once with --yes, and journalled before and after', async () => {
    answerWith(200, { data: { results: [{ status: 'success', oid: 1 }] }, requestId: 'req_2' });
    const { code, events } = await call(...CLOSE, '--yes');
    expect(code).toBe(0);
    expect(seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { coin: 'BTC', walletId: 'wal_1', percentage: 50 },
    ]);
    const summary = 'swapdeck call perp.closePosition coin=BTC walletId=wal_1 percentage=50';
    expect(events).toMatchObject([
      { event: 'sent', operation: 'perp.closePosition', mode: 'paper', walletId: 'wal_1', blocks: '', summary },
      { event: 'accepted', requestId: 'req_2', id: events[0]!.id, tookMs: expect.any(Number) as number },
    ]);
  });

  test('that is refused in the body of a 200 is not a success', async () => {
    answerWith(200, { data: { results: [{ status: 'error', error: 'no position' }] }, requestId: 'req_3' });
    const { code, stderr, events } = await call(...CLOSE, '--yes');
    expect([code, events[1]!.event]).toEqual([1, 'rejected']);
    expect(stderr).toContain('no position');
  });

  test('that is refused in part is unknown, not rejected', async () => {
    answerWith(200, {
      data: { results: [{ status: 'success' }, { status: 'error', error: 'no' }] },
      requestId: 'req_5',
    });
    const { code, stderr, events } = await call(...CLOSE, '--yes');
    expect([code, events[1]!.event, events[1]!.code]).toEqual([1, 'unknown', 'PARTLY_DONE']);
    expect(stderr).toContain('not all of it was done: 1 of 2 failed: no');
  });

  test.each([
    [{ errorCode: 'LIMIT', errorMessage: 'too large' }, 'LIMIT', 'too large'],
    [{ success: false }, 'NOT_DONE', 'no reason given'],
    [{ error: { deep: 1 } }, 'NOT_DONE', '{"deep":1}'],
    [{ status: 'FAILED', taskId: 't', error: { code: 'NO_GAS', message: 'no SOL' } }, 'NO_GAS', 'no SOL'],
    [{ status: 'FAILED', taskId: 't' }, 'NOT_DONE', 'no reason given'],
    [{ results: [{ status: 'Error' }] }, 'ORDER_ERROR', 'no reason given'],
  ])('is rejected if the body says %j', (data, code, message) => {
    expect(callFailure(data)).toEqual({ code, message, isProven: true });
  });

  test.each([
    [{ results: [] }],
    [{ errorCode: null, error: null, success: true }],
    [null],
    ['ok'],
    [{ status: 'pending' }],
  ])('is accepted if the body says %j', (data) => {
    expect(callFailure(data)).toBeNull();
  });

  test('is in the list of orders, with its task', async () => {
    answerWith(200, { data: { message: 'ok', taskId: 'task_7' }, requestId: 'req_6' });
    const deck = createTestIo('', { SWAPDECK_API_KEY: CANARY });
    await runCall(
      ['--base-url', baseUrl, 'account.enableMultisend', 'walletId=wal_1', '--yes'],
      deck.io,
      createMemoryKeychain(),
    );
    const listed = createTestIo('', {}, deck.io.env.SWAPDECK_HOME);
    await runJournal([], listed.io);
    expect(listed.stderr()).toBe('');
    expect(listed.stdout()).toMatch(
      / PAPER .* swapdeck call account\.enableMultisend walletId=wal_1 +accepted +req_6 +task_7 +\d+\n$/,
    );
  });

  test('that fails has an unknown outcome, and is not repeated', async () => {
    answerWith(502, 'bad gateway');
    const { code, stderr, events } = await call(...CLOSE, '--yes');
    expect([code, seen.length, events[1]!.event]).toEqual([1, 1, 'unknown']);
    expect(stderr).toContain('outcome is unknown');
  });
});

test('an error shows code, message and request id', async () => {
  answerWith(404, { error: { code: 'NOT_FOUND', message: 'no such order' }, requestId: 'req_4' });
  const { code, stdout, stderr } = await call('trigger.get', 'orderId=x');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/NOT_FOUND: .*no such order.* \(request req_4\)/);
});

test('a response cannot control the terminal', async () => {
  me = null;
  answerWith(200, { data: { userId: 'a\u009b2J\u202eb', displayName: '\x1b]0;x\x07' }, requestId: 'r' });
  const { stdout } = await call('account.me');
  expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  expect(JSON.parse(stdout)).toMatchObject({ data: { userId: 'a\u009b2J\u202eb', displayName: '\ufffd' } });
});

test.each([
  [['perp.close'], /no operation "perp.close"/],
  [['trigger.lst'], /no operation "trigger.lst"\. Did you mean trigger\.list/],
  [['trigger.list', '-o', 'xml'], /--format is one of table, json, ndjson, not "xml"/],
  [['trigger.list', '-o'], /--format takes a value: -o, --format table\|json\|ndjson\./],
  [['trigger.list', 'limitt=5'], /no field "limitt"\. Fields: \[limit\], \[cursor\]/],
  [['trigger.list', 'limit'], /"limit" is not name=value/],
  [['trigger.list', 'limit=many'], /limit/],
  [['trigger.list', '--json', '[1]'], /must be an object/],
  [['trigger.list', '--json', '{'], /--json cannot be read/],
  [['trigger.list', '--force'], /There is no option "--force"\. See: swapdeck call --help/],
  [['perp.closePosition', 'coin=BTC'], /walletId/],
])('%j is refused before anything is sent', async (args, message) => {
  const refusal = call(...args);
  await expect(refusal).rejects.toThrow(message);
  await expect(refusal).rejects.toMatchObject({ exitCode: 2 });
  expect(seen).toEqual([]);
});

test('fields as JSON, overridden by arguments', async () => {
  const { stdout } = await call(
    'perp.closePosition',
    '--json',
    '{"coin":"ETH","walletId":"w","percentage":10}',
    'coin=SOL',
  );
  expect(stdout).toContain('"coin": "SOL"');
});

test('without a service to call, it says how to name one', async () => {
  const deck = createTestIo();
  await expect(runCall(['account.me'], deck.io, createMemoryKeychain())).rejects.toThrow(
    /swapdeck login.*swapdeck paper/,
  );
});
