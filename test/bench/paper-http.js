// node test/bench/paper-http.js: reads a second of the paper service, asked from another process. Bound: 5,000 or more.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startFixture } from './start-fixture.js';

const connections = 16;
const warmUpMs = 1_500;
const windowMs = 3_000;
const windows = 3;
const mint = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const sol = 'So11111111111111111111111111111111111111112';

/** What a desk and a bot read, in the mix of a busy minute. */
const reads = [
  '/api/v2/perp/positions',
  '/api/v2/perp/orders',
  '/api/v2/perp/account',
  '/api/v2/perp/markets/BTC',
  '/api/v2/trigger/orders?limit=20',
  '/api/v2/account/usage',
  '/api/v2/account/wallets',
  `/api/v2/tokens/solana:${mint}/price`,
  `/api/v2/tokens/solana:${mint}`,
  `/api/v2/swap/quote?chain=solana&inputMint=${sol}&outputMint=${mint}&amount=100000000`,
];

/** Reads a second over kept-alive connections, and of bare node:http with answers of the same mean size. */
export async function measureReads() {
  const paper = await drive('paper-service.ts', [], reads);
  const bare = await drive('bare-http.js', [String(Math.round(paper.meanBytes))], reads);
  return { paper: paper.perSecond, bare: bare.perSecond, meanBytes: paper.meanBytes };
}

async function drive(fixture, args, paths) {
  const { ready, stop } = await startFixture(fixture, args);
  const { port } = new URL(ready.baseUrl);
  const requests = paths.map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${ready.apiKey}\r\n\r\n`),
  );
  const total = { answers: 0, bytes: 0 };
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, index) => keepAsking(Number(port), requests, index, total)),
  );
  const perSecond = [];
  await pause(warmUpMs);
  total.bytes = 0;
  const all = total.answers;
  for (let window = 0; window < windows; window++) {
    const before = { answers: total.answers, ms: performance.now() };
    await pause(windowMs);
    perSecond.push(((total.answers - before.answers) / (performance.now() - before.ms)) * 1000);
  }
  const meanBytes = total.bytes / (total.answers - all);
  for (const socket of sockets) socket.destroy();
  await stop();
  return { perSecond, meanBytes };
}

/** One connection, one request at a time. A client of node's own would cost as much as the service it measures. */
async function keepAsking(port, requests, offset, total) {
  const socket = connect(port, '127.0.0.1');
  let next = offset;
  let pending = Buffer.alloc(0);
  const ask = () => socket.write(requests[next++ % requests.length]);
  socket.on('data', (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const end = pending.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = pending.toString('latin1', 0, end);
    const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN);
    if (!head.startsWith('HTTP/1.1 200') || Number.isNaN(length)) throw new Error(`unexpected answer: ${head}`);
    if (pending.length < end + 4 + length) return;
    pending = pending.subarray(end + 4 + length);
    total.answers++;
    total.bytes += length;
    ask();
  });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  ask();
  return socket;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await measureReads());
