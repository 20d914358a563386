import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keychainAccount } from '../../platform/files/profile-store.ts';
import { KeychainError } from '../../platform/secrets/keychain.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { createMemoryKeychain, createTestIo, type TestIo } from '../test-io.fixture.ts';
import { runLogin } from './login.ts';
import { runLogout } from './logout.ts';
import { runProfiles } from './profiles.ts';

const CANARY = 'sk_k1d9_c4n4ryc4n4ry';
const constraints = {
  buysEnabled: true,
  sellsEnabled: false,
  allowCustomGas: false,
  allowBribes: false,
  maxExecutionsPerHour: 60,
  maxExecutionsPerDay: 500,
  maxConcurrentExecutions: 5,
  maxLimitOrdersPerDay: 20,
  maxBuyUsdPerTrade: 250.5,
};

let baseUrl: string;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => respond(request, response));

const answer = (status: number, body: unknown) => (_: IncomingMessage, response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  respond = (request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${CANARY}`;
    const data = { keyId: 'k1d9', scopes: ['trade:swap:execute', 'evil\x1b[2J'], constraints };
    if (isKnown) answer(200, { data, requestId: 'req_1' })(request, response);
    // A service that quotes the key back must not get it onto the screen either.
    else
      answer(401, { error: { code: 'UNAUTHORIZED', message: `bad ${request.headers.authorization}` }, requestId: 'r' })(
        request,
        response,
      );
  };
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Everything the command left behind: its output and every file of its home. */
function tracesOf({ io, stdout, stderr }: TestIo): string {
  const home = join(io.paths.stateDir, '..');
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return [stdout(), stderr(), ...files.map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))].join(
    '\n',
  );
}

describe('login', () => {
  test('checks the key, stores it in the keychain and prints its permissions', async () => {
    const deck = createTestIo(`${CANARY}\n`);
    const keychain = createMemoryKeychain();
    expect(await runLogin(['--base-url', baseUrl], deck.io, keychain)).toBe(0);
    expect([...keychain.kept]).toEqual([[keychainAccount('main', baseUrl), CANARY]]);
    expect(deck.stdout()).toContain(`Logged in: profile main, ${baseUrl}. The key is in the keychain.`);
    expect(deck.stdout()).toContain('Key id  k1d9');
    expect(deck.stdout()).toContain('Scopes  trade:swap:execute, evil\ufffd');
    expect(deck.stdout()).toContain('buys yes: 250.5 USD a trade, no cap a day');
    expect(tracesOf(deck)).not.toContain(CANARY);
  });

  test('asks for the address if none is known', async () => {
    const deck = createTestIo(`${baseUrl}\n${CANARY}\n`);
    expect(await runLogin(['--profile', 'second'], deck.io, createMemoryKeychain())).toBe(0);
    expect(deck.stdout()).toContain('swapdeck --profile second');
  });

  test('Enter takes the address of the published clients', async () => {
    const urls: string[] = [];
    vi.stubGlobal('fetch', async ({ url }: Request) => {
      urls.push(url);
      throw new TypeError('fetch failed');
    });
    const deck = createTestIo(`\n${CANARY}\n`);
    await expect(runLogin([], deck.io, createMemoryKeychain())).rejects.toThrow('Login failed and nothing was stored');
    vi.unstubAllGlobals();
    expect(new Set(urls)).toEqual(new Set(['https://api.shuriken.trade/api/v2/account/usage']));
  });

  test('writes an encrypted file if requested', async () => {
    const deck = createTestIo(`${CANARY}\nlong passphrase\n`);
    const keychain = createMemoryKeychain();
    const keyFile = join(deck.io.paths.stateDir, 'main.key');
    expect(await runLogin(['--base-url', baseUrl, '--key-file', keyFile], deck.io, keychain)).toBe(0);
    expect(keychain.kept.size).toBe(0);
    expect(tracesOf(deck)).toContain('"format": "swapdeck-key"');
    expect(tracesOf(deck)).not.toContain(CANARY);
  });

  test.each([
    ['a key that the service does not know', 'sk_other_c4n4ry', 'does not know this key (request r)'],
    ['a text that is not a key', 'hunter2', 'That is not an API key'],
    ['no key at all', '', 'Cancelled'],
  ])('%s is not stored', async (_, key, message) => {
    const deck = createTestIo(key && `${key}\n`);
    const keychain = createMemoryKeychain();
    const login = runLogin(['--base-url', baseUrl], deck.io, keychain);
    await expect(login).rejects.toThrow(message);
    if (key) await expect(login).rejects.not.toThrow(key);
    expect(keychain.kept.size).toBe(0);
  });

  test('an error of the service that quotes the key is shown without it', async () => {
    respond = (request, response) =>
      answer(403, { error: { code: 'X', message: `no ${request.headers.authorization}` }, requestId: 'r' })(
        request,
        response,
      );
    const deck = createTestIo(`${CANARY}\n`);
    const login = runLogin(['--base-url', baseUrl], deck.io, createMemoryKeychain());
    await expect(login).rejects.toThrow('Login failed and nothing was stored');
    await expect(login).rejects.not.toThrow(CANARY);
  });

  test('without a keychain it says what to do, and saves nothing', async () => {
    const deck = createTestIo(`${CANARY}\n`);
    const none = () => Promise.reject(new KeychainError('unavailable', 'none'));
    const keychain = { ...createMemoryKeychain(), get: none, set: none };
    await expect(runLogin(['--base-url', baseUrl], deck.io, keychain)).rejects.toThrow('none');
    expect(deck.stderr()).not.toContain('API key');
    expect(await runProfiles([], deck.io, keychain)).toBe(0);
    expect(deck.stdout()).toMatch(/^\* paper/m);
  });

  test('a key as an argument is refused as compromised', async () => {
    const login = runLogin([CANARY], createTestIo().io, createMemoryKeychain());
    await expect(login).rejects.toThrow(/Revoke it/);
    await expect(login).rejects.not.toThrow(CANARY);
  });
});

test('profiles shows where each key is and which profile is the default; logout removes it', async () => {
  const deck = createTestIo(`${CANARY}\n`);
  const keychain = createMemoryKeychain();
  await runLogin(['--base-url', baseUrl], deck.io, keychain);
  const home = join(deck.io.paths.stateDir, '..');
  const list = async () => {
    const next = createTestIo('', {}, home);
    await runProfiles([], next.io, keychain);
    return next.stdout();
  };
  expect(await list()).toMatch(new RegExp(`^\\* main +${baseUrl} +keychain, key id k1d9\\n  paper`, 'm'));
  const asData = createTestIo('', {}, home);
  await runProfiles(['-o', 'json'], asData.io, keychain);
  expect(JSON.parse(asData.stdout())).toEqual([
    { name: 'main', service: baseUrl, key: 'keychain, key id k1d9', isDefault: true },
    { name: 'paper', service: 'built in', key: 'needs no key', isDefault: false },
  ]);
  expect(await runLogout([], createTestIo('', {}, home).io, keychain)).toBe(0);
  expect(keychain.kept.size).toBe(0);
  expect(await list()).toMatch(/^\* paper/m);
  expect(await runLogout([], createTestIo('', {}, home).io, keychain)).toBe(1);
});

test('waiting for the service and the keychain is shown on a terminal and removed again', async () => {
  class LeapingClock extends FakeClock {
    /** Long enough for a word, before the answer goes out. */
    async passes(): Promise<void> {
      await this.advance(700);
    }
  }
  const clock = new LeapingClock();
  const deck = createTestIo(`${CANARY}\n`);
  Object.assign(deck.io.stderr, { isTTY: true, columns: 120 });
  const answered = respond;
  respond = (request, response) => void clock.passes().then(() => answered(request, response));
  const memory = createMemoryKeychain();
  const keychain = {
    ...memory,
    set: async (account: string, secret: string) => {
      await clock.passes();
      await memory.set(account, secret);
    },
  };
  expect(await runLogin(['--base-url', baseUrl], { ...deck.io, clock }, keychain)).toBe(0);
  const shown = deck.stderr();
  expect(shown).toContain(`\r\u001B[KChecking the key with ${baseUrl} … 0 s\r\u001B[K`);
  expect(shown).toContain('\r\u001B[KStoring the key in the keychain … 0 s\r\u001B[K');
  expect(shown.endsWith('\r\u001B[K')).toBe(true);
  expect(shown).not.toContain(CANARY);
});
