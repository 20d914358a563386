import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { ensureDir } from '../../platform/files/paths.ts';
import { KeychainError } from '../../platform/secrets/keychain.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { createMemoryKeychain, createTestIo } from '../test-io.fixture.ts';
import { runDoctor } from './doctor.ts';
import { checkMachine, checkNode } from './doctor-machine.ts';

const CANARY = 'sk_k1d9_c4n4ryc4n4ry';

/** What the doctor says of a subject: its level. */
const levels = (output: string) =>
  Object.fromEntries([...output.matchAll(/^(ok|warn|fail) +(\w+) /gm)].map(([, level, subject]) => [subject, level]));

async function withService(status: number, body: unknown, use: (baseUrl: string) => Promise<void>): Promise<void> {
  const server = createServer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('without a profile everything is checked against a paper service, streams included', async () => {
  const deck = createTestIo();
  expect(await runDoctor([], deck.io, createMemoryKeychain())).toBe(0);
  expect(deck.stdout()).toContain('none: checked against a temporary paper service');
  expect(levels(deck.stdout())).toMatchObject({
    Keychain: 'ok',
    Settings: 'ok',
    Service: 'ok',
    Key: 'ok',
    Streams: 'ok',
  });
  expect(deck.stdout()).toMatch(/what the desk expects: swapdeck check\nNothing failed\.\n$/);
});

test('a refused key fails, with a remedy and without the key', async () => {
  const refusal = { error: { code: 'UNAUTHORIZED', message: `no ${CANARY}` }, requestId: 'req_1' };
  await withService(401, refusal, async (baseUrl) => {
    const deck = createTestIo('', { SWAPDECK_API_KEY: CANARY });
    expect(await runDoctor(['--base-url', baseUrl], deck.io, createMemoryKeychain())).toBe(1);
    expect(levels(deck.stdout())).toMatchObject({ Service: 'ok', Key: 'fail' });
    expect(deck.stdout()).toContain('swapdeck login');
    expect(deck.stdout()).not.toContain(CANARY);
  });
});

test('an unreachable service fails', async () => {
  let gone = '';
  await withService(200, {}, async (baseUrl) => {
    gone = baseUrl;
  });
  const deck = createTestIo('', { SWAPDECK_API_KEY: CANARY });
  expect(await runDoctor(['--base-url', gone], deck.io, createMemoryKeychain())).toBe(1);
  expect(levels(deck.stdout())).toMatchObject({ Service: 'fail' });
});

test('a configuration error fails with its line, and the rest is still checked', async () => {
  const deck = createTestIo();
  ensureDir(deck.io.paths.configDir);
  writeFileSync(deck.io.paths.configFile, 'theme = "dark"\ncolour = 1\n');
  expect(await runDoctor([], deck.io, createMemoryKeychain())).toBe(1);
  expect(deck.stdout()).toContain('config.toml:2:1: unknown key colour');
  expect(levels(deck.stdout())).toMatchObject({ Settings: 'fail', State: 'ok', Keychain: 'ok' });
});

test('a keychain that does not respond is a warning, and a failure for a profile that uses it', async () => {
  const keychain = { ...createMemoryKeychain(), get: () => Promise.reject(new KeychainError('locked', 'Unlock it.')) };
  const deck = createTestIo();
  ensureDir(deck.io.paths.configDir);
  writeFileSync(deck.io.paths.configFile, '[profiles.main]\nbase_url = "https://api.example.com"\n');
  expect(await runDoctor(['--profile', 'main'], deck.io, keychain)).toBe(1);
  expect(levels(deck.stdout())).toMatchObject({ Keychain: 'warn', Profile: 'fail' });
});

test('an old Node fails', () => {
  expect([checkNode('20.19.0').level, checkNode('24.0.0').level, checkNode('26.1.0').level]).toEqual([
    'fail',
    'ok',
    'ok',
  ]);
});

test('waiting for a slow keychain is shown on a terminal until it responds', async () => {
  const deck = createTestIo();
  const clock = new FakeClock();
  Object.assign(deck.io.stderr, { isTTY: true });
  const slow = (ms: number) => ({
    ...createMemoryKeychain(),
    get: async () => {
      await clock.advance(ms);
      return null;
    },
  });
  await checkMachine({ ...deck.io, clock }, slow(499));
  expect(deck.stderr()).toBe('');
  await checkMachine({ ...deck.io, clock }, slow(1_300));
  expect(deck.stderr()).toBe(
    ['Checking the keychain … 0 s', 'Checking the keychain … 1 s', ''].map((line) => `\r\u001B[K${line}`).join(''),
  );
});
