// node test/bench/order-latency.js: from the key that confirms an order to the first byte of its request at the server,
// while 1,000 swaps a second come in. Bound: 5 ms above a bare fetch.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openDesk } from '../../src/commands/desk/desk-model.ts';
import { configSchema, toConfig } from '../../src/platform/config/config-schema.ts';
import { resolvePaths } from '../../src/platform/files/paths.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { systemRandom } from '../../src/platform/time/random.ts';
import { positionRows } from '../../src/stores/portfolio/position-rows.ts';
import { closeForm } from '../../src/ui/forms/close/close-form.ts';
import { openForm } from '../../src/ui/forms/open-form.ts';
import { startFixture } from './start-fixture.js';

const orders = 200;
/** A confirmation is armed 300 ms after it was drawn. */
const readingMs = 310;
const closePath = '/api/v2/perp/position/close';
const done = JSON.stringify({ data: { results: [{ status: 'success', oid: 1 }] }, requestId: 'req-1' });

/** Milliseconds of each order and of each bare fetch between two orders; how many swaps a second came in meanwhile. */
export async function measureOrders() {
  const storm = await startFixture('swap-storm.ts');
  const server = await startServer(storm.ready);
  const home = mkdtempSync(join(tmpdir(), 'order-latency-'));
  const { desk, model } = openPaperDesk(server.baseUrl, storm.ready.apiKey, home);
  model.start();
  try {
    await until(() => positionRows(desk.data).length > 0 && desk.tape.getState().lastSeq > 1_000);
    const before = { seq: desk.tape.getState().lastSeq, ms: performance.now() };
    const latencies = { orders: [], fetches: [] };
    for (let index = 0; index < orders; index++) {
      latencies.fetches.push(await timeFetch(server));
      latencies.orders.push(await timeOrder(desk, server));
    }
    const seconds = (performance.now() - before.ms) / 1_000;
    return { ...latencies, swapsPerSecond: (desk.tape.getState().lastSeq - before.seq) / seconds };
  } finally {
    model.stop();
    server.close();
    await storm.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

function openPaperDesk(baseUrl, apiKey, home) {
  const names = { mode: 'paper', profile: 'bench', account: 'bench' };
  const service = { ...names, baseUrl, apiKey, wallet: null, socketHost: null };
  const config = toConfig(configSchema.parse({}), home);
  const io = { env: {}, clock: systemClock, random: systemRandom, paths: resolvePaths({ SWAPDECK_HOME: home }) };
  return openDesk(service, config, io, { isDrained: () => true, onDrain: () => {}, quit: () => {} });
}

/** Opens the form, fills it in, reads it for as long as it must be read, and confirms. */
async function timeOrder(desk, server) {
  const [row] = positionRows(desk.data);
  openForm(desk, closeForm(desk, row, 'wal_perp'));
  const { form } = desk.ui.getState().overlay;
  for (const key of ['1', 'Enter']) form.key(key);
  await pause(readingMs);
  const arrival = server.next();
  const startMs = performance.now();
  form.key('y');
  const tookMs = (await arrival) - startMs;
  await until(() => form.state.phase === 'done');
  form.key('Esc');
  return tookMs;
}

/** The least that any program with `fetch` needs, for a request of the same size. */
async function timeFetch(server) {
  const body = JSON.stringify({ coin: 'BTC', walletId: 'wal_perp', percentage: 1 });
  const headers = {
    authorization: 'Bearer sk_bench_key',
    'content-type': 'application/json',
    accept: 'application/json',
  };
  const arrival = server.next();
  const startMs = performance.now();
  const answer = fetch(server.baseUrl + closePath, { method: 'POST', body, headers });
  const tookMs = (await arrival) - startMs;
  await (await answer).text();
  return tookMs;
}

/** Tells when the first byte of an order is there and answers it; everything else goes on to the service of the storm. */
async function startServer({ baseUrl }) {
  let tell = () => {};
  const server = createServer((socket) => {
    let pending = Buffer.alloc(0);
    socket.setNoDelay(true).on('error', () => {});
    socket.on('data', (chunk) => {
      const atMs = performance.now();
      if (pending.length === 0 && chunk.subarray(0, 5).toString() === 'POST ' && chunk.includes(closePath)) tell(atMs);
      pending = Buffer.concat([pending, chunk]);
      for (let request = takeRequest(pending); request; request = takeRequest(pending)) {
        pending = pending.subarray(request.bytes);
        if (request.path === closePath) socket.write(answerOf(200, done));
        else passOn(baseUrl, request, socket);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    baseUrl: `http://127.0.0.1:${server.address().port}`,
    next: () =>
      new Promise((resolve) => {
        tell = resolve;
      }),
    close: () => server.close(),
  };
}

function takeRequest(bytes) {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const end = headEnd + 4 + length;
  if (bytes.length < end) return null;
  const [method, path] = head.split(' ');
  const headers = {
    authorization: /^authorization: *(.+)$/im.exec(head)?.[1] ?? '',
    'content-type': /^content-type: *(.+)$/im.exec(head)?.[1] ?? 'application/json',
  };
  return { bytes: end, method, path, headers, body: bytes.toString('utf8', headEnd + 4, end) };
}

async function passOn(baseUrl, { method, path, headers, body }, socket) {
  try {
    const answer = await fetch(baseUrl + path, { method, headers, ...(method === 'GET' ? {} : { body }) });
    socket.write(answerOf(answer.status, await answer.text()));
  } catch {
    socket.destroy();
  }
}

const answerOf = (status, text) =>
  `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

async function until(isSo) {
  for (const limitMs = performance.now() + 20_000; !isSo(); await pause(1))
    if (performance.now() > limitMs) throw new Error('the desk does not come so far');
}

const at = (values, share) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { orders: sent, fetches, swapsPerSecond } = await measureOrders();
  for (const [name, values] of [
    ['order', sent],
    ['bare fetch', fetches],
  ])
    console.log(
      `${name}: median ${at(values, 0.5).toFixed(2)} ms, p95 ${at(values, 0.95).toFixed(2)} ms (${values.length})`,
    );
  const difference = at(sent, 0.5) - at(fetches, 0.5);
  console.log(
    `difference of the medians ${difference.toFixed(2)} ms (bound 5), at ${swapsPerSecond.toFixed(0)} swaps/s`,
  );
  process.exit();
}
