// node test/bench/order-latency.js: from the key that confirms an order to the first byte of its request at the server, while the
// desk draws 1,000 swaps a second; against a program that sends the same by fetch when a key is pressed.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { deskOnStorm } from './desk-on-storm.js';
import { startInPty } from './pty.js';

/** A confirmation is armed 300 ms after it was drawn, once the keys are quiet. */
const armedMs = 650;
const closePath = '/api/v2/perp/position/close';
const done = JSON.stringify({ data: { results: [{ status: 'success', oid: 1 }] }, requestId: 'req-1' });
const longestMs = 5_000;

/** Milliseconds of each order and of each bare fetch between two orders. */
export async function measureOrders({ columns = 120, rows = 40, rate = 1_000, orders = 60 } = {}) {
  const server = await startServer();
  const desk = await deskOnStorm({ columns, rows, rate, through: server.inFrontOf });
  const bare = startInPty([`${import.meta.dirname}/fixtures/fetch-on-key.js`, server.baseUrl + closePath], {
    columns,
    rows,
  });
  const latencies = { orders: [], fetches: [] };
  const timed = async (program, key) => {
    const arrival = server.next();
    const startMs = performance.now();
    program.write(key);
    const atMs = await Promise.race([arrival, pause(longestMs, null)]);
    if (atMs === null) throw new Error('no request came');
    return atMs - startMs;
  };
  try {
    await pause(1_000);
    for (let index = 0; index < orders; index++) {
      latencies.fetches.push(await timed(bare, 'x'));
      // Close, one per cent, confirm: at another moment of the desk's frames each time.
      for (const key of ['c', '1', '\r']) {
        desk.write(key);
        await pause(150);
      }
      await pause(armedMs + Math.random() * 70);
      latencies.orders.push(await timed(desk, 'y'));
      for (const key of ['\x1b', '\x1b']) {
        await pause(200);
        desk.write(key);
      }
      await pause(100);
    }
    return latencies;
  } finally {
    await bare.close();
    await desk.stop();
    server.close();
  }
}

/** Tells when the first byte of an order is there and answers it; everything else goes on to the service of the storm. */
async function startServer() {
  let tell = () => {};
  let behind = '';
  const server = createServer((socket) => {
    let pending = Buffer.alloc(0);
    socket.setNoDelay(true).on('error', () => {});
    socket.on('data', (chunk) => {
      const atMs = performance.now();
      if (chunk.subarray(0, 5).toString() === 'POST ' && chunk.includes(closePath)) tell(atMs);
      pending = Buffer.concat([pending, chunk]);
      for (let request = takeRequest(pending); request; request = takeRequest(pending)) {
        pending = pending.subarray(request.bytes);
        if (request.path === closePath) socket.write(answerOf(200, done));
        else passOn(behind, request, socket);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  return {
    baseUrl,
    inFrontOf: (service) => {
      behind = service.baseUrl;
      return baseUrl;
    },
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { orders, fetches } = await measureOrders();
  for (const [name, values] of [
    ['order', orders],
    ['bare fetch', fetches],
  ]) {
    const sorted = values.toSorted((a, b) => a - b);
    const at = (share) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(2);
    console.log(`${name}: median ${at(0.5)} ms, p95 ${at(0.95)} ms (${values.length})`);
  }
  process.exit();
}
