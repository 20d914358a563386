import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';

const folder = `${import.meta.dirname}/tls`;
const apiKey = 'sk_0123456789ab_0123456789abcdef0123456789abcdef';
/** The names of the test lead to this machine, as a hostile network's would. */
const names = `
  import dns from 'node:dns';
  import { syncBuiltinESMExports } from 'node:module';
  const { lookup } = dns;
  dns.lookup = (host, ...rest) => lookup(host.endsWith('.test') ? '127.0.0.1' : host, ...rest);
  syncBuiltinESMExports();`;

type Certificate = 'trusted' | 'other-host' | 'expired' | 'self-signed';

let home: string;
const ends: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  rmSync(home, { recursive: true, force: true });
});

/** A server that notes whatever reaches it behind the TLS handshake. */
async function listen(certificate: Certificate, answer: (path: string) => unknown) {
  const reached: string[] = [];
  const [key, cert] = ['key', 'pem'].map((ending) => readFileSync(`${folder}/${certificate}.${ending}`));
  const server: Server = createServer({ key, cert }, (request, response) => {
    reached.push(request.url!);
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ data: answer(request.url!), requestId: 'r' }));
  });
  server.on('upgrade', ({ url }) => reached.push(url!));
  const sockets = new WebSocketServer({ server });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    for (const peer of sockets.clients) peer.terminate();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, reached, sockets };
}

async function swapdeck(port: number, trusts: boolean, ...args: string[]) {
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(names)}`, 'tools/bin/swapdeck.js', ...args].concat(
      '--base-url',
      `https://api.desk.test:${port}`,
    ),
    {
      cwd: `${import.meta.dirname}/../..`,
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        SWAPDECK_HOME: home,
        SWAPDECK_API_KEY: apiKey,
        ...(trusts && { NODE_EXTRA_CA_CERTS: `${folder}/authority.pem` }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout!), text(child.stderr!)]);
  return { code: code as number | null, stdout, stderr };
}

describe('a live service over TLS', () => {
  test('is spoken to where an authority of this machine vouches for its name', async () => {
    const { port, reached } = await listen('trusted', () => ({ userId: 'u1' }));
    const { code, stdout } = await swapdeck(port, true, 'call', 'account.me');
    expect(JSON.parse(stdout)).toMatchObject({ data: { userId: 'u1' } });
    expect(code).toBe(0);
    expect(reached).toEqual(['/api/v2/account/me']);
  });

  test.each([
    ['of another host', 'other-host', true, 'for another host'],
    ['that has expired', 'expired', true, 'has expired'],
    ['that it signed itself', 'self-signed', true, 'from an unknown issuer'],
    ['of an authority that nobody here knows', 'trusted', false, 'from an unknown issuer'],
  ] as const)(
    'with a certificate %s is sent nothing, and the reason is said',
    async (_which, certificate, trusts, reason) => {
      const { port, reached } = await listen(certificate, () => ({ userId: 'u1' }));
      const { code, stdout, stderr } = await swapdeck(port, trusts, 'call', 'account.me');
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toContain(reason);
      expect(reached).toEqual([]);
    },
  );
});

test.each([
  ['of another host', 'other-host'],
  ['that has expired', 'expired'],
  ['that it signed itself', 'self-signed'],
] as const)('a stream behind a certificate %s is not listened to', async (_which, certificate) => {
  const socket = await listen(certificate, () => null);
  const service = await listen('trusted', (path) =>
    path.endsWith('/ws/session')
      ? {
          connection: { wsHost: 'stream.desk.test', wsPort: socket.port, appKey: 'key', forceTls: true },
          subscriptions: [],
        }
      : { streams: [] },
  );
  const { stdout, stderr } = await swapdeck(service.port, true, 'record', join(home, 'a.jsonl'), '--for', '2s');
  expect(service.reached).toContain('/api/v2/ws/session');
  expect(socket.reached).toEqual([]);
  expect(`${stdout}${stderr}${readFileSync(join(home, 'a.jsonl'), 'utf8')}`).not.toContain(apiKey);
});
