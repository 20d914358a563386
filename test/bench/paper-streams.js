// node test/bench/paper-streams.js: stream events a second that subscribers in another process receive. Bound: 20,000 in
// all, or more.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { mint } from './fixtures/flat-out.ts';
import { startFixture } from './start-fixture.js';

const subscribers = 50;
const warmUpMs = 1_500;
const windowMs = 3_000;
const windows = 3;

/** Events a second that 50 subscribers receive in all, and the same of bare ws with the same frames. */
export async function measureEvents() {
  return { paper: await listenTo('paper-streams.ts'), bare: await listenTo('bare-ws.js') };
}

async function listenTo(fixture) {
  const { ready, stop } = await startFixture(fixture);
  const count = { events: 0 };
  const sockets = await Promise.all(Array.from({ length: subscribers }, () => subscribe(new URL(ready.url), count)));
  await pause(warmUpMs);
  const perSecond = [];
  for (let window = 0; window < windows; window++) {
    const before = { events: count.events, ms: performance.now() };
    await pause(windowMs);
    perSecond.push(((count.events - before.events) / (performance.now() - before.ms)) * 1000);
  }
  for (const socket of sockets) socket.destroy();
  await stop();
  return perSecond;
}

/** Counts whole frames on a bare socket: 50 real clients would cost more than the service that is measured. */
async function subscribe({ hostname, port, pathname, search }, count) {
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  let bytes = Buffer.alloc(0);
  let isOpen = false;
  let isSubscribed = false;
  socket.on('data', (chunk) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    if (!isOpen) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) return;
      isOpen = true;
      bytes = bytes.subarray(end + 4);
    }
    if (!isSubscribed) {
      isSubscribed = true;
      const data = { event: 'pusher:subscribe', data: { channel: `svm-token-swaps;${mint}` } };
      socket.write(maskedFrame(JSON.stringify(data)));
    }
    let at = 0;
    for (;;) {
      if (bytes.length < at + 4) break;
      const short = bytes[at + 1];
      const start = short === 126 ? 4 : 2;
      const length = short === 126 ? bytes.readUInt16BE(at + 2) : short;
      if (bytes.length < at + start + length) break;
      at += start + length;
      count.events++;
    }
    bytes = bytes.subarray(at);
  });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket;
}

/** Masked with zeros, which leaves the text as it is. */
const maskedFrame = (text) => Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await measureEvents());
