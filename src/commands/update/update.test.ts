import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { createTestIo } from '../test-io.fixture.ts';
import { runUpdate } from './update.ts';
import { isNewer } from './version-order.ts';

const CANARY = 'sk_k1d9_c4n4ryc4n4ry';

let reply: { status: number; body: string } | null;
let seen: IncomingMessage[];
let registry: string;
const server = createServer((request, response) => {
  seen.push(request);
  if (reply) response.writeHead(reply.status).end(reply.body);
});
beforeEach(async () => {
  seen = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const answer = (body: unknown, status = 200) => {
  reply = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
};

async function update(current: string, env: NodeJS.ProcessEnv = {}, args = ['--check']) {
  const deck = createTestIo('', { npm_config_registry: registry, SWAPDECK_API_KEY: CANARY, ...env });
  const code = await runUpdate(args, deck.io, current);
  return { code, stdout: deck.stdout(), stderr: deck.stderr() };
}

test('a newer version is named with how to install it, with exit code 3', async () => {
  answer({ version: '0.2.0' });
  expect(await update('0.1.0')).toEqual({
    code: 3,
    stdout: 'swapdeck 0.2.0 is out, this is 0.1.0. Install it with: npm install -g swapdeck@latest\n',
    stderr: '',
  });
});

test('the latest version says so, with exit code 0', async () => {
  answer({ version: '0.1.0' });
  expect(await update('0.1.0')).toEqual({ code: 0, stdout: 'swapdeck 0.1.0 is the latest version.\n', stderr: '' });
  expect((await update('dev')).stdout).toContain('the latest release is 0.1.0');
});

test('the registry of npm is asked once, for the name alone', async () => {
  answer({ version: '0.1.0' });
  await update('0.1.0', { npm_config_registry: registry.replace('//', '//user:secret@') });
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /npm/swapdeck/latest']);
  expect(JSON.stringify(seen.map(({ rawHeaders }) => rawHeaders))).not.toMatch(/c4n4ry|authorization|secret/i);
});

describe('if the registry cannot be asked, one line says why and what to do', () => {
  test.each([
    ['not found', () => answer('{}', 404), /has no package swapdeck/],
    ['an error', () => answer('{}', 503), /answered with HTTP 503/],
    ['no JSON', () => answer('<html>'), /names no version/],
    ['no version', () => answer({ version: '1\u001b[2J' }), /names no version/],
    ['too much', () => answer(`"${'x'.repeat(5_100_000)}"`), /larger than 5 MB/],
  ])('%s', async (_, prepare, problem) => {
    prepare();
    const { code, stdout, stderr } = await update('0.1.0');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(problem);
    expect(stderr).toMatch(
      /^Could not ask for the latest version: .* Check the network, or set npm_config_registry\.\n$/,
    );
  });

  test('nobody listens there', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    await once(gone, 'close');
    const { code, stderr } = await update('0.1.0', { npm_config_registry: `http://127.0.0.1:${port}` });
    expect([code, stderr]).toEqual([
      1,
      `Could not ask for the latest version: 127.0.0.1:${port}: the connection was refused. Check the network, or set npm_config_registry.\n`,
    ]);
  });

  test('it is no address', async () => {
    expect((await update('0.1.0', { npm_config_registry: 'file:///etc/passwd' })).stderr).toContain(
      'npm_config_registry is not an http or https address',
    );
  });

  test('nobody answers', async () => {
    reply = null;
    const clock = new FakeClock(0);
    const deck = createTestIo('', { npm_config_registry: registry });
    const done = runUpdate(['--check'], { ...deck.io, clock }, '0.1.0');
    await clock.advance(10_000);
    expect(await done).toBe(1);
    expect(deck.stderr()).toContain('no response in 10 s');
  });
});

test.each([[[]], [['--chek']], [['--check', 'now']]])('%j is refused and asks nobody', async (args) => {
  await expect(update('0.1.0', {}, args)).rejects.toMatchObject({ exitCode: 2 });
  expect(seen).toEqual([]);
});

test.each([
  ['1.0.0', '0.9.9', true],
  ['0.10.0', '0.9.0', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
  ['1.0.0', '1.0.0-beta.2', true],
  ['1.0.0-beta.2', '1.0.0', false],
  ['1.0.0-beta.10', '1.0.0-beta.9', true],
  ['1.0.0-beta', '1.0.0-2', true],
  ['1.0.0-beta.1', '1.0.0-beta', true],
  ['1.0.0+build', '1.0.0', false],
  ['1.0', '1.0.0', null],
])('%s is newer than %s: %s', (one, other, expected) => {
  expect(isNewer(one, other)).toBe(expected);
});
