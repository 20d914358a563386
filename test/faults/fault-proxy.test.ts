import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { FakeClock } from '../../src/platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../src/platform/time/random.ts';
import { seed } from '../run/cases.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A service that keeps its sockets, a proxy before it, and a client's socket through the proxy. */
async function setUp(clock?: FakeClock) {
  const accepted: Socket[] = [];
  const arrivals = watch();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    accepted.push(socket);
    arrivals.hear(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  let deliveredBytes = 0;
  const proxy = await startFaultProxy({
    targetPort: (server.address() as AddressInfo).port,
    random: seededRandom(seed),
    ...(clock && { clock }),
    onDelivered: (_connection, _direction, { byteLength }) => {
      deliveredBytes += byteLength;
    },
  });
  ends.push(async () => {
    await proxy.close();
    for (const socket of accepted) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { proxy, accepted, arrivals, delivered: () => deliveredBytes };
}

const dial = async ({ port }: FaultProxy) => {
  const socket = connect(port, '127.0.0.1');
  ends.push(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
};

/** What a socket heard, and a wait for the moment at which it is as wished. */
function watch() {
  const heard = { text: '', chunks: [] as number[], isEnded: false, error: '' };
  const waiting = new Set<() => void>();
  const tell = () => {
    for (const check of [...waiting]) check();
  };
  return {
    heard,
    hear(socket: Socket) {
      socket.on('data', (bytes: Buffer) => {
        heard.text += bytes.toString();
        heard.chunks.push(bytes.byteLength);
        tell();
      });
      socket.on('end', () => {
        heard.isEnded = true;
        tell();
      });
      socket.on('error', (error: NodeJS.ErrnoException) => {
        heard.error = error.code ?? '';
        tell();
      });
    },
    until: (isSo: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!isSo()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}

/** Waits until it is so, for a minute at most. */
async function soon(isSo: () => boolean): Promise<void> {
  for (const endMs = performance.now() + 60_000; !isSo(); await turns(1))
    if (performance.now() > endMs) expect.fail(`never: ${isSo}`);
}

/** Turns of the event loop in which input and output that is ready happens. */
const turns = async (count = 20) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
};

test('without faults it carries bytes both ways, and ends', async () => {
  const { proxy, accepted, arrivals } = await setUp();
  const client = await dial(proxy);
  const answers = watch();
  answers.hear(client);
  client.write('question');
  await arrivals.until(() => arrivals.heard.text === 'question');
  expect(proxy.connections).toHaveLength(1);
  accepted[0]!.end('answer');
  await answers.until(() => answers.heard.isEnded);
  expect(answers.heard.text).toBe('answer');
  await arrivals.until(() => arrivals.heard.isEnded);
  await soon(() => proxy.connections.length === 0);
});

test('latency and jitter hold chunks back by the clock and keep their order', async () => {
  const clock = new FakeClock();
  const { proxy, arrivals } = await setUp(clock);
  proxy.set('up', { latencyMs: 300, jitterMs: 100 });
  const client = await dial(proxy);
  for (const letter of 'abc') {
    client.write(letter);
    await turns();
  }
  await soon(() => clock.pending > 0);
  await clock.advance(299);
  await turns();
  expect(arrivals.heard.text).toBe('');
  for (let ms = 0; ms <= 101; ms++) {
    await clock.advance(1);
    await turns(3);
  }
  // A letter that a busy machine brought late has its own time to wait.
  while (arrivals.heard.text.length < 3) {
    await soon(() => clock.pending > 0 || arrivals.heard.text.length === 3);
    await clock.advance(10);
  }
  expect(arrivals.heard.text).toBe('abc');
  expect(clock.pending).toBe(0);
});

test('a bandwidth lets so many bytes through a second', async () => {
  const clock = new FakeClock();
  const { proxy, arrivals, delivered } = await setUp(clock);
  proxy.set('up', { bytesPerSecond: 1_000 });
  const client = await dial(proxy);
  client.write('x'.repeat(500));
  await soon(() => clock.pending > 0);
  expect(delivered()).toBe(0);
  for (let ms = 0; ms < 200; ms += 10) {
    await clock.advance(10);
    await turns(5);
  }
  expect(delivered()).toBe(200);
  proxy.set('up', {});
  await clock.advance(20);
  await arrivals.until(() => arrivals.heard.text.length === 500);
});

test('slices are of 1 to n bytes, and nothing is lost', async () => {
  const { proxy, arrivals } = await setUp();
  proxy.set('up', { sliceBytes: 7 });
  const client = await dial(proxy);
  const text = Array.from({ length: 100 }, (_, index) => `piece ${index};`).join('');
  client.write(text);
  await arrivals.until(() => arrivals.heard.text.length === text.length);
  expect(arrivals.heard.text).toBe(text);
  expect(arrivals.heard.chunks.length).toBeGreaterThan(text.length / 7);
});

test('a planned reset strikes one connection, at its byte, at both ends', async () => {
  const { proxy, arrivals } = await setUp();
  proxy.planReset('up', 4);
  const client = await dial(proxy);
  const answers = watch();
  answers.hear(client);
  client.write('question');
  await answers.until(() => answers.heard.error !== '');
  await arrivals.until(() => arrivals.heard.error !== '');
  expect([answers.heard.error, arrivals.heard.error]).toEqual(['ECONNRESET', 'ECONNRESET']);
  expect(arrivals.heard.text).toBe('ques');
  proxy.planReset('up', 5);
  const second = await dial(proxy);
  second.write('tion');
  await arrivals.until(() => arrivals.heard.text === 'question');
  await proxy.heal();
  second.write(', in whole');
  await arrivals.until(() => arrivals.heard.text === 'question, in whole');
  expect(proxy.connections).toHaveLength(1);
});

test('a reset now, and one after more bytes of an open connection', async () => {
  const { proxy, accepted } = await setUp();
  const [one, other] = [await dial(proxy), await dial(proxy)];
  const answers = [watch(), watch()] as const;
  answers[0].hear(one);
  answers[1].hear(other);
  one.write('1');
  other.write('2');
  await soon(() => accepted.length === 2);
  proxy.connections[0]!.reset();
  await answers[0].until(() => answers[0].heard.error === 'ECONNRESET');
  proxy.connections[0]!.resetAfter('down', 3);
  for (const socket of accepted) if (!socket.destroyed) socket.write('answer');
  await answers[1].until(() => answers[1].heard.error === 'ECONNRESET');
  expect(answers.map(({ heard }) => heard.text)).toEqual(['', 'ans']);
  expect(proxy.connections).toEqual([]);
});

test('a slow close passes the end on late, and bytes at once', async () => {
  const clock = new FakeClock();
  const { proxy, accepted, arrivals } = await setUp(clock);
  proxy.set('down', { slowCloseMs: 2_000 });
  const client = await dial(proxy);
  const answers = watch();
  answers.hear(client);
  client.write('question');
  await arrivals.until(() => arrivals.heard.text === 'question');
  accepted[0]!.end('answer');
  await answers.until(() => answers.heard.text === 'answer');
  await clock.advance(1_999);
  await turns();
  expect(answers.heard.isEnded).toBe(false);
  await clock.advance(1);
  await answers.until(() => answers.heard.isEnded);
});

test('a black hole swallows bytes and ends, and what fell into it stays torn', async () => {
  const { proxy, arrivals } = await setUp();
  const client = await dial(proxy);
  client.write('a');
  await arrivals.until(() => arrivals.heard.text === 'a');
  proxy.set('up', { isBlackHole: true });
  client.write('b');
  await soon(() => proxy.connections[0]!.isTorn);
  await proxy.heal();
  client.write('c');
  const second = await dial(proxy);
  second.write('d');
  await arrivals.until(() => arrivals.heard.text === 'ad');
  client.destroy();
  await soon(() => proxy.connections.length === 1);
  expect(arrivals.heard.isEnded).toBe(false);
});

test('while it refuses nobody listens, and afterwards the port is the same', async () => {
  const { proxy, arrivals } = await setUp();
  const { port } = proxy;
  const open = await dial(proxy);
  await proxy.refuse(true);
  await expect(dial(proxy)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  open.write('still here');
  await arrivals.until(() => arrivals.heard.text === 'still here');
  await proxy.heal();
  expect(proxy.port).toBe(port);
  await dial(proxy);
});
