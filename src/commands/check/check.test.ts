import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FaultRuleInput } from '../../paper/faults/fault-rule.ts';
import { type PaperService, startPaperService } from '../../paper/service/service.ts';
import { ensureDir } from '../../platform/files/paths.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { createMemoryKeychain, createTestIo } from '../test-io.fixture.ts';
import { runCheck } from './check.ts';
import type { CheckReport } from './check-report.ts';
import { compare, isSurprise } from './compare.ts';
import { compareSuccess, unwrapAnswer } from './envelope-form.ts';
import type { SavedCheck } from './saved-answers.ts';
import { serveSaved } from './saved-service.fixture.ts';

const CANARY = 'sk_k1d9_c4n4ryc4n4ry';
let paper: PaperService;
beforeAll(async () => {
  paper = await startPaperService({ port: 0, seed: 7, speed: 50, stateDir: null, clock: systemClock });
});
afterAll(() => paper.close());

const admin = (method: string, body?: unknown) =>
  fetch(`${paper.baseUrl}/paper/admin/faults`, {
    method,
    headers: { authorization: `Bearer ${paper.apiKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const fault = (rule: FaultRuleInput) => admin('POST', { times: null, ...rule });
beforeEach(async () => void (await admin('DELETE')));

async function check(args: readonly string[] = [], baseUrl = paper.baseUrl, apiKey = paper.apiKey) {
  const deck = createTestIo('', { SWAPDECK_API_KEY: apiKey });
  const code = await runCheck(['--base-url', baseUrl, ...args], deck.io, createMemoryKeychain());
  return { code, out: deck.stdout(), err: deck.stderr(), home: deck.io.paths };
}

async function report(args: readonly string[] = ['--seconds', '0']) {
  const { code, out } = await check([...args, '--json']);
  return { code, report: JSON.parse(out) as CheckReport };
}

const surprisesOf = ({ operations, streams }: CheckReport) =>
  [...operations, ...streams].flatMap(({ id, level, findings }) =>
    level === 'warn' || level === 'fail'
      ? findings
          .filter(({ kind }) => kind === 'absent' || kind === 'type' || kind === 'new')
          .map(({ kind, path }) => `${id} ${kind} ${path}`)
      : [],
  );

async function withServer(answer: RequestListener, use: (baseUrl: string) => Promise<void>): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** No row of a list is unreadable. */
const isReadable = (read: { success: boolean; data?: unknown }): boolean =>
  read.success && !JSON.stringify(read.data).includes('"unreadable"');

describe('against paper', () => {
  test('everything is as expected, streams included', async () => {
    const { code, out, err } = await check(['--seconds', '2']);
    expect(out).toMatch(/No surprises\.\n$/);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^ok {5}account\.usage +200 +\d+ {2}envelope$/m);
    expect(out).toMatch(/^ok {5}ws\.auth +200 +repeated$/m);
    expect(out).toMatch(/^skip {3}swap\.transaction +skipped: it prepares a trade$/m);
    expect(out).toMatch(/^ok {5}svm\.token\.swaps +[1-9]\d* {2}tokenAddress=So111…11112$/m);
    expect(out).toMatch(/^skip {3}alpha\.signalFeedNamed +skipped: it needs a feedId, which no operation gives$/m);
    expect(out).toContain('[balances]\n');
    expect(out).toMatch(/^ +native_unit = "whole"$/m);
    expect(out).not.toContain(paper.apiKey);
  });

  test('nothing that changes anything is sent', async () => {
    const asked: string[] = [];
    await withServer(
      async (request, response) => {
        asked.push(`${request.method} ${request.url?.split('?')[0]}`);
        const body: Buffer[] = [];
        for await (const chunk of request) body.push(chunk as Buffer);
        const answer = await fetch(paper.baseUrl + request.url, {
          method: request.method!,
          headers: { authorization: request.headers.authorization!, 'content-type': 'application/json' },
          ...(body.length > 0 && { body: Buffer.concat(body) }),
        });
        response.writeHead(answer.status, { 'x-ratelimit-remaining': '41' }).end(await answer.text());
      },
      async (baseUrl) => {
        const { code, out } = await check(['--seconds', '0'], baseUrl);
        expect(code).toBe(0);
        expect(out).toMatch(/rate limit headers +x-ratelimit-remaining: 41/);
      },
    );
    expect(asked.filter((line) => !line.startsWith('GET '))).toEqual([
      'POST /api/v2/tokens/batch',
      'POST /api/v2/ws/session',
    ]);
    expect(asked.length).toBeGreaterThan(30);
  });

  test('a configuration that says otherwise is a surprise, one that says so is none', async () => {
    const withUnit = async (unit: string) => {
      const deck = createTestIo('', { SWAPDECK_API_KEY: paper.apiKey });
      ensureDir(deck.io.paths.configDir);
      writeFileSync(deck.io.paths.configFile, `[balances]\nnative_unit = "${unit}"\n`);
      const args = ['--base-url', paper.baseUrl, '--seconds', '0'];
      return { code: await runCheck(args, deck.io, createMemoryKeychain()), out: deck.stdout() };
    };
    const wrong = await withUnit('base-units');
    expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining('The configuration says otherwise')]);
    const right = await withUnit('whole');
    expect([right.code, right.out]).toEqual([0, expect.stringContaining('whole coins, as configured')]);
  });

  test('renamed, dropped and retyped fields are each found and named', async () => {
    await fault({ kind: 'renameField', route: '/api/v2/perp/positions', field: 'szi', to: 'size' });
    await fault({ kind: 'dropField', route: '/api/v2/trigger/orders', field: 'inputToken' });
    await fault({ kind: 'retypeField', route: '/api/v2/tokens/*/price', field: 'decimals' });
    await fault({ kind: 'retypeField', route: '/api/v2/perp/account', field: 'accountValue' });
    await fault({ kind: 'renameField', route: '/api/v2/account/wallets', field: 'requestId', to: 'id' });
    const { code, report: found } = await report();
    expect(code).toBe(1);
    expect(surprisesOf(found)).toEqual([
      'trigger.list absent orders[].inputToken',
      'account.wallets absent (envelope) requestId',
      'account.wallets new (envelope) id',
      'perp.positions absent positions[].szi',
      'perp.positions new positions[].size',
      'perp.account type accountValue',
      'tokens.price type decimals',
    ]);
    expect(found).toMatchObject({ verdict: 'surprises', surprises: 5 });
    const { out } = await check(['--seconds', '0']);
    expect(out).toMatch(/^warn {3}perp\.positions .*\n +absent +positions\[\]\.szi.*\n +new +positions\[\]\.size/m);
    expect(out).toMatch(/other type +accountValue: expected a decimal as text, came a number\n/);
    expect(out).toMatch(
      /5 with surprises: trigger\.list, account\.wallets, perp\.positions, perp\.account, tokens\.price\.\n$/,
    );
  });

  test('an optional field that is missing is told, and is no surprise', async () => {
    await fault({ kind: 'dropField', route: '/api/v2/perp/markets', field: 'premium' });
    const { code, out } = await check(['--seconds', '0']);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/perp\.markets .*\n +optional, absent +.*\[\]\.ctx\.premium/),
    ]);
  });

  test('the fields of events are compared too', async () => {
    const route = 'EVENT svm-token-swaps;*';
    await fault({ kind: 'renameField', route, field: 'sizeSol', to: 'amountSol' });
    const { code, report: found } = await report(['--seconds', '2']);
    expect([code, surprisesOf(found)]).toEqual([
      1,
      ['svm.token.swaps absent sizeSol', 'svm.token.swaps new amountSol'],
    ]);
  });

  test('an answer without an envelope is told from one with it', async () => {
    await withServer(
      async (request, response) => {
        const { authorization } = request.headers;
        const answer = await fetch(paper.baseUrl + request.url, { headers: { authorization: authorization! } });
        const body = (await answer.json()) as { data?: unknown };
        const isBare = request.url === '/api/v2/ws/streams' || request.url === '/api/v2/perp/markets';
        response.writeHead(answer.status).end(JSON.stringify(isBare ? body.data : body));
      },
      async (baseUrl) => {
        const { operations, facts } = JSON.parse(
          (await check(['--seconds', '0', '--json'], baseUrl)).out,
        ) as CheckReport;
        const bare = operations.filter(({ form }) => form === 'bare');
        expect(bare.map(({ id, findings }) => [id, findings.filter(isSurprise)])).toEqual([
          ['perp.markets', []],
          ['ws.streams', []],
        ]);
        expect(facts.map(({ finding }) => finding)).toContain('bare: perp.markets; the others in an envelope');
      },
    );
  });

  test('a refused operation and a broken one fail with the reason', async () => {
    await fault({ kind: 'serverError', route: '/api/v2/perp/fees', status: 503 });
    await fault({ kind: 'badJson', route: '/api/v2/perp/orders' });
    const { code, out } = await check(['--seconds', '0']);
    expect(code).toBe(1);
    expect(out).toMatch(/^fail {3}perp\.fees +503 .*\n +problem +INTERNAL_ERROR: /m);
    expect(out).toMatch(/^fail {3}perp\.orders +200 .*\n +problem +the answer is not JSON \(application\/json/m);
  });

  test('a missing scope is named', async () => {
    const [, keyId] = paper.apiKey.split('_');
    const scopes = (list: string[] | null) =>
      fetch(`${paper.baseUrl}/paper/admin/keys/${keyId}/scopes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${paper.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ scopes: list }),
      });
    await scopes(['read:account']);
    try {
      const { code, out } = await check(['--seconds', '0']);
      expect(code).toBe(1);
      expect(out).toMatch(/^fail {3}account\.wallets +403 .*\n.*\n +scope missing +read:wallets$/m);
    } finally {
      await scopes(null);
    }
  });

  test('answers as the published clients show them are no surprise; numbers for text are', async () => {
    const inForm = async (answers: 'published' | 'loose') => {
      const service = await startPaperService({ seed: 7, speed: 1, stateDir: null, clock: systemClock, answers });
      try {
        return await check(['--seconds', '1'], service.baseUrl, service.apiKey);
      } finally {
        await service.close();
      }
    };
    const published = await inForm('published');
    expect([published.code, published.out]).toEqual([0, expect.stringMatching(/No surprises\.\n$/)]);
    expect(published.out).toMatch(/socket calls +ws\.session: bare; ws\.auth: bare; ws\.streams: bare\n/);
    expect(published.out).toMatch(/wallets +none with state, none with chain\n/);
    const loose = await inForm('loose');
    expect(loose.code).toBe(1);
    expect(loose.out).toMatch(/other answers +all bare\n/);
    expect(loose.out).toMatch(/other type +accountValue: expected a decimal as text, came a number\n/);
    expect(loose.out).not.toMatch(/^fail/m);
  });

  test('without a service a temporary paper service is checked', async () => {
    const deck = createTestIo();
    expect(await runCheck(['--seconds', '0'], deck.io, createMemoryKeychain())).toBe(0);
    expect(deck.stderr()).toContain('a temporary paper service is checked');
  });
});

describe('against something else', () => {
  const isAnother = async (answer: RequestListener) =>
    withServer(answer, async (baseUrl) => {
      const { code, out } = await check([], baseUrl, CANARY);
      expect(code).toBe(1);
      expect(out).toMatch(/answers, but not as the trading service does\. Check the address\.\n$/);
      expect(out).not.toContain(CANARY);
      expect(out.match(/^fail/gm)).toHaveLength(3);
    });

  test('a web page', () => isAnother((_, response) => void response.end('<html>hello</html>')));
  test('a server that knows no such path', () => isAnother((_, response) => void response.writeHead(404).end('no')));
  test('another API', () =>
    isAnother(
      (_, response) => void response.writeHead(404, { 'content-type': 'application/json' }).end('{"ok":false}'),
    ));

  test('JSON of another shape is shown with what is missing', async () => {
    await withServer(
      (_, response) => void response.end('{"status":"up"}'),
      async (baseUrl) => {
        const { code, out } = await check([], baseUrl, CANARY);
        expect([code, out]).toEqual([1, expect.stringContaining('not as the trading service does')]);
        expect(out).toMatch(/absent +keyId\n/);
      },
    );
  });

  test('nothing at all', async () => {
    let gone = '';
    await withServer(
      () => {},
      async (baseUrl) => {
        gone = baseUrl;
      },
    );
    const { code, out } = await check([], gone, CANARY);
    expect([code, out]).toEqual([1, expect.stringMatching(/gave no usable answer\. .*\n$/)]);
  });

  test('a refused key ends it', async () => {
    const { code, out } = await check([], paper.baseUrl, CANARY);
    expect([code, out]).toEqual([1, expect.stringMatching(/The service refused the key\..*swapdeck login\n$/)]);
    expect(out).not.toContain(CANARY);
  });
});

describe('the command line', () => {
  test('wrong seconds, a file that exists, and words are refused', async () => {
    const failing = (...args: string[]) => expect(check(args)).rejects;
    await failing('--seconds', 'long').toThrow(/--seconds takes a whole number/);
    await failing('--save', import.meta.filename).toThrow(/exists already/);
    await failing('--save', '/nowhere/at/all.json').toThrow(/cannot be written \(ENOENT\)/);
    await failing('now').toThrow(/Unexpected "now"/);
  });

  test('stopped, it reports what it has found', async () => {
    const deck = createTestIo('', { SWAPDECK_API_KEY: paper.apiKey });
    const stop = new AbortController();
    const io = { ...deck.io, signal: stop.signal };
    const ended = runCheck(['--base-url', paper.baseUrl, '--seconds', '60'], io, createMemoryKeychain());
    setTimeout(() => stop.abort('SIGINT'), 1_500);
    expect(await ended).toBe(130);
    expect(deck.stdout()).toMatch(/Stopped before the end\.\n$/);
  });

  test('the progress is one line of a terminal', async () => {
    const deck = createTestIo('', { SWAPDECK_API_KEY: paper.apiKey });
    Object.assign(deck.io.stderr, { isTTY: true, columns: 60 });
    await runCheck(['--base-url', paper.baseUrl, '--seconds', '2'], deck.io, createMemoryKeychain());
    expect(deck.stderr()).toMatch(/\r\u001B\[KFollowing \d+ of \d+ streams, \d+ events, 1 s left/);
    expect(deck.stderr()).toMatch(/\r\u001B\[K$/);
  });
});

describe('the saved answers', () => {
  test('hold nothing of the account, and are read like those they were made of', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'check-')), 'answers.json');
    const { code, err } = await check(['--seconds', '2', '--save', file]);
    expect([code, err]).toEqual([0, expect.stringContaining(file)]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, 'utf8');
    const [, keyId] = paper.apiKey.split('_');
    const wallets = await fetch(`${paper.baseUrl}/api/v2/account/wallets`, {
      headers: { authorization: `Bearer ${paper.apiKey}` },
    }).then((answer) => answer.json() as Promise<{ data: { walletId: string; address: string; label: string }[] }>);
    const own = wallets.data.flatMap(({ walletId, address }) => [walletId, address]);
    for (const secret of [paper.apiKey, keyId!, ...own]) expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
    // A label may be part of a field's name (sniper, sniperCount): as a value it may not be there.
    for (const { label } of wallets.data) expect(text.toLowerCase()).not.toMatch(new RegExp(`: *"${label}"`));
    const saved = JSON.parse(text) as SavedCheck;
    for (const { operation, status, body } of saved.answers) {
      const { response } = allEndpoints.find(({ id }) => id === operation)!;
      expect([operation, status, compareSuccess(response, body).filter(isSurprise)]).toEqual([operation, 200, []]);
      expect(isReadable(response.safeParse(unwrapAnswer(response, body).data)), operation).toBe(true);
    }
    const streams = saved.streams.map(({ stream, events }) => {
      const { payload } = allStreams.find(({ id }) => id === stream)!;
      expect([stream, compare(payload, events).filter(isSurprise)]).toEqual([stream, []]);
      return stream;
    });
    expect(streams).toContain('svm.token.swaps');
    const replayed = await serveSaved(saved);
    try {
      const again = await check(['--seconds', '0'], replayed.baseUrl, CANARY);
      expect([again.code, again.out]).toEqual([0, expect.stringMatching(/No surprises\.\n$/)]);
    } finally {
      replayed.close();
    }
  });

  test('of a service with surprises have them too', async () => {
    await fault({ kind: 'renameField', route: '/api/v2/perp/positions', field: 'szi', to: 'size' });
    await fault({ kind: 'serverError', route: '/api/v2/perp/fees', status: 503 });
    const file = join(mkdtempSync(join(tmpdir(), 'check-')), 'answers.json');
    await check(['--seconds', '0', '--save', file]);
    const replayed = await serveSaved(JSON.parse(readFileSync(file, 'utf8')) as SavedCheck);
    try {
      const { out } = await check(['--seconds', '0'], replayed.baseUrl, CANARY);
      expect(out).toMatch(/2 with surprises: perp\.positions, perp\.fees\.\n$/);
      expect(out).toMatch(/new +positions\[\]\.size/);
    } finally {
      replayed.close();
    }
  });
});
